"""What is known as data, by key: `programs/git`. In an image each value is a piece, elsewhere a line of the built file.

The data is written as YAML in the folder `data` and built by compiler/tables. This module knows keys and values, not
what they mean.
"""

from __future__ import annotations

import _imp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Piece = tuple[int, int, bytes]
    Shelf = Mapping[str, Piece]

IN_IMAGE = False  # image/build.py binds it
# One flat directory of all keys would cost every command more than the rows that it needs.
SHELVES = 64
_shelves: list[Shelf | Piece] = []
_policyhooks_piece: Callable[..., Any]  # put here by boot.py


def find_value(key: str) -> Any:
    """The value of a key, or None."""
    if not IN_IMAGE:
        from policyhooks.shell.built_tables import read_value

        return read_value(key)
    read = _policyhooks_piece  # noqa: F821 - reads a piece, or without one the list of shelves
    if not _shelves:
        _shelves.extend(read())
    at = shelf_of(key)
    shelf: Any = _shelves[at]
    if type(shelf) is tuple:
        shelf = _shelves[at] = read(shelf)
    piece = shelf.get(key)
    return None if piece is None else read(piece)


def shelf_of(key: str) -> int:
    """On which shelf of the directory a key stands."""
    return _imp.source_hash(0, key.encode("utf-8", "replace"))[0] % SHELVES
