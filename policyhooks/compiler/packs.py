"""The shipped packs by name: which there are, and which paths they mean. It reads no policy."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from policyhooks.compiler.model.project import ALL
from policyhooks.shipped.folders import shipped_folder

SHIPPED = shipped_folder("policies")
SHARED = "common"  # the library that packs import; it has no rules, so nobody names it


def pack_names() -> list[str]:
    """Every shipped pack; none where they are not here."""
    if not SHIPPED.is_dir():
        return []
    return sorted(path.name for path in SHIPPED.iterdir() if path.is_dir() and path.name != SHARED)


def pack_paths(names: Iterable[str]) -> list[str]:
    """The folders of the packs of these names and of what they import; one folder for all of them."""
    chosen = list(dict.fromkeys(names))
    if ALL in chosen:
        return [shown(SHIPPED)]
    return [shown(SHIPPED / name) for name in [*chosen, SHARED]] if chosen else []


def shown(path: Path) -> str:
    """A path as short as it can be written from here."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)
