"""The formats of what doctor found: one module each, which loads on use, and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from policyhooks.report.screen.style import PLAIN, Style

if TYPE_CHECKING:
    from policyhooks.doctor.examination import Examined


def render(found: Sequence[Examined], form: str, style: Style = PLAIN) -> str:
    """The installations in one of FORMATS; only text has a style."""
    return FORMATS[form](found, style)


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.examination.{name}")


FORMATS: Mapping[str, Callable[[Sequence[Examined], Style], str]] = {
    "text": lambda found, style: _in("text").render(found, style),
    "json": lambda found, _style: _in("json").render(found),
}
