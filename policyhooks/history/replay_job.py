"""The pure function of a replay: two programs and a moment, and what a segment comes to under them.

It has a form in bytes, which is the same for the same job: what an earlier run has done counts for that one alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from policyhooks import __version__
from policyhooks.core.effects import TABLE
from policyhooks.history.past_events import JOURNAL, PastEvent, Segment
from policyhooks.history.prose import SHELL, is_prose
from policyhooks.history.replay_part import Change, Part
from policyhooks.history.safe_files import OLDER, Skipped
from policyhooks.history.store import read_segment
from policyhooks.history.verdicts import NOT_KEPT, UNKNOWN, Bench, Judged
from policyhooks.history.workers import LOST

NO_RECORD = "no verdict was journalled"
STRICT = {row.name: row.strictness for row in TABLE if row.kind == "verdict"}


@dataclass(frozen=True)
class Job:
    """Without `old` what was journalled takes its place. `since` is a time as journals write it."""

    new: Bench
    old: Bench | None
    since: str = ""

    def work(self, segment: Segment) -> Part:
        """Decide all of a segment twice."""
        part = Part()
        benches = [bench for bench in (self.new, self.old) if bench is not None]
        for bench in benches:
            bench.begin()
        for past in read_segment(segment, part.skipped):
            if self.since and past.at and past.at < self.since:
                part.skipped[OLDER] += 1
                continue
            for bench in benches:
                bench.turn_to(past.segment.path)
            part.add(past.key, *_outcome(past, self.new, self.old))
        return part

    def encode(self) -> bytes:
        """The job in bytes, the same for equal jobs."""
        told = {
            "engine": __version__,
            "since": self.since,
            "new": _told(self.new),
            "old": _told(self.old) if self.old else None,
        }
        return json.dumps(told, sort_keys=True).encode("ascii")


def lost(_: Segment) -> Part:
    """What a segment comes to that kills whoever reads it."""
    return Part(skipped=Skipped({LOST: 1}))


def _told(bench: Bench) -> Mapping[str, object]:
    book = bench.rulebook
    return {
        "sources": [[dict(modules), rank] for modules, rank in book.sources],
        "machine": book.machine,
        "guarded": list(book.guarded),
    }


def _outcome(past: PastEvent, new: Bench, old: Bench | None) -> tuple[str, Change | None]:
    """Why an event is not known, or nothing, and what has changed."""
    prose_counts = new.reads_prose or (old is not None and old.reads_prose)
    if past.unknown and (prose_counts or not is_prose(past.unknown)):
        return NOT_KEPT, None
    before = old.judge(past) if old is not None else _journalled(past)
    after = new.judge(past)
    if past.unknown and after.event != SHELL:
        return NOT_KEPT, None
    if UNKNOWN in (before.verdict, after.verdict):
        return before.why or after.why, None
    kind = compare(before, after)
    return "", _change(kind, past, before, after) if kind else None


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
