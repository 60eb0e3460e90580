"""The hook process: stdin to answer, never leaving in a way that a client takes for "go ahead".

Owns stdout, the deadline and the order of things: read, decide, record, answer. Everything that goes wrong ends in the
client's own fail answer: a deny where the event can be stopped, a withheld result where that is what can be kept back,
else silence. A deadline in Python code is answered exactly; a hang inside C ends the process with exit code 1. The tail
of the entry gives the fail answer for every code but 2 and `complete`, the code for 0: so a 0 by accident blocks.
"""

from __future__ import annotations

import posix
import sys
import time

from policyhooks.clients.catalog import natives_that_withhold, natives_with_files
from policyhooks.core.strict_json import parse
from policyhooks.core.values import Record
from policyhooks.core.verdict import Moved, Response
from policyhooks.runtime import platform

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import NoReturn

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision
    from policyhooks.runtime.engine.completing import MachineView
    from policyhooks.runtime.engine.selection import LoadedProgram
    from policyhooks.runtime.engine.trusted import Layer
    from policyhooks.runtime.ports.outside_world import Outside
    from policyhooks.runtime.ports.withheld import Withheld

SHARE = 0.8  # of the client's time-out is ours
LONGEST_INPUT = 8 << 20
LONGER_INPUT = 16 << 20  # of events with whole files or outputs: in 256 MB, whatever it is
# Both from the catalog; an image has them as data, so that no hook loads other clients' tables.
CARRIES_FILES = natives_with_files()
# Events whose results are withheld by an answer on exit 0: what cannot give it leaves that to the tail of the entry.
WITHHOLDING = natives_that_withhold()
UNANSWERED = 3
REQUEST = "POLICYHOOKS_REQUEST"  # a variable that only the front sets


class Settings(Record):
    """What activation fixed for this state folder."""

    state: str = ""
    root: str = ""  # of a shared state: the whole of it, where `state` is one user's part
    machine: str = ""
    uid: int = -1  # whose state it is; below zero: shared, see shared_state.py
    user: str = ""
    home: str = ""
    shfmt: str = ""
    judge_python: str = ""  # of a shared state: the interpreter that has the judge's packages
    judged: bool = False  # some rule may ask a model
    scripts: str = "fresh"  # which files are looked into that a call runs: fresh, all, none
    repository: bool = False  # some rule asks for the workspace's remote or branch
    journal: Mapping[str, object] = {}
    layers: Sequence[Layer] = ()  # of the user and of projects, see trusted.py


class Refused(Exception):
    """The event cannot be read; the text says why, without its values."""


