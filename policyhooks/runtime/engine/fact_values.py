"""What is kept of a fact, what an event adds to it, and what conditions see of it. Values in, values out.

An entry is a JSON object. INVARIANT: adding to one never makes less of what conditions see; only time does.

    flag, label, latest   {"at": nanoseconds}
    count                 {"at", "n": how often, "w": [[milliseconds, step], ...] with `per`, "u": [calls that counted]}
    set                   {"at", "m": {keyed digest: milliseconds}, "full": 1 where some did not fit}
"""

from __future__ import annotations

from policyhooks.core.memory_records import MemoryCount, MemoryFlag, MemoryLabel, MemoryLatest, MemorySet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from policyhooks.core.program import Fact
    from policyhooks.core.values import Record

    Entry = dict[str, Any]

MS = 1_000_000
USES = 64  # calls that a count remembers, so that two events of one call count once
NOTHING: Entry = {}


class Given:
    """What one event adds to a fact: a moment, the digests of texts, or the call that counts."""

    __slots__ = ("at", "members", "open", "use")

    def __init__(self, at: int, members: Sequence[str] = (), use: str = "", open_: bool = False) -> None:
        self.at = at
        self.members = members
        self.use = use
        self.open = open_  # something was added, and nobody knows what

    def told(self) -> list[object]:
        """As a journal has it."""
        return [self.at, *self.members, *(["?"] if self.open else ())]


def is_over(fact: Fact, entry: Entry, now: int) -> bool:
    """Whether a fact has not been fed for longer than its ttl."""
    return bool(fact.ttl_ms) and now - int(entry["at"]) > fact.ttl_ms * MS


def live(fact: Fact, entry: Entry | None, now: int) -> Entry:
    """What is left of an entry at a time; empty where there is nothing."""
    if not entry or is_over(fact, entry, now):
        return NOTHING
    if fact.kind == "set" and fact.ttl_ms:
        oldest = now // MS - fact.ttl_ms
        return {**entry, "m": {member: at for member, at in entry["m"].items() if at >= oldest}}
    if fact.kind == "count" and fact.per_ms:
        oldest = now // MS - fact.per_ms
        window = [one for one in entry["w"] if one[0] >= oldest]
        return {**entry, "w": window, "n": min(sum(one[1] for one in window), fact.most)}
    return entry


def add(fact: Fact, entry: Entry | None, given: Given, now: int) -> Entry:
    """The entry after an event; what does not fit any more saturates."""
    entry = live(fact, entry, now)
    at = max(int(entry.get("at", 0)), given.at)
    if fact.kind == "count":
        return add_count(fact, entry, given, at)
    if fact.kind == "set":
        return add_members(fact, entry, given, at)
    return {"at": at}


def add_count(fact: Fact, entry: Entry, given: Given, at: int) -> Entry:
    uses = list(entry.get("u", ()))
    if given.use and given.use in uses:
        return entry
    made: Entry = {"at": at, "n": min(int(entry.get("n", 0)) + fact.step, fact.most)}
    if fact.per_ms:
        made["w"] = [*entry.get("w", ()), [given.at // MS, fact.step]][-fact.most :]
    if given.use:
        made["u"] = [*uses, given.use][-USES:]
    return made


def add_members(fact: Fact, entry: Entry, given: Given, at: int) -> Entry:
    members = dict(entry.get("m", NOTHING))
    full = bool(entry.get("full")) or given.open
    for member in given.members:
        if member not in members and len(members) >= fact.most:
            full = True
            continue
        members[member] = given.at // MS
    return {"at": at, "m": members, **({"full": 1} if full else {})}


def saturated(before: Entry | None, entry: Entry) -> Entry:
    """An entry for which there is no room: it keeps what it had, and says that there was more."""
    small = {name: value for name, value in entry.items() if name not in ("m", "w", "u")}
    known = before or NOTHING
    if "m" in entry:
        small |= {"m": known.get("m", {}), "full": 1}
    if "w" in entry:
        small["w"] = known.get("w", [])
    return small


def value_of(fact: Fact, entry: Entry, digest: Callable[[str], str]) -> Record:
    """What conditions see of an entry that is live."""
    at = int(entry.get("at", 0))
    if fact.kind == "count":
        return MemoryCount(count=int(entry.get("n", 0)), at_ns=at)
    if fact.kind == "set":
        members = entry.get("m", NOTHING)
        full = bool(entry.get("full"))
        return MemorySet(size=len(members), at_ns=at, members=members, full=full, relaxes=fact.relaxes, digest=digest)
    if fact.kind == "latest":
        return MemoryLatest(set=bool(entry), at_ns=at)
    if fact.kind == "label":
        return MemoryLabel(set=bool(entry), at_ns=at, label=fact.label if entry else "")
    return MemoryFlag(set=bool(entry), at_ns=at)
