"""The key of the journal's chain and hashes: a private file of the state folder, made on first use, never in the image.

The journal's head is made before it: who has a key finds a head, unless somebody took it away.
In a shared state every user has a key of their own: what all may read cannot hold one.
"""

from __future__ import annotations

import posix

from policyhooks.runtime import platform
from policyhooks.runtime.ports.journal import NotStored, find_last
from policyhooks.runtime.ports.journal_head import Head, chain_key, open_head, write_head

FILE = "key"
BYTES = 32
LONGEST = 256


def read_key(state: str) -> bytes:
    """The key of a state folder. Raises NotStored, because without it nothing can be recorded."""
    path = f"{state}/{FILE}"
    try:
        try:
            text = _read(path)
        except FileNotFoundError:
            _make(state, path)
            text = _read(path)
        key = bytes.fromhex(text.decode("ascii").strip())
    except OSError as problem:
        raise NotStored(f"the journal's key cannot be read (errno {problem.errno})") from None
    except ValueError:
        key = b""
    if len(key) < BYTES:
        raise NotStored("the journal's key is damaged")
    return key


def _read(path: str) -> bytes:
    descriptor = posix.open(path, posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK)
    try:
        return posix.read(descriptor, LONGEST)
    finally:
        posix.close(descriptor)


def _make(state: str, path: str) -> None:
    """The head first, under its lock, then the key: of two that make one, both read the first."""
    head = open_head(state, make=True)
    try:
        platform.lock(head)
        try:
            posix.stat(path)
        except FileNotFoundError:
            seq, chain = find_last(state)
            key = posix.urandom(BYTES)
            write_head(head, chain_key(key), Head(seq=seq, chain=chain))
            _store(path, key)
    finally:
        posix.close(head)


def _store(path: str, key: bytes) -> None:
    """Written in full before it has its name."""
    fresh = f"{path}.{posix.urandom(8).hex()}"
    descriptor = posix.open(fresh, posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_NOFOLLOW, 0o600)
    try:
        try:
            text = key.hex().encode("ascii") + b"\n"
            if posix.write(descriptor, text) != len(text):
                raise OSError(28, "short write")
        finally:
            posix.close(descriptor)
        posix.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        posix.unlink(fresh)
