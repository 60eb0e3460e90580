"""The formats of explanations: one module each, which loads on use, and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from policyhooks.report.screen.style import PLAIN, Style

if TYPE_CHECKING:
    from policyhooks.inspect.explanation import Explanation


def render(explanation: Explanation, form: str, style: Style = PLAIN, *, every: bool = False) -> str:
    """The explanation in one of FORMATS; only text has a style and can leave rules out."""
    return FORMATS[form](explanation, style, every)


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.explanation.{name}")


FORMATS: Mapping[str, Callable[[Explanation, Style, bool], str]] = {
    "text": lambda explanation, style, every: _in("text").render(explanation, style, every=every),
    "json": lambda explanation, _style, _every: _in("json").render(explanation),
}
