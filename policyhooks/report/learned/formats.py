"""The formats of what was learnt: one module each, which loads on use, and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from policyhooks.report.screen.style import PLAIN, Style

if TYPE_CHECKING:
    from policyhooks.history.learning import Lesson


def render(found: Lesson, form: str, policies: str, style: Style = PLAIN) -> str:
    """The lesson in one of FORMATS; `policies` says in words what decided. Only text has a style."""
    return FORMATS[form](found, policies, style)


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.learned.{name}")


FORMATS: Mapping[str, Callable[[Lesson, str, Style], str]] = {
    "text": lambda found, policies, style: _in("text").render(found, policies, style),
    "json": lambda found, policies, _style: _in("json").render(found, policies),
}
