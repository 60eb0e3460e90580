"""`scan`: every past call under the policies, summed up. It renders nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from policyhooks.core.effects import ASK, DENY
from policyhooks.core.verdict import SEVERITIES
from policyhooks.history.past_events import PastEvent, Segment
from policyhooks.history.safe_files import OLDER, Skipped
from policyhooks.history.store import read_segment
from policyhooks.history.verdicts import UNKNOWN, Bench, Judged
from policyhooks.history.workers import LOST, run_all
from policyhooks.report.screen.chart import ranked

MOST_FINDINGS = 100_000
REDACT = "redact"
WEIGHT = {DENY: 3, ASK: 2, REDACT: 1}


@dataclass(frozen=True)
class Finding:
    """A past call that would not simply have passed."""

    verdict: str  # deny, ask or redact
    rules: tuple[str, ...]
    severity: str
    text: str
    client: str
    event: str
    tool: str
    session: str
    use_id: str
    at: str
    agent: str
    source: str
    line: int

    @property
    def weight(self) -> tuple[int, int, str]:
        """The most serious first, the newest of them first."""
        return SEVERITIES.index(self.severity), WEIGHT[self.verdict], self.at


@dataclass
class Scan:
    """What a scan came to; it grows while files are read."""

    files: int = 0
    calls: int = 0
    repeated: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    clients: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    sessions: set[str] = field(default_factory=set)
    prompted: set[str] = field(default_factory=set)
    unknown: Counter[str] = field(default_factory=Counter)
    skipped: Skipped = field(default_factory=Skipped)
    findings: list[Finding] = field(default_factory=list)
    maps: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)  # of its rules, by framework
    unlisted: int = 0
    first: str = ""
    last: str = ""

    def serious(self, most: int = 10) -> list[tuple[Finding, int]]:
        """The most serious, those that say the same together, with how often."""
        found: dict[tuple[object, ...], list[Finding]] = {}
        for one in sorted(self.findings, key=lambda one: one.weight, reverse=True):
            found.setdefault((one.verdict, one.rules, one.text), []).append(one)
        return [(group[0], len(group)) for group in list(found.values())[:most]]

    def as_json(self) -> Mapping[str, object]:
        """The scan as plain values."""
        return {
            "files": self.files,
            "calls": self.calls,
            "repeated": self.repeated,
            "sessions": len(self.sessions),
            "first": self.first,
            "last": self.last,
            **{f"would_{word}": self.verdicts[word] for word in WEIGHT},
            "pass": self.verdicts["pass"],
            "not_known": sum(self.unknown.values()),
            "not_known_why": dict(sorted(self.unknown.items())),
            "sessions_with_a_prompt": len(self.prompted),
            "clients": dict(sorted(self.clients.items())),
            "rules": dict(ranked(self.rules)),
            "maps": dict(self.maps),
            "skipped": dict(sorted(self.skipped.items())),
            "unlisted": self.unlisted,
            "findings": [{**vars(one), "rules": list(one.rules)} for one in self.findings],
        }


Row = tuple[str, str, str, str, Judged, Finding | None]  # key, client, session, time
Told = tuple[list[Row], Skipped]


def scan(
    segments: Sequence[Segment],
    bench: Bench,
    *,
    since: str = "",
    step: Callable[[str], None] = lambda _: None,
    most: int = 0,
) -> Scan:
    """Read and decide all of it. `since` is a time as journals write it."""

    def work(segment: Segment) -> Told:
        skipped = Skipped()
        bench.begin()
        rows = []
        for past in read_segment(segment, skipped):
            if since and past.at and past.at < since:
                skipped[OLDER] += 1
            else:
                bench.turn_to(past.segment.path)
                rows.append(_row(past, bench.judge_kept(past)))
        return rows, skipped

    total = Scan()
    seen: set[int] = set()
    for segment, (rows, skipped) in run_all(segments, work, lambda _: ([], Skipped({LOST: 1})), most):
        step(segment.path.rpartition("/")[2])
        total.files += 1
        total.skipped += skipped
        _add(total, rows, seen)
    total.findings.sort(key=lambda one: (one.source, one.line, one.use_id))
    total.maps = bench.rulebook.maps_of(total.rules)
    return total


def _row(past: PastEvent, judged: Judged) -> Row:
    finding = None
    if judged.verdict in ("deny", "ask") or judged.redacts:
        finding = Finding(
            verdict=judged.verdict if judged.verdict in WEIGHT else "redact",
            rules=judged.rules,
            severity=SEVERITIES[judged.severity],
            text=judged.text,
            client=past.client,
            event=judged.event,
            tool=past.tool,
            session=past.session,
            use_id=past.use_id,
            at=past.at,
            agent=past.agent,
            source=past.segment.path,
            line=past.line,
        )
    return past.key, past.client, past.session, past.at, judged, finding


def _add(total: Scan, rows: Iterable[Row], seen: set[int]) -> None:
    for key, client, session, at, judged, finding in rows:
        if hash(key) in seen:  # a client that forks a conversation copies what was said before
            total.repeated += 1
            continue
        seen.add(hash(key))
        total.calls += 1
        total.clients[client] += 1
        total.sessions.add(f"{client} {session}")
        total.first = min(total.first or at, at or total.first)
        total.last = max(total.last, at)
        if judged.verdict == UNKNOWN:
            total.unknown[judged.why] += 1
            continue
        total.verdicts[finding.verdict if finding else "pass"] += 1
        if finding is None:
            continue
        total.rules.update(finding.rules)
        if finding.verdict == "ask":
            total.prompted.add(f"{client} {session}")
        if len(total.findings) < MOST_FINDINGS:
            total.findings.append(finding)
        else:
            total.unlisted += 1
