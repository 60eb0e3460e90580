"""The formats of a measured coverage: one module each, which loads on use, and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from policyhooks.report.screen.style import PLAIN, Style

if TYPE_CHECKING:
    from policyhooks.doctor.flight_recorder import Recorded


def render(found: Recorded, form: str, style: Style = PLAIN) -> str:
    """The measurement in one of FORMATS; only text has a style."""
    return FORMATS[form](found, style)


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.recorder.{name}")


FORMATS: Mapping[str, Callable[[Recorded, Style], str]] = {
    "text": lambda found, style: _in("text").render(found, style),
    "json": lambda found, _style: _in("json").render(found),
}
