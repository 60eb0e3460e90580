"""`replay`: the same past under two sets of policies, and what the change does. It renders nothing.

INVARIANT: a difference is told only where both verdicts are known. An event of which something was not kept, or that a
judge or a command would decide, is counted as not known, never guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from policyhooks.core.effects import TABLE
from policyhooks.history.past_events import JOURNAL, PastEvent, Segment
from policyhooks.history.prose import SHELL, is_prose
from policyhooks.history.safe_files import Skipped
from policyhooks.history.scanning import LOST, OLDER
from policyhooks.history.store import read_segment
from policyhooks.history.verdicts import UNKNOWN, Bench, Judged
from policyhooks.history.workers import run_all

KINDS = ("denied", "asked", "freed", "redacted")
GATES: Mapping[str, tuple[str, ...]] = {"freed": ("freed",), "denied": ("denied",), "any": KINDS}
NOT_KEPT = "something of it was not kept"
NO_RECORD = "no verdict was journalled"
STRICT = {row.name: row.strictness for row in TABLE if row.kind == "verdict"}
MOST_RECORDS = 100_000


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


@dataclass
class Replay:
    """What a replay came to; it grows while files are read."""

    events: int = 0
    repeated: int = 0
    same: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    skipped: Skipped = field(default_factory=Skipped)
    records: list[Change] = field(default_factory=list)
    unlisted: int = 0
    maps: dict[str, dict[str, list[str]]] = field(default_factory=dict)  # of the rules of changes, by framework
    by: dict[str, dict[str, Counter[str]]] = field(
        default_factory=lambda: {name: {} for name in ("rule", "client", "person", "machine")}
    )

    def hits(self, gate: str) -> int:
        """How many changes a gate is about."""
        return sum(self.counts[kind] for kind in GATES.get(gate, ()))

    def as_json(self) -> dict[str, object]:
        """The replay as plain values."""
        return {
            "events": self.events,
            "repeated": self.repeated,
            "same": self.same,
            **{kind: self.counts[kind] for kind in KINDS},
            "not_known": sum(self.unknown.values()),
            "not_known_why": dict(sorted(self.unknown.items())),
            "skipped": dict(sorted(self.skipped.items())),
            **{
                f"by_{name}": {key: dict(sorted(counts.items())) for key, counts in sorted(found.items())}
                for name, found in self.by.items()
            },
            "maps": self.maps,
            "unlisted": self.unlisted,
            "records": [{**vars(one), "rules": list(one.rules)} for one in self.records],
        }


Row = tuple[str, str, Change | None]  # key; why it is not known, or nothing; the change
Told = tuple[list[Row], Skipped]


def replay(
    segments: Sequence[Segment],
    new: Bench,
    old: Bench | None,
    *,
    since: str = "",
    step: Callable[[str], None] = lambda _: None,
    most: int = 0,
) -> Replay:
    """Decide all of it twice; without `old` what was journalled takes its place."""

    def work(segment: Segment) -> Told:
        skipped = Skipped()
        for bench in (new, old):
            if bench is not None:
                bench.begin()
        rows = []
        for past in read_segment(segment, skipped):
            if since and past.at and past.at < since:
                skipped[OLDER] += 1
            else:
                rows.append(_row(past, new, old))
        return rows, skipped

    total = Replay()
    seen: set[int] = set()
    for segment, (rows, skipped) in run_all(segments, work, lambda _: ([], Skipped({LOST: 1})), most):
        step(segment.path.rpartition("/")[2])
        total.skipped += skipped
        for row in rows:
            _add(total, row, seen)
    total.records.sort(key=lambda one: (one.source, one.line, one.use_id))
    _name_people(total)
    for bench in filter(None, (old, new)):
        total.maps |= bench.rulebook.maps_of(total.by["rule"])
    return total


def _row(past: PastEvent, new: Bench, old: Bench | None) -> Row:
    prose_counts = new.reads_prose or (old is not None and old.reads_prose)
    if past.unknown and (prose_counts or not is_prose(past.unknown)):
        return past.key, NOT_KEPT, None
    before = old.judge(past) if old is not None else _journalled(past)
    after = new.judge(past)
    if past.unknown and after.event != SHELL:
        return past.key, NOT_KEPT, None
    if UNKNOWN in (before.verdict, after.verdict):
        return past.key, before.why or after.why, None
    kind = compare(before, after)
    return past.key, "", _change(kind, past, before, after) if kind else None


def _journalled(past: PastEvent) -> Judged:
    if past.segment.kind != JOURNAL or past.verdict not in STRICT:
        return Judged(UNKNOWN, why=NO_RECORD)
    return Judged(past.verdict, past.by)


def compare(before: Judged, after: Judged) -> str:
    """The kind of change; empty for none. What loosens in any way is `freed`, whatever else it does."""
    was, now = STRICT[before.verdict], STRICT[after.verdict]
    if now < was or (before.redacts and not after.redacts and after.verdict != "deny"):
        return "freed"
    if now > was:
        # From allow to pass the client's own prompt comes back.
        return {"deny": "denied", "ask": "asked"}.get(after.verdict, "asked")
    return "redacted" if after.redacts and not before.redacts else ""


def _change(kind: str, past: PastEvent, before: Judged, after: Judged) -> Change:
    decisive = before if kind == "freed" else after
    return Change(
        kind=kind,
        before=_words(before),
        after=_words(after),
        rules=decisive.rules,
        text=after.text or before.text,
        client=past.client,
        event=after.event,
        tool=past.tool,
        session=past.session,
        use_id=past.use_id,
        at=past.at,
        person=past.segment.person,
        machine=past.segment.machine,
        source=past.segment.path,
        line=past.line,
    )


def _words(judged: Judged) -> str:
    return f"{judged.verdict}, redacted" if judged.redacts else judged.verdict


def _add(total: Replay, row: Row, seen: set[int]) -> None:
    key, why, change = row
    if hash(key) in seen:
        total.repeated += 1
        return
    seen.add(hash(key))
    total.events += 1
    if why:
        total.unknown[why] += 1
    elif change is None:
        total.same += 1
    else:
        total.counts[change.kind] += 1
        if len(total.records) < MOST_RECORDS:
            total.records.append(change)
        else:
            total.unlisted += 1


def _name_people(total: Replay) -> None:
    """People get numbers: who it was is nobody's business who reads about rules."""
    people = sorted({one.person for one in total.records if one.person})
    names = {person: f"person-{at}" for at, person in enumerate(people, start=1)}
    total.records = [
        Change(**{**vars(one), "person": names.get(one.person, ""), "machine": one.machine[:12]})
        for one in total.records
    ]
    for one in total.records:
        for name, values in (
            ("rule", one.rules or ("(no rule)",)),
            ("client", (one.client,)),
            ("person", (one.person,)),
            ("machine", (one.machine,)),
        ):
            for value in filter(None, values):
                total.by[name].setdefault(value, Counter())[one.kind] += 1
