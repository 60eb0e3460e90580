"""A program at hand in this process, to decide many payloads: what `decide`, `explain` and benchmarks share."""

from __future__ import annotations

import getpass
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from policyhooks.core.event import Event
from policyhooks.core.values import but
from policyhooks.core.verdict import Decision, Response
from policyhooks.inspect.kept_past import Past
from policyhooks.inspect.place import make_place, sharing
from policyhooks.inspect.rulebook import Rulebook, of_modules
from policyhooks.runtime.engine.completing import MachineView
from policyhooks.runtime.engine.remembering import Kept
from policyhooks.runtime.engine.selection import LoadedProgram
from policyhooks.runtime.engine.session import decide_payload
from policyhooks.runtime.ports.commands import CommandOutcome, CommandRequest
from policyhooks.runtime.ports.judging import NOT_OK, OK, JudgeOutcome, JudgeRequest, unknown
from policyhooks.runtime.ports.outside_world import Outside

BUDGET_S = 30.0
LIVE_S = 90.0  # with a judge that has yet to load
# What judges and commands say: `run` asks them for real, the others answer for them.
OUTSIDE = ("run", "unknown", "ok", "not-ok")
UNTRUSTED = "untrusted"  # unknown too: nobody has trusted the file that they come from
NO_VARIABLES: Mapping[str, str] = {}
_MARKS = ("/.claude/", "/.cursor/")


class Answering(Outside):
    """Surroundings in which every judge and command gives the same outcome, but for judges that are asked live."""

    __slots__ = ("judge_state", "outcome", "past")

    def __init__(
        self,
        place: MachineView,
        outcome: str,
        machine: str = "",
        environ: Mapping[str, str] = NO_VARIABLES,
        judge_state: str = "",
        past: Past | None = None,
    ) -> None:
        super().__init__("", machine, environ, place)
        self.past = Past() if past is None else past
        self.outcome = outcome
        self.judge_state = judge_state

    def consult(
        self, judges: Sequence[JudgeRequest], commands: Sequence[CommandRequest], end: float
    ) -> tuple[Sequence[JudgeOutcome], Sequence[CommandOutcome]]:
        if judges and self.judge_state:
            from policyhooks.runtime.ports.judging import ask

            answers = ask(judges, state=self.judge_state, deadline=end)
            return answers, self.consult((), commands, end)[1]
        if self.outcome == "run":
            return super().consult(judges, commands, end)
        if self.outcome == UNTRUSTED:
            return [unknown("not-trusted", "not trusted, not started")] * len(judges), [
                CommandOutcome(cause="not trusted, not started") for _ in commands
            ]
        if self.outcome == "unknown":
            return [unknown("not-asked", "it was not asked")] * len(judges), [
                CommandOutcome(cause="it was not run") for _ in commands
            ]
        outcome = OK if self.outcome == "ok" else NOT_OK
        return (
            [JudgeOutcome(outcome=outcome, reason="(what the judge says)") for _ in judges],
            [CommandOutcome(outcome=outcome, reason="(what the command says)") for _ in commands],
        )

    def recall(self, event: Event, scope: str) -> Kept:
        return self.past.recall(event, scope)

    def digest(self, text: str) -> str:
        return self.past.digest(text)

    def count_followup(self, session: str, rule_id: str) -> int:
        """Nothing is kept between payloads: every follow-up is the first."""
        return 1


class Deciding:
    """Decides payloads one after the other by one rulebook, or by a program that stands alone."""

    def __init__(
        self,
        by: Rulebook | Mapping[str, str],
        *,
        outside: str = "run",
        home: str = "",
        links: bool = True,
        guarded: Sequence[str] = (),
        one_action: bool = False,
        environ: Mapping[str, str] = NO_VARIABLES,
        judge_state: str = "",
        past: Past | None = None,
    ) -> None:
        """With `one_action` the payloads are words of several clients for the same: a command is read once for all."""
        self.rulebook = by if isinstance(by, Rulebook) else of_modules(by)
        self.outside = outside
        self.given_home = home
        self.links = links
        self.guarded = guarded or self.rulebook.guarded
        self.one_action = one_action
        self.environ = environ  # what the client is taken to have been started with
        self.judge_state = judge_state  # where models are asked live; empty where nobody is asked
        self.past = Past() if past is None else past  # what payloads in a row leave behind
        self.places: dict[str, MachineView] = {}

    def decide(
        self, client: str, native: str | None, payload: Mapping[str, object]
    ) -> tuple[Event, Decision, Response]:
        """As the hook would, in the home folder that the payload speaks of. Raises MalformedPayload."""
        place = self.place(self.given_home or home_of(payload))
        end = time.monotonic() + (LIVE_S if self.judge_state else BUDGET_S)
        outside = Answering(place, self.outside, self.rulebook.machine, self.environ, self.judge_state, self.past)
        programs, layers = self.rulebook.programs, self.rulebook.layers
        decided = decide_payload(
            client, native, payload, programs, self.environ, outside=outside, budget=end, layers=layers
        )
        if not self.one_action:
            self.past.keep(decided[0], decided[1])
        return decided

    def programs_for(self, event: Event) -> Sequence[LoadedProgram]:
        """The programs that decide an event: with the layers that speak for its folder."""
        from policyhooks.runtime.engine.trusted import add_layers

        programs, layers = self.rulebook.programs, self.rulebook.layers
        return add_layers(event, programs, layers)[0] if layers else programs

    def place(self, home: str) -> MachineView:
        """The place with this home folder; this machine's own where none is given."""
        if home not in self.places:
            made = make_place(links=self.links, guarded=self.guarded, open_scripts=self.past.look)
            if self.one_action and made.read_shell is not None:
                made = but(made, read_shell=sharing(made.read_shell))
            self.places[home] = but(made, home=home or str(Path.home()), user=getpass.getuser())
        return self.places[home]


def names_models(programs: Sequence[LoadedProgram]) -> bool:
    """Whether any of them could ask a model that its Config names."""
    for program in programs:
        options = program.index.get("OPTIONS")
        judge = options.get("judge") if isinstance(options, dict) else None
        if isinstance(judge, dict) and judge.get("models"):
            return True
    return False


def home_of(payload: Mapping[str, object]) -> str:
    """The home folder that the payload's transcript lies in, so that events of another machine replay as there."""
    transcript = payload.get("transcript_path")
    if isinstance(transcript, str) and transcript.startswith("/"):
        for mark in _MARKS:
            head, found, _ = transcript.partition(mark)
            if found:
                return head
    return ""
