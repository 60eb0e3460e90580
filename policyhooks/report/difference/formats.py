"""The formats of what a new bundle changes: one module each, which loads on use, and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from policyhooks.report.screen.style import PLAIN, Style

if TYPE_CHECKING:
    from policyhooks.bundle.comparison import Difference


def render(found: Sequence[Difference], form: str, style: Style = PLAIN) -> str:
    """The differences in one of FORMATS; only text has a style."""
    return FORMATS[form](found, style)


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.difference.{name}")


FORMATS: Mapping[str, Callable[[Sequence[Difference], Style], str]] = {
    "text": lambda found, style: _in("text").render(found, style),
    "json": lambda found, _style: _in("json").render(found),
}
