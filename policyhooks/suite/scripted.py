"""Surroundings of a test: judges, commands and the past answer as its case says, and nothing else answers at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from policyhooks.core.event import Event
from policyhooks.core.values import but
from policyhooks.inspect.kept_past import OneSession
from policyhooks.runtime.engine.completing import MachineView, fill
from policyhooks.runtime.engine.remembering import Kept
from policyhooks.runtime.ports.commands import CommandOutcome, CommandRequest
from policyhooks.runtime.ports.judging import NOT_OK, OK, JudgeOutcome, JudgeRequest, unknown
from policyhooks.runtime.ports.outside_world import Outside
from policyhooks.suite.case import Trial


class Scripted(Outside):
    """Surroundings that answer as the case says. A judge or command that no case speaks for is unknown."""

    __slots__ = ("given", "past", "trial")

    def __init__(self, trial: Trial, place: MachineView, past: OneSession) -> None:
        super().__init__("", "", trial.environ, place)
        self.past = past
        self.trial = trial
        self.given = 0

    def consult(
        self, judges: Sequence[JudgeRequest], commands: Sequence[CommandRequest], end: float
    ) -> tuple[Sequence[JudgeOutcome], Sequence[CommandOutcome]]:
        return [self._judge(request) for request in judges], [self._command(request) for request in commands]

    def _judge(self, request: JudgeRequest) -> JudgeOutcome:
        answer = self.trial.judge
        if answer is None or request.rule_id != self.trial.rule.id:
            return unknown("no-answer", "the case has no answer of the judge")
        if answer.error is not None or answer.ok is None:
            return unknown(answer.error or "no-answer", "as the case says")
        return JudgeOutcome(outcome=OK if answer.ok else NOT_OK, reason=answer.reason)

    def _command(self, request: CommandRequest) -> CommandOutcome:
        answer = self.trial.command
        if answer is None or request.rule_id != self.trial.rule.id:
            return CommandOutcome(cause="the case has no answer of the command")
        if answer.error is not None or answer.ok is None:
            return CommandOutcome(cause=answer.error or "the case has no answer of the command")
        outcome = "ok" if answer.ok else "not_ok"
        return CommandOutcome(outcome=outcome, reason=answer.stdout, stdout=answer.stdout)

    def reread(self, event: Event, changes: Mapping[str, object]) -> Event:
        """After a rewrite: the same virtual place, whatever this process runs in."""
        adapter = self.adapter(event)
        again = adapter.parse(event.native, adapter.rewrite(event, changes), self.environ)
        kept = but(
            again,
            home=event.home,
            event=event.event,
            environ=event.environ,
            supplied=event.supplied | again.supplied,
        )
        return fill(kept, self.place)

    def recall(self, event: Event, scope: str) -> Kept:
        return self.past.recall(event, scope)

    def digest(self, text: str) -> str:
        return self.past.digest(text)

    def is_told_again(self, event: Event) -> bool:
        """A step is one event, whatever else its client would send."""
        return False

    def count_followup(self, session: str, rule_id: str) -> int:
        self.given += 1
        return self.given
