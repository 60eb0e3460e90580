"""The pieces of an image: values behind its core, each found by place, length and check; tables behind shelves.

It knows how they are stored, not what they are.
"""

from __future__ import annotations

import _imp
import json
import marshal
from collections.abc import Mapping
from functools import cache
from typing import Any

from policyhooks.shell.built_tables import HEADER, SAME, data_folder, read_built, unchanging
from policyhooks.shell.tables import SHELVES, shelf_of

SIGNATURE = b"PHIMAGE1"

Piece = tuple[int, int, bytes]


def assemble(data: bytes, body: bytes) -> bytes:
    """Header, core, pieces. Offsets of pieces count from the end of the core."""
    return SIGNATURE + _imp.source_hash(0, data) + len(data).to_bytes(8, "big") + data + body


def store_bytes(body: bytearray, data: bytes) -> Piece:
    piece = (len(body), len(data), _imp.source_hash(0, data))
    body += data
    return piece


def store_each(body: bytearray, modules: Mapping[str, Any]) -> dict[str, Piece]:
    return {name: store_bytes(body, marshal.dumps(code)) for name, code in modules.items()}


def store_tables(body: bytearray, values: Mapping[str, Any]) -> Piece:
    """Every value once, then the shelves by which it is found, then the list of those."""
    shelves: list[dict[str, Piece]] = [{} for _ in range(SHELVES)]
    stored: dict[bytes, Piece] = {}
    for key, value in values.items():
        data = marshal.dumps(value)
        if data not in stored:
            stored[data] = store_bytes(body, data)
        shelves[shelf_of(key)][key] = stored[data]
    return store_bytes(body, marshal.dumps([store_bytes(body, marshal.dumps(shelf)) for shelf in shelves]))


@cache
def shipped_tables() -> dict[str, Any]:
    """Every key of the shipped data with its value. Raises EnvironmentBroken on a damaged or stale built file."""
    values = json.loads(read_built(data_folder()))
    del values[HEADER]
    same = {key: value[1:] for key, value in values.items() if isinstance(value, str) and value[:1] == SAME}
    return {key: unchanging(values[same.get(key, key)]) for key in values}