class Hook:
    """One run. `stage` tells the deadline what was under way."""

    __slots__ = (
        "client", "complete", "end", "kept", "native", "pieces", "programs", "project", "request", "settings",
        "stage", "started", "stdin", "stdout", "stored", "tries",
    )  # fmt: skip

    def __init__(
        self, client: str, native: str, timeout_s: float, settings: Settings, complete: int = 0, project: str = ""
    ) -> None:
        self.client = client
        self.native = native
        self.settings = settings
        self.complete = complete
        self.project = project
        self.started = time.monotonic()
        self.end = self.started + timeout_s * SHARE
        self.programs: Sequence[LoadedProgram] = ()
        self.stage = "reading"
        self.stdin = b""
        self.pieces: list[bytes] = []  # of stdin, as far as it was read
        self.stored: tuple[int, dict[str, object]] | None = None  # the record, where further sinks get it too
        self.request = ""  # the front's number of this call, where it has asked a resident for it
        self.stdout = -1
        self.kept: Withheld | None = None  # where what rules count is kept back until it is stored
        self.tries = 0  # how often what is remembered has moved under a decision

    def answer(self, programs: Sequence[LoadedProgram]) -> NoReturn:
        """Read, decide, record, answer, end."""
        platform.watch(self.end - time.monotonic(), self.on_time)
        try:
            self.programs = programs
            if self.settings.uid < 0:
                from policyhooks.runtime.launch.shared_state import personal

                self.settings = personal(self.settings)
            self.read()
            environ = platform.environment()
            while True:
                response, event, decision = self.decide(environ)
                try:
                    number = self.record(event, decision, response)
                    break
                except Moved:  # what is remembered, while this was decided: once more, and at last without it
                    self.tries += 1
        except BaseException as problem:  # noqa: BLE001 - every failure has an answer, also a rule that exits
            self.fail(problem)
        self.give(response)
        if decision.later or self.stored is not None or (self.settings.judged and event.name == "session.start"):
            from policyhooks.runtime.ports.after_answer import run_later

            run_later(self, event, decision, number)
        platform.leave(response.exit_code or self.complete)

    def read(self) -> None:
        """Take the event from stdin."""
        longest = LONGER_INPUT if self.native in CARRIES_FILES else LONGEST_INPUT
        try:
            self.stdin = platform.read_all(0, longest, self.pieces)
        except platform.TooLong:
            raise Refused(f"the event is longer than {longest >> 20} MiB") from None
        self.pieces.clear()

    def decide(self, environ: Mapping[str, str]) -> tuple[Response, Event, Decision]:
        """The answer to the event."""
        from policyhooks.runtime.engine.session import decide_payload

        payload = parse(self.stdin)
        if not isinstance(payload, dict):
            raise Refused("the event is not a JSON object")
        self.stage = "deciding"
        self.request = self.request or environ.get(REQUEST, "")
        budget = self.end - min(0.25, (self.end - self.started) * 0.1)
        event, decision, response = decide_payload(
            self.client,
            self.native,
            payload,
            self.programs,
            environ,
            outside=self.outside(environ),
            budget=budget,
            layers=self.settings.layers,
            admit=self.admit if self.project not in ("", "-") else None,
        )
        return response, event, decision

    def admit(self, event: Event) -> None:
        """Raises NotInstalled where the event comes from a folder that this project was not installed in."""
        from policyhooks.runtime.launch.roots import check_root

        check_root(event, self.settings.state)

    def outside(self, environ: Mapping[str, str]) -> Outside:
        """The machine as rules may see it."""
        from policyhooks.runtime.engine.completing import MachineView, shell_reader
        from policyhooks.runtime.ports.outside_world import opener

        settings = self.settings
        guarded = (settings.root or settings.state, sys.executable, *platform.libraries())
        read = shell_reader(settings.shfmt, True, guarded, opener(settings.state, settings.scripts))
        place = MachineView(
            user=settings.user, home=settings.home, repository=settings.repository, guarded=guarded, read_shell=read
        )
        return self.surround(environ, place)

    def surround(self, environ: Mapping[str, str], place: MachineView) -> Outside:
        """The surroundings of a decision, of which some may be decided again."""
        from policyhooks.runtime.launch.storing import surround

        return surround(self, environ, place)

    def record(self, event: Event, decision: Decision, response: Response) -> int:
        """Store the decision before it is given. Raises NotStored unless the Config lets it pass, and Moved."""
        from policyhooks.runtime.launch.storing import store

        self.stage = "recording"
        return store(self, event, decision, response)

    def on_time(self) -> None:
        """The deadline: answer at once, from wherever the rest is. What nobody reads is not waited for."""
        if self.stage == "answering":
            raise platform.Closed
        self.fail("the decision took longer than its share of the client's time-out", wait=False)

    def fail(self, reason: str | BaseException, wait: bool = True) -> NoReturn:
        """The client's fail answer, recorded where that is still possible."""
        try:
            from policyhooks.runtime.launch.failing import answer_of

            response = answer_of(self, reason, wait)
        except BaseException:  # noqa: BLE001 - the last line: a block in plain words
            code = UNANSWERED if self.native in WITHHOLDING else 2
            response = Response(stderr=b"policyhooks could not decide.\n", exit_code=code)
        self.give(response)
        if self.stored is not None:
            from policyhooks.runtime.ports.after_answer import run_later

            run_later(self)
        platform.leave(response.exit_code or self.complete)

    def give(self, response: Response) -> None:
        """Write the answer, or block: a client that cannot hear a deny must not hear silence."""
        self.stage = "answering"
        try:
            if response.append_path:
                platform.append_to(response.append_path, response.append_text)
            if response.stderr:
                try:  # noqa: SIM105 - contextlib is too heavy for the hook
                    platform.write_all(2, response.stderr)
                except platform.Closed:
                    pass
            left = max(self.end - time.monotonic(), 0) + (self.end - self.started) * 0.1
            platform.write_answer(self.stdout, response.stdout, left)
            posix.close(self.stdout)
        except BaseException:  # noqa: BLE001 - stdout is closed or full, or nobody reads it
            try:
                posix.write(2, b"policyhooks could not write its answer.\n")
            finally:
                platform.leave(2)


def run(
    client: str,
    native: str,
    timeout_s: float,
    settings: Settings,
    programs: Sequence[LoadedProgram],
    complete: int = 0,
    project: str = "",
) -> NoReturn:
    """The whole process, from an image or from source; the last two as in boot.start."""
    try:
        hook = Hook(client, native, timeout_s, settings, complete, project)
        hook.stdout = platform.take_stdout()
    except OSError:
        try:
            posix.write(2, b"policyhooks cannot answer: stdout is closed.\n")
        finally:
            platform.leave(2)
    hook.answer(programs)
