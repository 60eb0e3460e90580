"""The formats of what a bundle says of itself: one module each, which loads on use, and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from policyhooks.bundle.verification import Bundle


def render(bundle: Bundle, form: str) -> str:
    """The bundle in one of FORMATS."""
    return FORMATS[form](bundle)


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.contents.{name}")


FORMATS: Mapping[str, Callable[[Bundle], str]] = {
    "text": lambda bundle: _in("text").render(bundle),
    "json": lambda bundle: _in("json").render(bundle),
}
