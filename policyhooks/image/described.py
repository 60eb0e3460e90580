"""Which programs compiled policies describe, for people: what is told when they are trusted or looked after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from policyhooks.core.own_rows import DIRECTORY
from policyhooks.core.program import source_loader


def described_by(modules: Mapping[str, str]) -> list[str]:
    """The names of the programs that a program's policies describe."""
    if DIRECTORY not in modules:
        return []
    names: Any = source_loader(modules)(DIRECTORY)["NAMES"]
    return sorted(names)


def overruled(modules: Mapping[str, str], above: Iterable[Mapping[str, str]]) -> list[str]:
    """The names that a higher rank describes too, so that its row counts."""
    higher = {name for other in above for name in described_by(other)}
    return [name for name in described_by(modules) if name in higher]
