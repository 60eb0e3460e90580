"""One request: decided like any event, with everything that it would store kept back until the front commits.

It is the ordinary hook but for where the event comes from and when things are stored.
"""

from __future__ import annotations

import posix

from policyhooks.core.verdict import Moved, Response
from policyhooks.runtime.launch.hook import UNANSWERED, WITHHOLDING, Hook
from policyhooks.runtime.launch.storing import TRIES, keeps_bodies
from policyhooks.runtime.ports.withheld import Withheld
from policyhooks.runtime.resident.frames import BUSY_OUTSIDE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision
    from policyhooks.runtime.engine.completing import MachineView
    from policyhooks.runtime.engine.selection import LoadedProgram
    from policyhooks.runtime.launch.hook import Settings
    from policyhooks.runtime.ports.commands import CommandOutcome, CommandRequest
    from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest
    from policyhooks.runtime.ports.outside_world import Outside
    from policyhooks.runtime.resident.frames import Hello, Line

COMPLETE = 64  # the answer is complete, as for every entry of version 2


class Announced(Withheld):
    """The machine as rules may see it; the front hears before anybody else is asked."""

    __slots__ = ("line",)

    def take(self, line: Line) -> Announced:
        self.line: Line | None = line
        return self

    def ask(
        self, judges: Sequence[JudgeRequest], commands: Sequence[CommandRequest], end: float
    ) -> tuple[Sequence[JudgeOutcome], Sequence[CommandOutcome]]:
        """Ask outside, once the front knows: from then on nobody else decides this event."""
        if self.line is not None:
            self.line.send(BUSY_OUTSIDE)
            self.line = None
        return super().ask(judges, commands, end)


class Request(Hook):
    """One run for a front."""

    __slots__ = ("environ", "event", "hello", "line", "number", "outcome", "why")

    def __init__(
        self, hello: Hello, stdin: bytes, settings: Settings, programs: Sequence[LoadedProgram], line: Line
    ) -> None:
        super().__init__(hello.client, hello.native, hello.budget_ms / 1000, settings, COMPLETE, hello.project)
        self.programs = programs
        self.stdin = stdin
        self.request = hello.request
        self.hello = hello
        self.line = line
        self.event: Event | None = None
        self.outcome: Decision | None = None
        self.environ: Mapping[str, str] = {}
        self.number = 0
        self.why = ""

    def surround(self, environ: Mapping[str, str], place: MachineView) -> Outside:
        if self.kept is None:
            kind = Announced
            if keeps_bodies(self):
                from policyhooks.runtime.resident.watched import Watched as kind  # noqa: N813 - which of the two
            self.kept = kind(self.settings.state, self.settings.machine, environ, place).take(self.line)
        return self.kept.begin(self.tries >= TRIES)

    def prepare(self, environ: Mapping[str, str]) -> Response:
        """The answer, as the ordinary hook gives it. Nothing is stored."""
        self.environ = environ
        try:
            response, self.event, self.outcome = self.decide(environ)
        except BaseException as problem:  # noqa: BLE001 - every failure has an answer, also a rule that exits
            return self.refuse(problem)
        return response

    def refuse(self, problem: BaseException) -> Response:
        try:
            from policyhooks.runtime.launch.failing import respond, words_of

            self.why = words_of(problem)
            return respond(self, self.why)
        except BaseException:  # noqa: BLE001 - the last line: a block in plain words
            self.why = self.why or "internal error"
            code = UNANSWERED if self.native in WITHHOLDING else 2
            return Response(stderr=b"policyhooks could not decide.\n", exit_code=code)

    def commit(self, response: Response) -> None:
        """Store what the ordinary hook stores. Raises what keeps it from that."""
        if self.event is None or self.outcome is None:
            from policyhooks.runtime.launch.failing import record_failure

            record_failure(self, self.why, response)
            return
        while True:
            try:
                self.number = self.record(self.event, self.outcome, response)
                return
            except Moved:
                self.again(response)

    def again(self, response: Response) -> None:
        """Decide once more what has moved. Raises Moved where the answer is another than the front has."""
        self.tries += 1
        found, self.event, self.outcome = self.decide(self.environ)
        if vars(found) != vars(response):
            raise Moved

    def finish(self, held: Sequence[int]) -> None:
        """What runs after the answer, in a process of its own."""
        warms = self.settings.judged and self.event is not None and self.event.name == "session.start"
        if (self.outcome is not None and self.outcome.later) or self.stored is not None or warms:
            from policyhooks.runtime.ports.after_answer import run_later

            run_later(self, self.event, self.outcome, self.number, held)


def enter(hello: Hello) -> dict[str, str] | None:
    """Be where the front is and have its variables, and no others; None where that is not the same place here."""
    try:
        posix.chdir(hello.cwd)
        here = posix.stat(".")
    except (OSError, ValueError):
        return None
    if (here.st_dev, here.st_ino) != hello.folder:
        return None
    posix.environ.clear()
    posix.environ.update(hello.environ)
    from policyhooks.runtime.platform import environment

    return environment()


def leave_place() -> None:
    """Nothing of a request stays: not its variables, not its folder."""
    posix.environ.clear()
    posix.chdir("/")
