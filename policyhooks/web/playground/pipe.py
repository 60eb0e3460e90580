"""How the page and its worker talk: a length, then one JSON document. Neither side takes more than it was promised."""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Mapping

LARGEST = 8 << 20
HEAD = 4


class Broken(Exception):
    """The other side is gone, late, or says what is no document; the text is for a person."""


def write(descriptor: int, document: Mapping[str, object]) -> None:
    """Send one document. Raises Broken."""
    data = json.dumps(document).encode("ascii")
    rest = memoryview(len(data).to_bytes(HEAD, "big") + data)
    try:
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    except OSError:
        raise Broken("it ended") from None


def read(descriptor: int, deadline: float | None = None) -> dict[str, object]:
    """Receive one document, until a moment of the monotonic clock. Raises Broken."""
    length = int.from_bytes(_read(descriptor, HEAD, deadline), "big")
    if length > LARGEST:
        raise Broken("it has more to say than can be shown")
    try:
        found = json.loads(_read(descriptor, length, deadline))
    except ValueError:
        raise Broken("it said nothing that can be read") from None
    if not isinstance(found, dict):
        raise Broken("it said nothing that can be read")
    return found


def _read(descriptor: int, length: int, deadline: float | None) -> bytes:
    found = bytearray()
    while len(found) < length:
        # Without a deadline it is the confined side, which has no system call to wait with but reading itself.
        if deadline is not None and not select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]:
            raise Broken("it took too long")
        try:
            data = os.read(descriptor, min(length - len(found), 1 << 20))
        except OSError:
            data = b""
        if not data:
            raise Broken("it ended")
        found += data
    return bytes(found)
