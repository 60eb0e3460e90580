"""The formats of a scan: one module each, which loads on use, and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from policyhooks.report.screen.style import PLAIN, Style

if TYPE_CHECKING:
    from policyhooks.doctor.flight_recorder import Recorded
    from policyhooks.history.scanning import Scan


def render(found: Scan, form: str, policies: str, style: Style = PLAIN, recorded: Recorded | None = None) -> str:
    """The scan in one of FORMATS; `policies` says in words what decided. Only text has a style.

    A measured coverage is part of each but the text: that has a screen of its own.
    """
    return FORMATS[form](found, policies, style, recorded)


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.scanned.{name}")


FORMATS: Mapping[str, Callable[[Scan, str, Style, Recorded | None], str]] = {
    "text": lambda found, policies, style, _recorded: _in("text").render(found, policies, style),
    "json": lambda found, policies, _style, recorded: _in("json").render(found, policies, recorded),
    "html": lambda found, policies, _style, recorded: _in("html").render(found, policies, recorded),
    "sarif": lambda found, _policies, _style, recorded: _in("sarif").render(found, recorded),
}
