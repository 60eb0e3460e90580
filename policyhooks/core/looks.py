"""The one door through which a decision looks at the machine: a look can be noted for a record, or answered from one.

Without a witness a look is the read itself. What it comes to is a value of JSON; no read raises. Nothing is read here.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol, TypeVar

    Value = TypeVar("Value")

    class Witness(Protocol):
        """Sees every look, and may answer it."""

        def look(self, kind: str, name: str, read: Callable[[], Value]) -> Value: ...


# Of this process, which decides one event at a time; at most one.
_witness: list[Witness] = []


def look(kind: str, name: str, read: Callable[[], Value]) -> Value:
    """What a read comes to, unless a witness knows it."""
    return _witness[0].look(kind, name, read) if _witness else read()


def place_witness(witness: Witness | None) -> None:
    """From now on it sees every look; None: nobody does."""
    _witness[:] = [] if witness is None else [witness]


class Notes:
    """A witness that writes down what was seen: by kind and name, what each first came to."""

    __slots__ = ("seen",)

    def __init__(self) -> None:
        self.seen: dict[str, dict[str, object]] = {}

    def look(self, kind: str, name: str, read: Callable[[], Value]) -> Value:
        found = read()
        self.seen.setdefault(kind, {}).setdefault(name, found)
        return found
