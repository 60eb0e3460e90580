"""The journal's head: how far it has come, under its key, in a file beside the journal's folder.

It says what a chain alone cannot: that the end was cut off, that files are gone, since when records are keyed. Written
behind every record, under the journal's lock; what is then missing, or does not fit, the next record tells for good.
"""

from __future__ import annotations

import posix

from policyhooks.core.values import Record
from policyhooks.runtime import platform
from policyhooks.runtime.platform import sha256

FILE = "journal.head"
SIZE = 256  # always as long as this, so that it is written over in place and needs no room on a full disk
START = "0" * 64  # the chain before the first record
LOST = -1  # what a record says in `head` when there was none that could be believed
_INNER = bytes([byte ^ 0x36 for byte in range(256)])
_OUTER = bytes([byte ^ 0x5C for byte in range(256)])


class Head(Record):
    """The last record that is known, and where the journal begins."""

    seq: int = 0
    chain: str = START
    first: int = 1  # the oldest record that must still be there: retention moves it on
    base: str = START  # the chain before that record
    keyed: int = 0  # the first record whose chain is keyed; 0 while there is none


def keyed_hash(key: bytes, data: bytes) -> str:
    """HMAC-SHA256, by hand: the hmac package is too heavy for the hook."""
    padded = key.ljust(64, b"\0")
    return sha256(padded.translate(_OUTER) + sha256(padded.translate(_INNER) + data).digest()).hexdigest()


def chain_key(key: bytes) -> bytes:
    """The key of chain and head.

    INVARIANT: no keyed hash of a text that an agent can choose (stdin, bodies) is ever one of chain or head: they
    have another key, which is no such hash either.
    """
    return sha256(b"policyhooks journal chain\0" + key).digest()


def open_head(state: str, make: bool = False) -> int:
    """A descriptor of the file, to read and to write it."""
    flags = posix.O_RDWR | posix.O_NOFOLLOW | posix.O_NONBLOCK | (posix.O_CREAT if make else 0)
    return posix.open(f"{state}/{FILE}", flags, 0o600)


def read_head(descriptor: int, key: bytes) -> Head | None:
    """What the file says; None when it was not written with this chain key."""
    words = posix.pread(descriptor, SIZE + 1, 0).split()
    if len(words) != 7 or keyed_hash(key, b" ".join(words[:6])).encode("ascii") != words[6]:
        return None
    _, seq, first, keyed, chain, base, _ = words
    return Head(
        seq=int(seq), first=int(first), keyed=int(keyed), chain=chain.decode("ascii"), base=base.decode("ascii")
    )


def write_head(descriptor: int, key: bytes, head: Head) -> None:
    """Say how far the journal has come: one write over what was there."""
    text = f"head1 {head.seq} {head.first} {head.keyed} {head.chain} {head.base}".encode("ascii")
    line = (text + b" " + keyed_hash(key, text).encode("ascii")).ljust(SIZE - 1) + b"\n"
    if posix.pwrite(descriptor, line, 0) != SIZE:
        raise OSError(28, "short write")


def begin(state: str, key: bytes, seq: int, chain: str) -> None:
    """The head of a journal that has none: of a new one, or of one that earlier versions have written."""
    descriptor = open_head(state, make=True)
    try:
        platform.lock(descriptor)
        write_head(descriptor, chain_key(key), Head(seq=seq, chain=chain))
    finally:
        posix.close(descriptor)


def find_head(state: str, key: bytes) -> tuple[int, Head | None]:
    """A descriptor, below zero where nothing can be written, and what the head says, if it can be believed."""
    descriptor = -1
    try:
        descriptor = open_head(state, make=True)
        return descriptor, read_head(descriptor, key)
    except OSError:
        return descriptor, None


def tell(descriptor: int, key: bytes, head: Head) -> bool:
    """Write the head behind a stored record; one that cannot be written stays behind."""
    try:
        write_head(descriptor, key, head)
    except OSError:
        return False
    return True
