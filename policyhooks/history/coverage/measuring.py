"""Measures coverage: which calls that transcripts tell of were decided, late, twice, or decided and not obeyed.

INVARIANT: a call is uncovered only where it ran, an installation was there for it, and no decision of that
installation can have been the call's. What stays in doubt is counted as ambiguous. It renders nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from policyhooks.clients.past_calls import FAILED, OPEN, RAN, REFUSED, history_of
from policyhooks.history.coverage.flights import Call, Kept, Remark, Watch, call_of
from policyhooks.history.coverage.gap_causes import Seen, cause_of, look, session_of
from policyhooks.history.coverage.journals import Journal, read_journals
from policyhooks.history.coverage.measured_coverage import (
    AMBIGUOUS,
    COVERED,
    DUPLICATE,
    EARLIER,
    IGNORED,
    LATE,
    NOT_RUN,
    OUTSIDE,
    UNCOVERED,
    UNDATED,
    UNFINISHED,
    Coverage,
)
from policyhooks.history.coverage.pairing import Pairs, pair
from policyhooks.history.coverage.windows import SLACK_S, seconds
from policyhooks.history.past_events import Segment
from policyhooks.history.safe_files import Skipped
from policyhooks.history.store import read_segment
from policyhooks.history.workers import LOST, run_all

DENY = "deny"


@dataclass(frozen=True)
class Looked:
    """One journal with what of it belongs to which call."""

    journal: Journal
    pairs: Pairs
    seen: Seen
    unreadable: Mapping[str, Sequence[float]]  # client -> when an event of it could not be read


def measure(
    segments: Sequence[Segment],
    watches: Sequence[Watch],
    *,
    since: str = "",
    step: Callable[[str], None] = lambda _: None,
    most: int = 0,
) -> Coverage:
    """Read transcripts and journals and compare them. `since` is a time as journals write it."""
    total = Coverage(list(watches))
    calls = _read_calls(total, segments, since, step, most)
    journals = read_journals([watch.journal for watch in watches], since, total.skipped)
    looked = {name: _look(calls, journal) for name, journal in journals.items()}
    folders = _first_folders(calls)
    for at, call in enumerate(calls):
        _judge(total, at, call, folders[session_of(call)], looked)
    return total


def _read_calls(
    total: Coverage, segments: Sequence[Segment], since: str, step: Callable[[str], None], most: int
) -> list[Call]:
    """Every call once, in the order of time."""

    def work(segment: Segment) -> tuple[list[Call], Skipped]:
        skipped = Skipped()
        past = (call_of(one) for one in read_segment(segment, skipped))
        return [call for call in past if not since or not call.at or call.at >= since], skipped

    calls: dict[tuple[str, ...], Call] = {}
    for segment, (found, skipped) in run_all(segments, work, lambda _: ([], Skipped({LOST: 1})), most):
        step(segment.path.rpartition("/")[2])
        total.skipped += skipped
        for call in found:
            # A client that forks a session copies what was said, with its ids and times.
            key = (call.client, call.use_id, call.tool, call.at)
            if key in calls and calls[key].state == OPEN:
                calls[key] = call
            calls.setdefault(key, call)
    return sorted(calls.values(), key=lambda call: (call.at, call.source, call.line))


def _look(calls: Sequence[Call], journal: Journal) -> Looked:
    pairs = pair(calls, journal.kept)
    unreadable: dict[str, list[float]] = defaultdict(list)
    for one in journal.kept:
        if not one.readable:
            unreadable[one.client].append(seconds(one.at))
    return Looked(journal, pairs, look(calls, pairs.found, journal.kept), unreadable)


def _first_folders(calls: Sequence[Call]) -> dict[str, str]:
    """Where each session began: there a client looks for its settings."""
    found: dict[str, str] = {}
    for call in calls:
        found.setdefault(session_of(call), call.cwd)
    return found


def _judge(total: Coverage, at: int, call: Call, folder: str, looked: Mapping[str, Looked]) -> None:
    wanted = [watch for watch in total.watches if watch.client == call.client and watch.holds_for(folder)]
    active = [watch for watch in wanted if call.at and _reaches(watch, call, looked[watch.journal])]
    decided = any(at in one.pairs.found for one in looked.values())
    missing = [watch for watch in active if at not in looked[watch.journal].pairs.found]
    if missing:
        status = _status(call, [_is_open(at, call, looked[watch.journal]) for watch in missing])
    elif active or decided:
        status = COVERED
    else:
        status = UNDATED if not call.at else EARLIER if wanted else OUTSIDE
    total.count(call, status)
    if status in (UNCOVERED, AMBIGUOUS):
        for watch in missing:
            seen = looked[watch.journal].seen
            total.add(Remark(status, call, watch, cause_of(call, watch, seen)), seen)
    for watch, one in _deciders(total.watches, looked):
        for kind in _faults(call, one.pairs.found.get(at, ())):
            total.add(Remark(kind, call, watch), one.seen)


def _reaches(watch: Watch, call: Call, one: Looked) -> bool:
    """Whether the installation was there then, and its journal goes back so far."""
    return bool(watch.since) and call.at >= max(watch.since, one.journal.first)


def _is_open(at: int, call: Call, one: Looked) -> bool:
    """Whether a decision may have been this call's all the same."""
    if at in one.pairs.unclear:
        return True
    times = one.unreadable.get(call.client, ())
    place = bisect_left(times, seconds(call.at) - SLACK_S)
    return place < len(times) and times[place] <= (seconds(call.done_at) or seconds(call.at)) + SLACK_S


def _status(call: Call, doubts: Sequence[bool]) -> str:
    if call.state == REFUSED:
        return NOT_RUN
    if call.state == OPEN:
        return UNFINISHED
    return AMBIGUOUS if all(doubts) or not _surely_ran(call) else UNCOVERED


def _surely_ran(call: Call) -> bool:
    history = history_of(call.client)
    return call.state == RAN or (call.state == FAILED and history is not None and history.FAILED_RAN)


def _deciders(watches: Sequence[Watch], looked: Mapping[str, Looked]) -> Iterator[tuple[Watch, Looked]]:
    """Each journal once, with an installation that it is of."""
    told: dict[str, Watch] = {}
    for watch in watches:
        told.setdefault(watch.journal, watch)
    yield from ((watch, looked[journal]) for journal, watch in told.items())


def _faults(call: Call, kept: Sequence[Kept]) -> Iterator[str]:
    """What is wrong with the decisions that a call had in one journal."""
    if not kept:
        return
    if len(kept) > 1:
        yield DUPLICATE
    done = seconds(call.done_at)
    in_time = [one for one in kept if not done or seconds(one.at) <= done + SLACK_S]
    if not in_time:
        yield LATE
    elif _surely_ran(call) and any(one.verdict == DENY for one in in_time):
        yield IGNORED
