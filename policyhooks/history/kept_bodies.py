"""Reads what a record keeps, or points to, of its event: the whole payload and what was seen of the machine.

A body that is sealed or gone, or is not the one that the record names, is told of as such; it opens nothing.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.history.safe_files import Refused, open_regular
from policyhooks.runtime.ports.whole_events import FOLDER

LARGEST = 64 << 20
PLACE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}/[0-9a-f]{32}")
GONE = "its body is sealed, or was let go"
CHANGED = "its body is not the one that was recorded"
NO_PLACE = "its body was not kept"
NOTHING: Mapping[str, object] = {}


@dataclass(frozen=True)
class Kept:
    """`payload` and `seen` as far as they are known; `why` one of them is not."""

    payload: Mapping[str, object] | None = None
    seen: Mapping[str, object] = field(default_factory=dict)
    why: str = ""


def kept_of(journal: str, record: Mapping[str, object]) -> Kept:
    """What is kept for a record of this journal file."""
    body = record.get("body")
    if not isinstance(body, Mapping):
        seen = record.get("seen")
        return Kept(seen=seen if isinstance(seen, Mapping) else NOTHING)
    place, digest = body.get("at"), body.get("digest")
    if not isinstance(place, str) or not PLACE.fullmatch(place) or not isinstance(digest, str):
        return Kept(why=str(body.get("why") or NO_PLACE))
    state = os.path.dirname(os.path.dirname(journal))
    try:
        with open_regular(f"{state}/{FOLDER}/{place}", LARGEST) as stream:
            data = stream.read()
    except (Refused, OSError):
        return Kept(why=GONE)
    return _read(data) if hashlib.sha256(data).hexdigest() == digest else Kept(why=CHANGED)


def read_versions(record: Mapping[str, object]) -> Mapping[str, object]:
    """The versions of what is remembered that a decision read."""
    memory = record.get("memory")
    read = memory.get("read") if isinstance(memory, Mapping) else None
    return read if isinstance(read, Mapping) else NOTHING


def _read(data: bytes) -> Kept:
    try:
        body = parse(data)
        payload = parse(str(body["stdin"]).encode()) if isinstance(body, dict) else None
        seen = body.get("seen") if isinstance(body, dict) else None
    except (RejectedJson, KeyError, RecursionError, MemoryError, UnicodeEncodeError):
        return Kept(why=CHANGED)
    if not isinstance(payload, dict) or not isinstance(seen, dict):
        return Kept(why=CHANGED)
    return Kept(payload, seen)
