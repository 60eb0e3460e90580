"""The formats of the catalog of clients: one module each, which loads on use, and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from policyhooks.clients.catalog import Row
from policyhooks.report.screen.style import PLAIN, Style


def render(found: Sequence[Row], form: str, style: Style = PLAIN, *, fields: bool = False) -> str:
    """The rows in one of FORMATS; only text has a style and can leave out the fields."""
    return FORMATS[form](found, style, fields)


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.catalog.{name}")


FORMATS: Mapping[str, Callable[[Sequence[Row], Style, bool], str]] = {
    "text": lambda found, style, fields: _in("text").render(found, style, fields=fields),
    "json": lambda found, _style, _fields: _in("json").render(found),
}
