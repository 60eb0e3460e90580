"""The index of what is remembered: which keys there are, how far each has come, when it was fed last.

It tells a key that is new from one whose file is gone or older than it was. Rows of one length, written over in place.
"""

from __future__ import annotations

import posix

from policyhooks.core.values import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = "index"
KEY = 40  # characters of a key
ROW = KEY + 1 + 12 + 1 + 11 + 1
MOST = 1000  # keys of a user
LONGEST = ROW * MOST * 2


class Row(Record):
    """One key. `seen` is in seconds since the epoch."""

    offset: int = 0
    key: str = ""
    version: int = 0
    seen: int = 0


def write_row(row: Row) -> bytes:
    return f"{row.key} {row.version:012d} {row.seen:011d}\n".encode("ascii")


def read_index(folder: str) -> bytes:
    """The rows as they are; nothing where there is no index. Raises OSError."""
    try:
        descriptor = posix.open(f"{folder}/{FILE}", posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK)
    except FileNotFoundError:
        return b""
    try:
        return posix.read(descriptor, LONGEST)
    finally:
        posix.close(descriptor)


def find(data: bytes, key: str) -> Row | None:
    """The row of a key."""
    offset = data.find(key.encode("ascii") + b" ")
    return read_row(data, offset) if offset >= 0 else None


def read_row(data: bytes, offset: int) -> Row | None:
    parts = data[offset : offset + ROW].split()
    if len(parts) != 3 or not parts[1].isdigit() or not parts[2].isdigit():
        return None
    return Row(offset=offset, key=parts[0].decode("ascii"), version=int(parts[1]), seen=int(parts[2]))


def rows(data: bytes) -> Iterator[Row]:
    """Every row that can be read."""
    for offset in range(0, len(data) - ROW + 1, ROW):
        row = read_row(data, offset)
        if row is not None:
            yield row


def put(folder: str, data: bytes, row: Row) -> None:
    """A row in the place of the one before, or behind the others; under the lock. Raises OSError."""
    known = find(data, row.key)
    whole = len(data) - len(data) % ROW  # a torn row is written over
    descriptor = posix.open(f"{folder}/{FILE}", posix.O_WRONLY | posix.O_CREAT | posix.O_NOFOLLOW, 0o600)
    try:
        text = write_row(row)
        if posix.pwrite(descriptor, text, whole if known is None else known.offset) != len(text):
            raise OSError(28, "short write")
    finally:
        posix.close(descriptor)
