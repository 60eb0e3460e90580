"""The formats of how good models are: one module each, which loads on use, and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from policyhooks.report.screen.style import PLAIN, Style

if TYPE_CHECKING:
    from policyhooks.judge.scores import Assessment


def render(assessment: Assessment, form: str, style: Style = PLAIN) -> str:
    """The figures in one of FORMATS; only text has a style."""
    return FORMATS[form](assessment, style)


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.assessment.{name}")


FORMATS: Mapping[str, Callable[[Assessment, Style], str]] = {
    "text": lambda assessment, style: _in("text").render(assessment, style),
    "json": lambda assessment, _style: _in("json").render(assessment),
    "html": lambda assessment, _style: _in("html").render(assessment),
}
