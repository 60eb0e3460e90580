"""`replay`: the same past under two sets of policies, and what the change does. It renders nothing.

INVARIANT: a difference is told only where both verdicts are known. An event of which something was not kept, or that a
judge or a command would decide, is counted as not known, never guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from policyhooks.history.kept_parts import KeptParts, Run
from policyhooks.history.past_events import Segment
from policyhooks.history.replay_job import Job, lost
from policyhooks.history.replay_part import Change, Part
from policyhooks.history.safe_files import Skipped
from policyhooks.history.verdicts import Bench
from policyhooks.history.workers import run_all

KINDS = ("denied", "asked", "freed", "redacted")
GATES: Mapping[str, tuple[str, ...]] = {"freed": ("freed",), "denied": ("denied",), "any": KINDS}
MOST_RECORDS = 100_000


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


def replay(
    segments: Sequence[Segment],
    new: Bench,
    old: Bench | None,
    *,
    since: str = "",
    step: Callable[[str], None] = lambda _: None,
    most: int = 0,
    resume: Path | None = None,
) -> Replay:
    """Decide all of it twice, here; without `old` what was journalled takes its place.

    With a folder to resume from, what an earlier run of the same job has done is not done again.
    """
    job = Job(new, old, since)

    def run(left: Sequence[Segment]) -> Iterator[tuple[Segment, Part]]:
        return run_all(left, job.work, lost, most)

    return gather(job, segments, run, step, resume)


def gather(
    job: Job,
    segments: Sequence[Segment],
    run: Run,
    step: Callable[[str], None] = lambda _: None,
    resume: Path | None = None,
) -> Replay:
    """Let `run` do all of it, and put together what it came to: in the order of the segments, whoever was first."""
    ordered = list(dict.fromkeys(segments))
    place = {segment: at for at, segment in enumerate(ordered)}
    total = Replay()
    seen: set[bytes] = set()
    waiting: dict[int, Part] = {}
    added = 0
    kept = KeptParts(resume, job.encode()) if resume is not None else None
    for segment, part in kept.run(ordered, run) if kept is not None else run(ordered):
        step(segment.path.rpartition("/")[2])
        waiting[place[segment]] = part
        while added in waiting:
            _add(total, waiting.pop(added), seen)
            added += 1
    total.records.sort(key=lambda one: (one.source, one.line, one.use_id))
    _name_people(total)
    for bench in filter(None, (job.old, job.new)):
        total.maps |= bench.rulebook.maps_of(total.by["rule"])
    return total


def _add(total: Replay, part: Part, seen: set[bytes]) -> None:
    total.skipped += part.skipped
    for key, why, change in part.rows():
        if key in seen:
            total.repeated += 1
            continue
        seen.add(key)
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
