"""What all pages work with: the journals, the doors to the rest of policyhooks, templates. It knows no route."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from policyhooks import __version__
from policyhooks.secrets.masking import mask
from policyhooks.web.journal_view import JournalView
from policyhooks.web.sign_in import Access

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled
    from policyhooks.doctor.examination import Examined
    from policyhooks.inspect.explanation import Explanation
    from policyhooks.inspect.journal_ids import Entry
    from policyhooks.shipped.frameworks import Mapped
    from policyhooks.web.lake_questions import Open
    from policyhooks.web.playground.supervisor import Workers

HERE = Path(__file__).resolve().parent
PAGES = (
    ("decisions", "Decisions"),
    ("rules", "Rules"),
    ("map", "Map"),
    ("approvals", "Approvals"),
    ("judge", "Judge"),
    ("playground", "Playground"),
    ("health", "Health"),
    ("fleet", "Fleet"),
)
ABOVE = {
    "record": "decisions",
    "rule": "rules",
    "ticket": "approvals",
    "machine": "fleet",
}  # pages that are reached from another
DEEPEST = 60


@dataclass(frozen=True)
class Doors:
    """What whoever starts the page lets it use."""

    states: tuple[Path, ...]
    explain: Callable[[Entry], Explanation]
    propose: Callable[[Entry, str], str]
    compiled: Callable[[Path], Compiled | None]
    examine: Callable[[], list[Examined]]
    maps: Callable[[Path], Mapping[str, Mapped]]  # what the rules of a state are about, by rule
    lake: Open | None = None  # of a fleet, where one was named


@dataclass
class Desk:
    """One running page. `deciding` is held by whoever decides in this process, `changing` by whoever changes."""

    doors: Doors
    access: Access
    workers: Workers
    journal: JournalView
    cookie: str
    deciding: threading.Lock = field(default_factory=threading.Lock)
    changing: threading.Lock = field(default_factory=threading.Lock)
    kept: dict[str, object] = field(default_factory=dict)  # what is dear to find out, by its name
    templates: Environment = field(
        default_factory=lambda: Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
    )

    def show(self, request: Request, page: str, values: Mapping[str, object], status: int = 200) -> Response:
        """A page, with everything in it masked once more."""
        shown = mask_all(values)
        assert isinstance(shown, dict)
        around = {
            "page": ABOVE.get(page, page),
            "pages": [one for one in PAGES if one[0] != "fleet" or self.doors.lake is not None],
            "proof": request.scope["state"]["proof"],
            "version": __version__,
            "person": person_of(request.scope["state"]["who"]),
        }
        text = self.templates.get_template(f"{page}.html").render({**shown, **around})
        return HTMLResponse(text, status)


def person_of(who: str) -> str:
    """The name of somebody whom a proxy has signed in, and who therefore leaves there; empty for others."""
    by, _, name = who.partition(" ")
    return name if by == "proxy" else ""


def mask_all(value: object, depth: int = 0) -> object:
    """Plain data with every text masked, by what is known of secrets today."""
    if isinstance(value, str):
        return mask(value) if len(value) > 7 else value
    if depth > DEEPEST:
        return "…"
    if isinstance(value, Mapping):
        return {mask(str(key)): mask_all(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, Sequence):
        return [mask_all(inner, depth + 1) for inner in value]
    return value
