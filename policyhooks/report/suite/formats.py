"""The formats of test results: one function each, whose module loads on use, and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from policyhooks.report.screen.style import PLAIN, Style

if TYPE_CHECKING:
    from policyhooks.suite.result import SuiteResult


def render(result: SuiteResult, form: str, style: Style = PLAIN) -> str:
    """The results in one of FORMATS; only text has a style."""
    return FORMATS[form](result, style)


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.suite.{name}")


FORMATS: Mapping[str, Callable[[SuiteResult, Style], str]] = {
    "text": lambda result, style: _in("text").render(result, style),
    "json": lambda result, _: _in("machine").render_json(result),
    "junit": lambda result, _: _in("machine").render_junit(result),
    "github": lambda result, _: _in("machine").render_github(result),
}
