"""Carries one journal to one destination: read, mask, send, keep the position; again until it is through.

A destination that is down costs its own records a delay and nobody else anything: no lock is held while it is waited
for, and the journal goes on without knowing of it.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from policyhooks.inspect.journal import Record
from policyhooks.shipping import checkpoint as kept
from policyhooks.shipping.delivery import Delivery, Refused, Undelivered
from policyhooks.shipping.journal_times import stamp
from policyhooks.shipping.message import Enrich, Message, make_message
from policyhooks.shipping.reader import GAP, JournalReader

POLL_S = 0.5
FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 60.0
BATCH_BYTES = 1 << 20
HEALTH, HEALTH_S = "health", 300.0
SMALL = 8 << 10  # what is tried in place of a message that is refused
ENDLESS = float("inf")

Teller = Callable[[str], None]
T = TypeVar("T")


@dataclass(frozen=True)
class Manner:
    """How records leave: how fast, with what added, and what is said of the machine beside them."""

    rate: float = 0.0
    tell: Teller = lambda text: None
    enrich: Enrich = lambda record: record
    health: Callable[[], Mapping[str, object]] | None = None


class Carrier:
    """The way of one journal to one destination. `identity_of` names the journal behind the end of an epoch."""

    def __init__(
        self,
        state: Path,
        folder: Path,
        name: str,
        digest: str,
        delivery: Delivery,
        *,
        begin_epoch: Callable[[int], kept.Identity],
        manner: Manner,
    ) -> None:
        self.folder, self.digest, self.delivery, self.manner = folder, digest, delivery, manner
        self.rate, self.tell = manner.rate, manner.tell
        self.checkpoint = kept.load(folder, name, digest)
        self.installation = begin_epoch(0).installation
        self.reader = JournalReader(state, self.checkpoint.position, lambda ended: begin_epoch(ended).epoch)
        self.free_at = 0.0
        self.health_at = 0.0  # when the machine's health is told next

    def run(self, stop: threading.Event, *, once: bool = False, patience: float = ENDLESS) -> bool:
        """Carry on until stopped, or with `once` to the journal's present end. False where it gave up."""
        try:
            while not stop.is_set():
                moved = self._step(stop, patience)
                if moved is None:
                    return False
                if not moved and self._tell_health(stop, patience) is None:
                    return False
                if not moved and once:
                    return True
                if not moved:
                    stop.wait(POLL_S)
            return not once
        finally:
            self.reader.close()
            self.delivery.close()

    def _step(self, stop: threading.Event, patience: float) -> bool | None:
        """One batch: whether there was one; None where it could not be read or delivered in time."""
        items = self._insist(
            lambda: self.reader.read(self.delivery.most, BATCH_BYTES), "the journal cannot be read", stop, patience
        )
        if not items:
            return None if items is None else False
        for item in items:
            if item.kind == GAP:
                self.tell(f"{self.checkpoint.to}: the journal has no records {_range(item.told or {})}")
        messages = [make_message(item, self.installation, self.manner.enrich) for item in items]
        self._keep_pace(len(messages), stop)
        refused = self._insist(lambda: self._deliver(messages), "nothing gets through", stop, patience)
        if refused is None:
            return None
        self.checkpoint = replace(
            self.checkpoint,
            position=items[-1].position,
            delivered=self.checkpoint.delivered + len(messages) - refused,
            refused=self.checkpoint.refused + refused,
            at=stamp(time.time()),
        )
        self._save()
        return True

    def _tell_health(self, stop: threading.Event, patience: float) -> bool | None:
        """Say how the machine is, now and then, when all records are through; None where that did not get through."""
        if not self.delivery.hears_health or self.manner.health is None or time.monotonic() < self.health_at:
            return True
        position, now = self.reader.position, time.time()
        record = {"kind": HEALTH, "time": stamp(now), **self.manner.health(), "behind": 0}
        name = f"{self.installation}:{position.epoch}:{HEALTH}:{int(now * 1000)}"
        message = Message(name, self.installation, position.epoch, position.seq, HEALTH, record)
        told = self._insist(lambda: self._deliver([message]), "nothing gets through", stop, patience)
        self.health_at = time.monotonic() + HEALTH_S
        return None if told is None else True

    def _insist(self, deed: Callable[[], T], failure: str, stop: threading.Event, patience: float) -> T | None:
        """Do it until it works; None where it was stopped, or did not work for as long as the patience lasts."""
        began, wait = time.monotonic(), FIRST_WAIT_S
        while True:
            try:
                found = deed()
            except (Undelivered, OSError) as problem:
                why = f"{failure}: {_why(problem)}"
                self._suffer(why)
                after = max(wait * random.uniform(0.5, 1.0), getattr(problem, "after", 0.0))  # noqa: S311 - a delay
                if time.monotonic() + after > began + patience or stop.wait(after):
                    return None
                wait = min(wait * 2, LONGEST_WAIT_S)
            else:
                self._recover()
                return found

    def _suffer(self, why: str) -> None:
        """Tell a problem once, and keep it for whoever asks."""
        if self.checkpoint.problem != why:
            self.tell(f"{self.checkpoint.to}: {why}; trying again")
            since = self.checkpoint.since or stamp(time.time())
            self.checkpoint = replace(self.checkpoint, problem=why, since=since)
            self._save()

    def _recover(self) -> None:
        if self.checkpoint.problem:
            self.tell(f"{self.checkpoint.to}: it works again")
            self.checkpoint = replace(self.checkpoint, problem="", since="")

    def _save(self) -> None:
        try:
            kept.save(self.folder, self.digest, self.checkpoint)
        except OSError as problem:
            # What was delivered is delivered again after a start from the older one: receivers know it by its id.
            self.tell(f"{self.checkpoint.to}: its checkpoint cannot be kept: {_why(problem)}")

    def _keep_pace(self, number: int, stop: threading.Event) -> None:
        """Wait until so many more may leave."""
        if self.rate <= 0:
            return
        now = time.monotonic()
        self.free_at = max(self.free_at, now) + number / self.rate
        stop.wait(max(0.0, self.free_at - number / self.rate - now))

    def _deliver(self, messages: Sequence[Message]) -> int:
        """Send all; how many were refused. What is refused together is tried in halves, then in small."""
        try:
            self.delivery.send(messages)
        except Refused as problem:
            if len(messages) > 1:
                half = len(messages) // 2
                return self._deliver(messages[:half]) + self._deliver(messages[half:])
            return self._deliver_small(messages[0], str(problem))
        return 0

    def _deliver_small(self, message: Message, why: str) -> int:
        small = message.capped(SMALL)
        try:
            if small is message:
                raise Refused(why)
            self.delivery.send([small])
        except Refused as problem:
            self.tell(f"{self.checkpoint.to}: record {message.seq} is left out: {problem}")
            return 1
        return 0


def _why(problem: Exception) -> str:
    """What went wrong, without a path."""
    if isinstance(problem, Undelivered):
        return problem.why
    return (getattr(problem, "strerror", "") or "unknown").lower()


def _range(told: Record) -> str:
    first, last = told.get("from"), told.get("to")
    return f"{first}" if first == last else f"{first} to {last}"
