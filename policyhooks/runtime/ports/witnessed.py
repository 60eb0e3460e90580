"""Surroundings that write down what a decision saw of the machine, so that it can be made again exactly.

Loaded only where the Config keeps bodies. Judges and commands are noted by all that they were asked.
"""

from __future__ import annotations

from policyhooks.core.looks import Notes, look, place_witness
from policyhooks.runtime.platform import sha256
from policyhooks.runtime.ports.withheld import Withheld, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.core.verdict import Lifting
    from policyhooks.runtime.engine.lifting import Asked
    from policyhooks.runtime.ports.commands import CommandOutcome, CommandRequest
    from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest


class Witnessed(Withheld):
    """Withheld, under a witness of its own."""

    notes: Notes
    times: dict[str, int]

    def begin(self, blind: bool) -> Withheld:
        self.notes = Notes()
        self.times = {}
        place_witness(self.notes)
        return super().begin(blind)

    def now(self) -> float:
        return look("now", "", lambda: Withheld.now(self))

    def has_entry(self, client: str, native: str) -> bool:
        return look("entry", f"{client} {native}", lambda: Withheld.has_entry(self, client, native))

    def is_claimed(self, session: str, rule_id: str) -> bool:
        return look("claimed", rule_id, lambda: Withheld.is_claimed(self, session, rule_id))

    def claim(self, session: str, rule_id: str) -> bool:
        return look("claim", numbered(self.times, "claim", rule_id), lambda: Withheld.claim(self, session, rule_id))

    def count_followup(self, session: str, rule_id: str) -> int:
        name = numbered(self.times, "followup", rule_id)
        return look("followup", name, lambda: Withheld.count_followup(self, session, rule_id))

    def lift(self, asked: Asked) -> Lifting | None:
        found: Lifting | None = None

        def read() -> dict[str, object]:
            nonlocal found
            found = Withheld.lift(self, asked)
            return {} if found is None else dict(vars(found))

        look("lift", "", read)
        return found

    def consult(
        self, judges: Sequence[JudgeRequest], commands: Sequence[CommandRequest], end: float
    ) -> tuple[Sequence[JudgeOutcome], Sequence[CommandOutcome]]:
        answers, outcomes = super().consult(judges, commands, end)
        asked: list[JudgeRequest | CommandRequest] = [*judges, *commands]
        for request, outcome in zip(asked, [*answers, *outcomes], strict=True):
            self.notes.look("said", question(request), lambda said=outcome: {**said.__dict__})  # type: ignore[misc]
        return answers, outcomes


def numbered(times: dict[str, int], kind: str, rule_id: str) -> str:
    """The name of a question about a rule that may be asked again within one event and be answered otherwise."""
    key = f"{kind} {rule_id}"
    times[key] = times.get(key, 0) + 1
    return f"{rule_id} {times[key]}"


def question(request: JudgeRequest | CommandRequest) -> str:
    """The name of what was asked: a digest of all that it says."""
    return sha256(named(request).encode("utf-8", "surrogatepass")).hexdigest()[:32]
