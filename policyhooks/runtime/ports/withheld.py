"""Surroundings that keep back what rules count, until the decision is committed.

So an event can be decided again, because what it rests on has moved, or given up, and nothing was counted twice.
Judges and commands are asked once: what they said stays.
"""

from __future__ import annotations

import posix

from policyhooks.core.verdict import Moved
from policyhooks.runtime.ports.outside_world import Outside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Lifting
    from policyhooks.runtime.engine.completing import MachineView
    from policyhooks.runtime.engine.lifting import Asked
    from policyhooks.runtime.engine.remembering import Kept
    from policyhooks.runtime.ports.commands import CommandOutcome, CommandRequest
    from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest
    from policyhooks.runtime.ports.lift_finding import Opening, Use


class Withheld(Outside):
    """The machine as rules may see it; what rules count is looked at now and stored with the rest."""

    __slots__ = ("blind", "counted", "found", "opened", "said", "shared", "stuck", "token")

    def __init__(self, state: str, machine: str, environ: Mapping[str, str], place: MachineView) -> None:
        super().__init__(state, machine, environ, place)
        self.counted: list[tuple[str, str, bool]] = []  # session, rule, whether it is a thing that happens once
        self.said: dict[str, JudgeOutcome | CommandOutcome] = {}
        self.blind = False  # what is remembered kept moving: nobody can tell any more
        self.found: Use | Opening | None = None  # a lift that is used up, or a ticket that is written, with the answer
        self.opened: dict[str, str] = {}  # tickets that this event has named
        self.stuck = False  # lifts and tickets cannot be written, or somebody was faster: the deny stays
        self.shared = False  # the policies are not this user's, the state is: nothing in it is believed unless signed
        self.token = ""  # stands for the id of a call that has none

    def begin(self, blind: bool) -> Withheld:
        """The event is decided, perhaps again; `blind` once what is remembered has moved too often."""
        self.counted.clear()
        self.blind = blind
        self.found = None
        return self

    def recall(self, event: Event, scope: str) -> Kept:
        if not self.blind:
            return super().recall(event, scope)
        from policyhooks.runtime.engine.remembering import Kept

        return Kept(unknown="it kept changing", new=False)

    def consult(
        self, judges: Sequence[JudgeRequest], commands: Sequence[CommandRequest], end: float
    ) -> tuple[Sequence[JudgeOutcome], Sequence[CommandOutcome]]:
        said: dict[str, object] = dict(self.said)
        open_judges = [one for one in judges if named(one) not in said]
        open_commands = [one for one in commands if named(one) not in said]
        if open_judges or open_commands:
            answers, outcomes = self.ask(open_judges, open_commands, end)
            said.update(zip(map(named, open_judges), answers, strict=True))
            said.update(zip(map(named, open_commands), outcomes, strict=True))
            self.said = said  # type: ignore[assignment]
        return [said[named(one)] for one in judges], [said[named(one)] for one in commands]  # type: ignore[misc]

    def ask(
        self, judges: Sequence[JudgeRequest], commands: Sequence[CommandRequest], end: float
    ) -> tuple[Sequence[JudgeOutcome], Sequence[CommandOutcome]]:
        """Ask outside what was not asked yet."""
        return super().consult(judges, commands, end)

    def lift(self, asked: Asked) -> Lifting | None:
        """What a person has said of a denied call."""
        if self.stuck or not self.state or (self.shared and asked.terms.by != "signer"):
            return None
        from policyhooks.runtime.ports.journal import NotStored
        from policyhooks.runtime.ports.lift_finding import Search, find

        self.token = self.token or posix.urandom(16).hex()
        search = Search(state=self.state, asked=asked, outside=self, otherwise=self.token)
        try:
            lifting, self.found = find(search, self.opened)
        except (OSError, NotStored):
            return None
        return lifting

    def settle(self) -> None:
        """Use up the lift that the decision rests on, or write its ticket. Raises Moved where that cannot be done."""
        if self.found is None:
            return
        from policyhooks.runtime.ports.journal import NotStored
        from policyhooks.runtime.ports.lift_finding import settle

        try:
            done = settle(self.state, self.found)
        except (OSError, NotStored):
            done = False
        if not done:
            self.stuck = True
            raise Moved
        self.found = None

    def count_followup(self, session: str, rule_id: str) -> int:
        from policyhooks.runtime.ports.counters import peek

        self.counted.append((session, rule_id, False))
        return peek(self.state, session, rule_id) + self.counted.count((session, rule_id, False))

    def claim(self, session: str, rule_id: str) -> bool:
        if not self.state or not session:
            return True
        if (session, rule_id, True) in self.counted or self.is_claimed(session, rule_id):
            return False
        self.counted.append((session, rule_id, True))
        return True

    def store(self) -> None:
        """What was counted. Raises OSError when it cannot be."""
        from policyhooks.runtime.ports.counters import claim, count

        for session, rule_id, once in self.counted:
            (claim if once else count)(self.state, session, rule_id)
        self.counted.clear()


def named(request: JudgeRequest | CommandRequest) -> str:
    """What tells one question about an event from the next: all that it says."""
    return repr(sorted(request.__dict__.items(), key=lambda pair: pair[0]))
