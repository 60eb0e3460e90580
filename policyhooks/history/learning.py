"""`learn`: what was used, what the rules came to, and a policy that asks about anything new, with its price.

INVARIANT: it proposes rules that ask, and tells of rules and exceptions that people may want to look at. It proposes no
allow, no exception and no removal of a rule that fired, and puts nothing in force.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from policyhooks.clients.past_calls import RAN
from policyhooks.history.past_events import JOURNAL, PastEvent, Segment
from policyhooks.history.prose import is_prose
from policyhooks.history.rule_uses import BEFORE, Asked, RuleUses, rules_of, silent, unused
from policyhooks.history.safe_files import OLDER, Skipped
from policyhooks.history.scanning import Scan
from policyhooks.history.store import read_segment
from policyhooks.history.usage import KINDS, Usage, Used, things_in
from policyhooks.history.verdicts import Bench
from policyhooks.history.workers import LOST, run_all
from policyhooks.report.screen.chart import ranked

PASSED = ("pass", "allow")
FEW_DAYS, FEW_SESSIONS = 3, 3


@dataclass
class Lesson:
    """What was learnt; it grows while files are read."""

    days: int
    sessions: int
    calls: int = 0
    counted: int = 0
    usage: Usage = field(default_factory=Usage)
    uses: RuleUses = field(default_factory=RuleUses)
    left_out: Counter[str] = field(default_factory=Counter)
    skipped: Skipped = field(default_factory=Skipped)
    developer_days: set[tuple[str, str]] = field(default_factory=set)
    silent: list[str] = field(default_factory=list)
    unused: list[tuple[str, str]] = field(default_factory=list)
    policy: str = ""
    price: Scan | None = None

    def found(self) -> dict[str, dict[str, Used]]:
        """What was used on enough days and in enough sessions, by kind."""
        return {kind: self.usage.settled(kind, self.days, self.sessions) for kind in KINDS}

    @property
    def annoying(self) -> Mapping[str, Asked]:
        return self.uses.annoying()

    @property
    def questions(self) -> int:
        """How many past calls the proposal would have asked about."""
        return self.price.verdicts["ask"] + self.price.verdicts["deny"] if self.price is not None else 0

    @property
    def a_day(self) -> float:
        """The same for one person on one day."""
        return self.questions / len(self.developer_days) if self.developer_days else 0.0

    def remarks(self) -> list[str]:
        """What whoever reads the proposal should know."""
        return [
            f"Usual is what {self.counted} calls used, on {self.days} days and in {self.sessions} sessions or more.",
            f"Enforced, it would have asked about {self.questions} of them all, {self.a_day:.2f} a day and developer.",
            "Whoever works here can make something usual by using it: read the lists before you enforce it.",
        ]

    def as_json(self) -> dict[str, object]:
        """All of it as plain values."""
        found = self.found()
        return {
            "calls": self.calls,
            "counted": self.counted,
            "left_out": dict(sorted(self.left_out.items())),
            "least": {"days": self.days, "sessions": self.sessions},
            "used": {kind: {name: one.as_json() for name, one in found[kind].items()} for kind in KINDS},
            "seldom": {kind: len(self.usage.things[kind]) - len(found[kind]) for kind in KINDS},
            "policy": self.policy,
            "price": {
                "questions": self.questions,
                "of_calls": self.price.calls if self.price is not None else 0,
                "a_developer_day": round(self.a_day, 3),
                "rules": dict(ranked(self.price.rules)) if self.price is not None else {},
            },
            "never_fired": self.silent,
            "exceptions_never_used": [{"rule": rule, "exception": name} for rule, name in self.unused],
            "only_asked_in_vain": {
                rule: {"questions": one.questions, "days": len(one.days)} for rule, one in self.annoying.items()
            },
            "skipped": dict(sorted(self.skipped.items())),
        }


def learn(
    segments: Sequence[Segment],
    bench: Bench,
    *,
    since: str = "",
    days: int = FEW_DAYS,
    sessions: int = FEW_SESSIONS,
    step: Callable[[str], None] = lambda _: None,
    most: int = 0,
) -> Lesson:
    """Read and decide all of it. The proposal is not made here."""

    def work(segment: Segment) -> Lesson:
        part = Lesson(days, sessions)
        bench.begin()
        for past in read_segment(segment, part.skipped):
            if since and past.at and past.at < since:
                part.skipped[OLDER] += 1
            else:
                bench.turn_to(past.segment.path)
                _add(part, past, bench)
        return part

    total = Lesson(days, sessions)
    lost = Lesson(days, sessions, skipped=Skipped({LOST: 1}))
    for segment, part in run_all(segments, work, lambda _: lost, most):
        step(segment.path.rpartition("/")[2])
        _join(total, part)
    rules = list(rules_of(bench.rulebook.programs))
    total.silent, total.unused = silent(rules, total.uses), unused(rules, total.uses)
    return total


def _add(part: Lesson, past: PastEvent, bench: Bench) -> None:
    considered = bench.consider(past)
    if considered is not None and considered[0].name not in BEFORE:
        return  # journals also tell of prompts, results and the ends of sessions
    part.calls += 1
    part.developer_days.add((past.segment.person, past.at[:10]))
    if considered is None:
        part.left_out["verdicts that are not known"] += 1
        return
    event, decision = considered
    part.uses.add(past, decision)
    why = _why_not(past, decision.verdict, bench)
    if why:
        part.left_out[why] += 1
        return
    part.counted += 1
    part.usage.add(past, things_in(event))


def _why_not(past: PastEvent, verdict: str, bench: Bench) -> str:
    """Why a call shows nothing about what is usual; empty where it does."""
    if verdict not in PASSED:
        return "calls that would be denied" if verdict == "deny" else "calls that would be asked about"
    if past.segment.kind == JOURNAL:
        whole = not past.unknown or (is_prose(past.unknown) and not bench.reads_prose)
        return "" if past.verdict in PASSED and whole else "records that were stopped, or not kept whole"
    return "" if past.state == RAN else "calls that did not run, or ended badly"


def _join(total: Lesson, part: Lesson) -> None:
    total.calls += part.calls
    total.counted += part.counted
    total.left_out += part.left_out
    total.skipped += part.skipped
    total.developer_days |= part.developer_days
    total.usage.odd += part.usage.odd
    for kind, name, one in _things(part.usage):
        used = total.usage.things[kind].setdefault(name, Used())
        used.calls += one.calls
        used.days |= one.days
        used.sessions |= one.sessions
        used.people |= one.people
    total.uses.fired |= part.uses.fired
    total.uses.excepted |= part.uses.excepted
    for rule, put in part.uses.asked.items():
        asked = total.uses.asked.setdefault(rule, Asked())
        asked.questions += put.questions
        asked.ran += put.ran
        asked.days |= put.days


def _things(usage: Usage) -> Iterator[tuple[str, str, Used]]:
    for kind, found in usage.things.items():
        yield from ((kind, name, one) for name, one in found.items())
