"""The formats of how a rule holds against text for its reviewer: a module each, which loads on use, and a row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from policyhooks.report.screen.style import PLAIN, Style

if TYPE_CHECKING:
    from policyhooks.judge.redteam import Siege


def render(siege: Siege, form: str, style: Style = PLAIN) -> str:
    """All of it in one of FORMATS; only text has a style."""
    return FORMATS[form](siege, style)


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.redteam.{name}")


FORMATS: Mapping[str, Callable[[Siege, Style], str]] = {
    "text": lambda siege, style: _in("text").render(siege, style),
    "json": lambda siege, _style: _in("json").render(siege),
}
