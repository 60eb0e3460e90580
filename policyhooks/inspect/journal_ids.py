"""Names of journal records that are short and the same for everybody: the beginning of a record's chain.

A chain is a keyed hash over everything before it, so no two journals have one in common. Numbers count in one
journal alone; they are understood too where they say enough.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from policyhooks.errors import UsageError
from policyhooks.inspect.journal import Record, read_records

SHORT = 8  # digits that are shown, more where two records begin alike
LEAST = 4  # digits that are taken for the beginning of an id; fewer are a number
LISTED = 4
HEX = frozenset("0123456789abcdef")


@dataclass(frozen=True)
class Entry:
    """A record, the folder whose journal holds it, and its id, empty where the chain is none."""

    state: Path
    record: Record
    id: str

    @property
    def title(self) -> str:
        """What tells it from others, in a few words."""
        told = (self.record.get(name, "") for name in ("time", "client", "event", "verdict"))
        return " ".join([self.id, *(str(word) for word in told if word)])


def read_entries(states: Sequence[Path]) -> list[Entry]:
    """The records of these journals, oldest first, with ids that are unique among them."""
    found = [(state, record) for state in states for record in read_records(state)]
    digits = shortest(chain_of(record) for _, record in found)
    entries = [Entry(state, record, chain_of(record)[:digits]) for state, record in found]
    return sorted(entries, key=lambda entry: str(entry.record.get("time", "")))


def chain_of(record: Record) -> str:
    """The chain; empty where somebody has put something else in its place."""
    chain = record.get("chain")
    return chain if isinstance(chain, str) and len(chain) == 64 and HEX.issuperset(chain) else ""


def shortest(chains: Iterable[str]) -> int:
    """How many digits tell these chains from each other."""
    ordered = sorted({chain for chain in chains if chain})
    digits = SHORT
    for one, other in pairwise(ordered):
        while one[:digits] == other[:digits]:
            digits += 1
    return digits


def find_entry(entries: Sequence[Entry], text: str) -> Entry:
    """The one record that an id, its beginning or a number means. Raises UsageError with what was probably meant."""
    found = list(_matching(entries, text.lower()))
    if len(found) == 1:
        return found[0]
    if found:
        listed = "; ".join(one.title for one in found[:LISTED]) + ("; ..." if len(found) > LISTED else "")
        raise UsageError(f"`{text}` is the beginning or the number of {len(found)} records", f"name one: {listed}")
    ids = [entry.id for entry in entries if entry.id]
    near = difflib.get_close_matches(text.lower(), ids, n=2, cutoff=0.6)
    meant = f"did you mean {' or '.join(near)}? " if near else ""
    raise UsageError(f"there is no record `{text}`", f"{meant}`policyhooks log` lists them")


def _matching(entries: Sequence[Entry], text: str) -> Iterator[Entry]:
    by_id = [entry for entry in entries if len(text) >= LEAST and text and chain_of(entry.record).startswith(text)]
    if by_id or not text.isdecimal():
        yield from by_id
        return
    yield from (entry for entry in entries if entry.record.get("seq") == int(text))
