"""The formats of a replay: one module each, which loads on use, and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from policyhooks.report.screen.style import PLAIN, Style

if TYPE_CHECKING:
    from policyhooks.history.replaying import Replay


def render(found: Replay, form: str, sides: tuple[str, str], style: Style = PLAIN) -> str:
    """The replay in one of FORMATS; `sides` say in words what decided before and after. Only text has a style."""
    return FORMATS[form](found, sides, style)


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.replayed.{name}")


FORMATS: Mapping[str, Callable[[Replay, tuple[str, str], Style], str]] = {
    "text": lambda found, sides, style: _in("text").render(found, sides, style),
    "json": lambda found, sides, _style: _in("json").render(found, sides),
    "html": lambda found, sides, _style: _in("html").render(found, sides),
    "github": lambda found, sides, _style: _in("github").render(found, sides),
}
