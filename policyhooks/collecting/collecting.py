"""Collects a stream into a lake until it is told to end: pull, commit, look after the lake, again.

A server that is away costs delay. What was pulled and not committed is pulled again by the next process.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from policyhooks.collecting.arrivals import Arrival
from policyhooks.collecting.collector import Collector
from policyhooks.collecting.jetstream import Stream, StreamState, Unreachable
from policyhooks.collecting.lake_rows import Finding
from policyhooks.collecting.merging import clear, merge, purge
from policyhooks.shipping.journal_times import stamp

MOST, MOST_BYTES = 5000, 32 << 20  # of a commit
PULL_S = 1.0
LOOK_AFTER_S = 30.0
FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 30.0
DAY_S = 86_400.0


@dataclass(frozen=True)
class Limits:
    """How long things take and last."""

    keep_days: int = 0  # 0: for ever
    silent_after_h: float = 72.0
    subject: str = ""  # of a stream that is made where there is none
    flush_s: float = 5.0  # how old what is not committed may become


class Collecting:
    """One stream into one lake."""

    def __init__(
        self, stream: Stream, collector: Collector, limits: Limits, tell: Callable[[str], None], stop: threading.Event
    ) -> None:
        self.stream, self.collector, self.limits, self.tell, self.stop = stream, collector, limits, tell, stop
        self.counts: Counter[str] = Counter()
        self.state: StreamState | None = None
        self.problem = ""
        self.looked = 0.0
        self.after = 0  # the last message that is in the lake

    def run(self, *, once: bool = False, patience: float = float("inf")) -> bool:
        """Until it is stopped, or with `once` to the stream's present end. False where it gave up."""
        began, wait = time.monotonic(), FIRST_WAIT_S
        while not self.stop.is_set():
            try:
                self._begin()
                through = self._go_on(once)
            except Unreachable as problem:
                self._suffer(problem.why)
                if time.monotonic() + wait > began + patience or self.stop.wait(wait):
                    return False
                wait = min(wait * 2, LONGEST_WAIT_S)
            else:
                if through and once:
                    self._look_after(caught_up=True)
                    return True
                wait, began = FIRST_WAIT_S, time.monotonic()
        return not once

    def _begin(self) -> None:
        """Connect, and see whether the stream still has what comes next."""
        if self.state is not None:
            return
        if self.limits.subject:
            self.stream.make(self.limits.subject)
        state = self.stream.look()
        created, seq = self.collector.position(self.stream.name)
        findings = []
        if created and created != state.created:
            findings.append(Finding("missed", "", f"the stream {self.stream.name} was made anew"))
            seq = 0
        elif seq and state.first > seq + 1:
            what = f"the stream {self.stream.name} dropped messages {seq + 1} to {state.first - 1}"
            findings.append(Finding("missed", "", what, first=seq + 1, last=state.first - 1))
        if findings:
            self.collector.tell(findings)
        self.after, self.state = seq, state
        if self.problem:
            self.tell("it works again")
        self.problem = ""

    def _go_on(self, once: bool) -> bool:
        """Pull and commit one batch; whether the end of the stream is reached."""
        assert self.state is not None
        waiting: list[Arrival] = []
        size, began = 0, time.monotonic()
        while len(waiting) < MOST and size < MOST_BYTES and not self.stop.is_set():
            try:
                found = self.stream.pull(waiting[-1].seq if waiting else self.after, MOST - len(waiting), PULL_S)
            except Unreachable:
                self._commit(waiting)
                self.state = None
                raise
            waiting += found
            size += sum(len(one.data) for one in found)
            if not found and (once or not waiting):
                break
            if time.monotonic() - began > self.limits.flush_s:
                break
        idle = not waiting
        self._commit(waiting)
        if time.monotonic() - self.looked > LOOK_AFTER_S:
            self._look_after(caught_up=idle)
        return idle and self.after >= self.stream.look().last if once else idle

    def _commit(self, waiting: Sequence[Arrival]) -> None:
        if not waiting or self.state is None:
            return
        self.counts += self.collector.take(self.stream.name, self.state.created, waiting)
        self.after = waiting[-1].seq

    def _look_after(self, *, caught_up: bool) -> None:
        """What has to be done now and then."""
        now, catalog, lake = time.time(), self.collector.catalog, self.collector.lake
        self.looked = time.monotonic()
        findings = find_silent(catalog, now, self.limits.silent_after_h) if caught_up else []
        merge(lake, catalog, stamp(now)[:10])
        if self.limits.keep_days:
            purged = purge(catalog, stamp(now - self.limits.keep_days * DAY_S)[:10], now)
            findings += [purged] if purged else []
        clear(lake, catalog, now)
        if findings:
            self.collector.tell(findings)

    def _suffer(self, why: str) -> None:
        self.state = None
        if why != self.problem:
            self.tell(f"nothing can be collected: {why}; trying again")
            self.problem = why


def find_silent(catalog: sqlite3.Connection, now: float, hours: float) -> list[Finding]:
    """Who was not heard of for too long. Asked when the stream is read to its end: else it would be our silence."""
    rows = catalog.execute(
        "SELECT installation, last_seen FROM installations JOIN keys USING (key)"
        " WHERE silent = '' AND revoked IS NULL AND last_seen < ?",
        (int((now - hours * 3600) * 1000),),
    ).fetchall()
    return [Finding("silent", name, f"nothing was heard since {stamp(seen / 1000)}") for name, seen in rows]
