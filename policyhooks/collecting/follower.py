"""Holds what one installation sends against what is known of it: numbers, chains, gaps, beginnings. It stores nothing.

Without the journal's key, which never leaves its machine, a chain cannot be computed here. It can be compared: a number
has one chain, and what was once received cannot become other without being seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from policyhooks.collecting.lake_rows import Finding, Row
from policyhooks.runtime.ports.journal_head import START

NEW, AGAIN, ANOTHER = "new", "again", "another"
MOST_EPOCHS = 1000
# What must be the same when a record comes again. Texts are left out: a newer version may mask them otherwise.
FACTS = ("time", "kind", "client", "native", "event", "session", "tool", "verdict", "decided_by", "programs")

Facts = tuple[object, ...]


@dataclass(frozen=True)
class Stored:
    """A record that is in the lake."""

    epoch: int
    chain: str
    facts: Facts


@dataclass(frozen=True)
class Gap:
    """Numbers that are missing, and the finding that told so."""

    finding: str
    epoch: int
    first: int
    last: int


@dataclass(frozen=True)
class End:
    """The last number of an epoch, and its chain."""

    seq: int = 0
    chain: str = START


Look = Callable[[int, int], Mapping[int, Sequence[Stored]]]


@dataclass
class Follower:
    """One installation during a batch. `look` gives what the lake has between two numbers."""

    installation: str
    ends: dict[int, End]
    gaps: list[Gap]
    look: Look
    findings: list[Finding] = field(default_factory=list)
    repeated: int = 0
    known: dict[int, list[Stored]] = field(default_factory=dict)
    looked: list[tuple[int, int]] = field(default_factory=list)

    @property
    def top(self) -> int:
        return max((end.seq for end in self.ends.values()), default=0)

    def expect(self, first: int, last: int) -> None:
        """What is to come lies between these numbers: what the lake has of them is looked up once."""
        if first <= self.top:
            for seq, stored in self.look(first, last).items():
                self.known.setdefault(seq, []).extend(stored)

    def take_record(self, epoch: int, row: Row) -> str:
        """Whether a record is new, known, or another one of a number that has one."""
        seq, chain = int(str(row["seq"])), str(row["chain"])
        self._enter(epoch)
        end, facts = self.ends[epoch], facts_of(row)
        same = [one for one in self.known.get(seq, ()) if one.chain == chain]
        others = [one for one in self.known.get(seq, ()) if one.chain != chain and one.epoch == epoch]
        if same and not any(one.facts == facts for one in same):
            self._tell("changed", f"record {seq} came again with other contents under the same chain", epoch, seq, seq)
            self._add(seq, Stored(epoch, chain, facts))
            return ANOTHER
        if not same:
            self._add(seq, Stored(epoch, chain, facts))
        if seq > end.seq:
            if end.seq and seq > end.seq + 1:
                self._open_gap(epoch, end.seq + 1, seq - 1, "records are missing")
            self.ends[epoch] = End(seq, chain)
        elif not same and not others:
            self._fill(epoch, seq)
        if same:
            self.repeated += 1
            return AGAIN
        if others:
            self._tell("fork", f"record {seq} is there twice, with different chains", epoch, seq, seq)
            return ANOTHER
        return NEW

    def take_gap(self, epoch: int, first: int, last: int) -> None:
        """The machine says that its journal lacks these."""
        self._enter(epoch)
        end = self.ends[epoch]
        if last <= end.seq or first > last:
            self.repeated += 1
            return
        self._open_gap(epoch, first, last, "the machine's journal lacks records")
        self.ends[epoch] = End(last, end.chain)

    def take_begin(self, epoch: int, before: Mapping[str, object] | None) -> None:
        """The machine says that its journal begins, or began anew."""
        if epoch in self.ends:
            self.repeated += 1
            return
        self._enter(epoch, told=before is not None)

    def _enter(self, epoch: int, *, told: bool = False) -> None:
        """Be in an epoch; a new one behind another says that what was known is gone."""
        if epoch in self.ends:
            return
        newest = max(self.ends, default=0)
        if epoch > newest and self.ends:
            seq = self.ends[newest].seq
            how = "the machine says so" if told else "nothing was said of it"
            what = f"the journal began anew or was cut, {how}: records up to {seq} were known"
            self._tell("cut", what, newest, None, seq)
        self.ends[epoch] = End()

    def _open_gap(self, epoch: int, first: int, last: int, why: str) -> None:
        found = self._tell("gap", f"{why}: {first} to {last}", epoch, first, last)
        self.gaps.append(Gap(found.id, epoch, first, last))

    def _fill(self, epoch: int, seq: int) -> None:
        """A record that came late may close a gap, or a part of it."""
        for at, gap in enumerate(self.gaps):
            if gap.epoch == epoch and gap.first <= seq <= gap.last:
                left = list(_without(gap, seq))
                self.gaps[at : at + 1] = left
                if not any(one.finding == gap.finding for one in self.gaps):
                    told = Finding("filled", self.installation, f"record {seq} came late", epoch, seq, seq, gap.finding)
                    self.findings.append(told)
                return

    def _add(self, seq: int, stored: Stored) -> None:
        self.known.setdefault(seq, []).append(stored)

    def _tell(self, kind: str, what: str, epoch: int, first: int | None, last: int | None) -> Finding:
        """A finding; one that goes on from the last one is told together with it."""
        before = self.findings[-1] if self.findings else None
        if before and before.kind == kind in ("fork", "changed") and before.epoch == epoch:
            wider = replace(before, last=last, more={"records": int(str((before.more or {}).get("records", 1))) + 1})
            self.findings[-1] = wider
            return wider
        self.findings.append(Finding(kind, self.installation, what, epoch, first, last))
        return self.findings[-1]


def _without(gap: Gap, seq: int) -> Iterator[Gap]:
    """What is left of a gap."""
    if gap.first < seq:
        yield replace(gap, last=seq - 1)
    if seq < gap.last:
        yield replace(gap, first=seq + 1)


def facts_of(row: Mapping[str, object]) -> Facts:
    """What of a row must never change."""
    return tuple(tuple(value) if isinstance(value, list) else value for value in map(row.get, FACTS))
