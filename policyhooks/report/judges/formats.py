"""The formats of what judges of installations are doing: one module each, which loads on use, and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from policyhooks.report.screen.style import PLAIN, Style


def render(states: Sequence[Mapping[str, object]], form: str, style: Style = PLAIN) -> str:
    """One document or screen of all installations, in one of FORMATS."""
    return FORMATS[form](states, style)


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.judges.{name}")


FORMATS: Mapping[str, Callable[[Sequence[Mapping[str, object]], Style], str]] = {
    "text": lambda states, style: _in("text").render(states, style),
    "json": lambda states, _: _in("json").render(states),
}
