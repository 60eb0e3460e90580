"""Proves a journal: its chain by its key, its end by its head, and that only what may be gone is gone.

Whoever has the key, or puts an older journal back together with its older head, is not found out here: only a copy
of the end that is kept elsewhere shows that. It knows the format from runtime/ports/journal.py and writes nothing.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from policyhooks.inspect.journal import Line, read_lines
from policyhooks.runtime.ports.journal import BEHIND, VERSION
from policyhooks.runtime.ports.journal_head import FILE as HEAD
from policyhooks.runtime.ports.journal_head import LOST, START, Head, chain_key, keyed_hash, read_head
from policyhooks.runtime.ports.journal_key import FILE as KEY
from policyhooks.runtime.ports.journal_key import LONGEST

MARK = b',"chain":"'
NUMBER = b',"seq":'
LAYOUT = "layout"  # a state that has it was given a head when it was brought up to date
CHANGED = "does not fit the one before, or was changed"


@dataclass(frozen=True)
class Verification:
    """What a check came to. `problems` is empty when the journal holds; `notes` are no problems."""

    records: int
    torn: int
    first: int
    last: int
    end: str  # the last record's chain: compare it with a copy kept elsewhere
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()


def verify(state: Path) -> Verification:
    """Compute the chain anew and compare it with the head. Every change, gap, repetition or loss is a problem."""
    key = _read_key(state)
    head = _read_head(state, key)
    proof = _Proof(key, head or Head(), (state / LAYOUT).exists())
    for line in read_lines(state):
        proof.take(line)
    # Hooks may write meanwhile: what the head said before must be there, and it may since have come further.
    proof.compare(head, _read_head(state, key), os.path.lexists(state / HEAD))
    end = (proof.chain or "") if proof.records else ""
    return Verification(
        proof.records, proof.torn, proof.first, proof.last, end, tuple(proof.problems), tuple(proof.notes())
    )


def _read_key(state: Path) -> bytes | None:
    """The chain's key; None where there is none that this user may read."""
    try:
        with (state / KEY).open("rb") as stream:
            return chain_key(bytes.fromhex(stream.read(LONGEST).decode("ascii").strip()))
    except (OSError, ValueError):
        return None


