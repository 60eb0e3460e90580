"""Rows of programs that users have described, as compiled programs carry them: found by name, read one by one.

It knows how rows are stored (core/program.py) and whose come first, not what they mean.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from policyhooks.core.program import Load

FEATURE = "rows"  # of a program that carries some
DIRECTORY = "rows"  # the module that says which row a name has


class RowStore:
    """The rows of one program. Nothing is read before a name is asked for."""

    __slots__ = ("load",)

    def __init__(self, load: Load) -> None:
        self.load = load

    @property
    def names(self) -> Mapping[str, int]:
        """The number of each name's row."""
        return self.load(DIRECTORY)["NAMES"]  # type: ignore[return-value]

    def row(self, name: str) -> dict[str, Any]:
        """The row of a name that is here. INVARIANT: nobody changes it."""
        return self.load(f"row_{self.names[name]:03d}")["ROW"]  # type: ignore[return-value]

    def is_dangerous(self, name: str) -> bool:
        """Whether the program, or a sub-command of it, is worth finding behind an unknown one."""
        return name in self.load(DIRECTORY)["DANGEROUS"]  # type: ignore[operator]


class OwnRows:
    """What users know of programs, for one reading of one command; and the names that it was asked for."""

    __slots__ = ("asked", "stores")

    def __init__(self, stores: Sequence[RowStore]) -> None:
        self.stores = stores  # the highest rank first: its row counts
        self.asked: set[str] = set()

    def owner(self, name: str) -> RowStore | None:
        """Whose row a name has."""
        self.asked.add(name)
        return owner_of(name, self.stores)


def owner_of(name: str, stores: Sequence[RowStore]) -> RowStore | None:
    """The first of the stores that has the name."""
    for store in stores:
        if name in store.names:
            return store
    return None
