"""What a replay of one segment came to, and its form in bytes: for another process, another machine, another day."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.history.safe_files import Skipped

VERSION = 1
KEY = 16  # bytes that stand for an event


@dataclass(frozen=True)
class Change:
    """An event that comes out differently. `rules` are those of the stricter side."""

    kind: str
    before: str
    after: str
    rules: tuple[str, ...]
    text: str
    client: str
    event: str
    tool: str
    session: str
    use_id: str
    at: str
    person: str
    machine: str
    source: str
    line: int


Row = tuple[bytes, str, Change | None]  # the event's key; why it is not known, or nothing; the change


class Damaged(Exception):
    """The bytes are no part of ours."""


@dataclass
class Part:
    """The events of a segment in their order. Most of them come out the same, and are a key alone."""

    keys: bytearray = field(default_factory=bytearray)
    unknown: dict[int, str] = field(default_factory=dict)
    changes: dict[int, Change] = field(default_factory=dict)
    skipped: Skipped = field(default_factory=Skipped)

    def add(self, key: str, why: str, change: Change | None) -> None:
        """One more event."""
        at = len(self.keys) // KEY
        self.keys += hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=KEY).digest()
        if why:
            self.unknown[at] = why
        elif change is not None:
            self.changes[at] = change

    def rows(self) -> Iterator[Row]:
        """The events."""
        for at in range(len(self.keys) // KEY):
            yield bytes(self.keys[at * KEY : at * KEY + KEY]), self.unknown.get(at, ""), self.changes.get(at)

    def encode(self) -> bytes:
        """The same in bytes, the same for equal parts."""
        reasons: dict[str, list[int]] = {}
        for at, why in self.unknown.items():
            reasons.setdefault(why, []).append(at)
        document = {
            "v": VERSION,
            "keys": base64.b64encode(self.keys).decode("ascii"),
            "unknown": dict(sorted(reasons.items())),
            "changes": [[at, list(vars(change).values())] for at, change in self.changes.items()],
            "skipped": dict(sorted(self.skipped.items())),
        }
        return json.dumps(document, separators=(",", ":")).encode("ascii")


def decode(data: bytes) -> Part:
    """A part from its bytes. Raises Damaged."""
    try:
        found = parse(data)
        assert isinstance(found, dict)
        assert found["v"] == VERSION
        keys = bytearray(base64.b64decode(found["keys"], validate=True))
        unknown = {int(at): str(why) for why, places in found["unknown"].items() for at in places}
        changes = {int(at): _change(values) for at, values in found["changes"]}
        skipped: Skipped = Counter({str(why): int(count) for why, count in found["skipped"].items()})
    except (RejectedJson, RecursionError, AssertionError, KeyError, TypeError, ValueError, AttributeError):
        raise Damaged from None
    return Part(keys, dict(sorted(unknown.items())), changes, skipped)


def _change(values: list[object]) -> Change:
    names = Change.__dataclass_fields__
    told = dict(zip(names, values, strict=True))
    rules, line = told.pop("rules"), told.pop("line")
    if not isinstance(rules, list) or not isinstance(line, int):
        raise TypeError
    texts = {name: str(value) for name, value in told.items()}
    return Change(**texts, rules=tuple(map(str, rules)), line=line)