def _read_head(state: Path, key: bytes | None) -> Head | None:
    if key is None:
        return None
    try:
        descriptor = os.open(state / HEAD, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        return read_head(descriptor, key)
    except OSError:
        return None
    finally:
        os.close(descriptor)


class _Proof:
    """One pass over the lines of a journal."""

    def __init__(self, key: bytes | None, head: Head, migrated: bool) -> None:
        self.key = key
        self.head = head
        self.migrated = migrated  # no record here can be the first one after an upgrade that has made no head
        self.chain: str | None = START  # of the record before; None where it cannot be known
        self.first = self.last = self.records = self.torn = self.unkeyed = self.keyed = 0
        self.told = 0  # what the record before said of the head
        self.lets_unkeyed = False  # a keyed record has told of a generation that writes the earlier format
        self.at_head = ""  # the chain of the record that the head names
        self.recovered: tuple[int, str] | None = None  # a torn line that still has its whole record
        self.problems: list[str] = []

    def take(self, line: Line) -> None:
        """The next line."""
        if line.record is None:
            self.torn += 1
            self.recovered = self._recover(line.data)
            return
        seq, written = line.record["seq"], line.record["chain"]
        assert isinstance(seq, int)
        assert isinstance(written, str)
        is_keyed = line.record.get("v") == VERSION
        body = line.data.rpartition(MARK)[0]
        if self.recovered is not None and self._hash(self.recovered[1], body, is_keyed) == written:
            self.last, self.chain = self.recovered
        problem = self._look_at_order(seq) or self._look_at_chain(body, written, is_keyed)
        problem = problem or self._look_at_head(line.record.get("head", 0), is_keyed)
        if is_keyed:
            self.lets_unkeyed = line.record.get("unkeyed") is True
        if problem:
            self.problems.append(f"{line.path.name}:{line.number}: record {seq} {problem}")
        self._pass(seq, written)
        self.unkeyed += not is_keyed
        self.keyed += is_keyed

    def _pass(self, seq: int, chain: str) -> None:
        self.records += 1
        self.first = self.first or seq
        self.chain, self.last, self.recovered = chain, seq, None
        if seq == self.head.seq:
            self.at_head = chain

    def _hash(self, chain: str, body: bytes, is_keyed: bool) -> str | None:
        """The chain of a record; None where it takes a key that cannot be read."""
        if not is_keyed:
            return hashlib.sha256(chain.encode("ascii") + body).hexdigest()
        return None if self.key is None else keyed_hash(self.key, chain.encode("ascii") + body)

    def _recover(self, data: bytes) -> tuple[int, str] | None:
        """A line that was torn behind its number: the record is whole, and its chain follows from it."""
        body = data.rpartition(b',"chain')[0] or data.rstrip(b',"chain')
        number = body.rpartition(NUMBER)[2]
        if self.chain is None or not number.isdigit() or int(number) != self.last + 1:
            return None
        chain = self._hash(self.chain, body, is_keyed=True)
        if chain is None or not (body + MARK + f'{chain}"}}'.encode()).startswith(data):
            return None  # a killed writer leaves the beginning of what it wrote, nothing else
        return int(number), chain

    def _look_at_order(self, seq: int) -> str:
        if self.records:
            return "" if seq == self.last + 1 else f"stands where {self.last + 1} should"
        if seq > self.head.first:
            self.chain = None
            return f"is the first, where {self.head.first} should be"
        self.chain = START if seq == 1 else self.head.base if seq == self.head.first else None
        return ""

    def _look_at_chain(self, body: bytes, written: str, is_keyed: bool) -> str:
        if not is_keyed and not self.lets_unkeyed and (self.keyed or 0 < self.head.keyed <= self.last + 1):
            return "has no key: an earlier version wrote it, or somebody else"
        computed = written if self.chain is None else self._hash(self.chain, body, is_keyed)
        return CHANGED if computed not in (written, None) else ""

    def _look_at_head(self, told: object, is_keyed: bool) -> str:
        """What a record says that its writer found."""
        before, self.told = self.told, told if isinstance(told, int) else 0
        if not self.told or not is_keyed:
            return ""
        if self.told == LOST:
            upgraded = self.records and not self.keyed and not self.migrated
            return "" if upgraded else "was written when the journal had lost its head: what was before may be cut"
        # A head that cannot be written falls behind one by one; one that was put back, at once.
        fits = self.lets_unkeyed or self.told in (BEHIND + 1, before + 1)
        return "" if fits else f"was written when the journal's head was {self.told} records old: it was put back"

    def compare(self, head: Head | None, now: Head | None, is_there: bool) -> None:
        """The journal's end with the head as it was before and as it is behind the reading."""
        if self.key is None:
            if self.keyed:
                self.problems.append(f"the key cannot be read: {self.keyed} records cannot be checked")
            return
        if head is None or now is None:
            if is_there:
                self.problems.append("the head is damaged, or was written with another key")
            elif self.keyed or self.migrated:
                self.problems.append("the head is gone: nothing tells whether the end was cut off")
            return
        if self.recovered is not None and self.recovered == (head.seq, head.chain):
            self._pass(*self.recovered)
        if head.seq > self.last:
            self.problems.append(f"the end is missing: the head knows of records up to {head.seq}")
        elif head.seq >= self.first > 0 and self.at_head != head.chain:
            self.problems.append(f"record {head.seq} is not the one that the head knows")
        behind = self.last - now.seq
        if behind > BEHIND + 1 and self.told != behind - 1 and self.keyed and not self.lets_unkeyed:
            self.problems.append(f"the head is {behind} records old: it was put back")

    def notes(self) -> list[str]:
        """What is worth saying of a journal that holds."""
        found = []
        if self.unkeyed:
            found.append(
                f"{self.unkeyed} records of the earlier format have no key: who can write could have made them"
            )
        if self.first > 1 and not self.problems:
            found.append(f"begins with record {self.first}: older ones were dropped by `journal.keep` or `log purge`")
        return found
