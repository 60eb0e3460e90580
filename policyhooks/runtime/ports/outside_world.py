"""What the engine needs beyond the event and the programs: the clock, judges, commands, counters, memory.

The hook uses this class as it is; `test` and `decide` replace single methods. INVARIANT: nothing
here can make a verdict looser than a rule's own words.
"""

from __future__ import annotations

import time

from policyhooks.core.values import but

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Lifting
    from policyhooks.runtime.engine.completing import MachineView, OpenScripts, ReadScript
    from policyhooks.runtime.engine.lifting import Asked
    from policyhooks.runtime.engine.remembering import Kept
    from policyhooks.runtime.ports.commands import CommandOutcome, CommandRequest
    from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest


def opener(state: str, mode: str) -> OpenScripts | None:
    """What opens the files that an event runs, loaded for the first of them; None where nobody looks into any."""
    if mode == "none":
        return None

    def open_scripts(event: Event) -> ReadScript:
        from policyhooks.runtime.ports.run_files import Scripts

        return Scripts(state, mode, event).read

    return open_scripts


class Outside:
    """One event's surroundings. `state` is the state folder, empty where there is none."""

    __slots__ = ("environ", "machine", "place", "state")

    def __init__(self, state: str, machine: str, environ: Mapping[str, str], place: MachineView) -> None:
        self.state = state
        self.machine = machine
        self.environ = environ
        self.place = place

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time()

    def consult(
        self, judges: Sequence[JudgeRequest], commands: Sequence[CommandRequest], end: float
    ) -> tuple[Sequence[JudgeOutcome], Sequence[CommandOutcome]]:
        """Ask all of them side by side; every one has an outcome by `end` (monotonic)."""
        running = []
        if commands:
            from policyhooks.runtime.ports.commands import run_all

            running = run_all(commands, end)
        answers: Sequence[JudgeOutcome] = ()
        try:
            if judges:
                from policyhooks.runtime.ports.judging import ask

                answers = ask(judges, state=self.state, deadline=end)
        finally:
            outcomes: Sequence[CommandOutcome] = ()
            if running:
                from policyhooks.runtime.ports.commands import finish

                outcomes = finish(running)
        return answers, outcomes

    def reread(self, event: Event, changes: Mapping[str, object]) -> Event:
        """The event as the client would send it after a rewrite."""
        from policyhooks.runtime.engine.session import read_event

        payload = self.adapter(event).rewrite(event, changes)
        return read_event(event.client, event.native, payload, self.environ, self.place)

    def following(self, event: Event, native: str) -> list[Event]:
        """The event that the client fires next for the same call, in every form that it may have."""
        from policyhooks.clients.registry import part_of
        from policyhooks.runtime.engine.session import read_event

        payloads = part_of(event.client, "following").following(event, native)
        found: list[Event] = []
        for payload in payloads:
            twin = read_event(event.client, native, payload, self.environ, self.place)
            same = [one for one in (event, *found) if one.event.cwd == twin.event.cwd and "shell" in one.__dict__]
            if same and same[0].event.workspace == twin.event.workspace:
                # One command in one folder reads the same.
                twin = but(twin, shell=same[0].shell)
            found.append(twin)
        return found

    def has_entry(self, client: str, native: str) -> bool:
        """Whether our entry for a native event is installed, as far as anybody can tell."""
        from policyhooks.clients.registry import part_of
        from policyhooks.runtime.ports.installed import has_entry

        return has_entry(self.state, client, native, part_of(client, "following").FILE)

    def recall(self, event: Event, scope: str) -> Kept:
        """What is remembered for an event's session or workspace; nothing where there is no state."""
        from policyhooks.runtime.engine.remembering import Kept

        if not self.state:
            return Kept()
        from policyhooks.runtime.ports.memory import recall

        return recall(self.state, event, scope)

    def digest(self, text: str) -> str:
        """What is kept of a text: a keyed digest. Raises OSError where there is no key."""
        from policyhooks.runtime.ports.memory import digest

        return digest(self.state, text)

    def lift(self, asked: Asked) -> Lifting | None:
        """What a person has said of a denied call; nothing where nobody keeps it."""
        return None

    def is_told_again(self, event: Event) -> bool:
        """Whether the same call has an event of its own that follows, and that we see too."""
        from policyhooks.clients.catalog import specific

        native = specific(event.client, event.native, event.name)
        return bool(native) and not event.foreign and self.has_entry(event.client, native)

    def output_of(self, event: Event) -> object:
        """The tool's result in the client's own shape; None where there is none to replace."""
        return self.adapter(event).output_of(event)

    def adapter(self, event: Event):  # type: ignore[no-untyped-def]
        """The module that speaks the client's words."""
        from policyhooks.clients.registry import adapter_for

        return adapter_for(event.client)

    def count_followup(self, session: str, rule_id: str) -> int:
        """How many follow-ups the rule has now given in this session, this one included."""
        from policyhooks.runtime.ports.counters import count

        return count(self.state, session, rule_id)

    def claim(self, session: str, rule_id: str) -> bool:
        """Whether what a rule does once happens for the first time in this session, and from now on it has."""
        if not self.state or not session:
            return True
        from policyhooks.runtime.ports.counters import claim

        return claim(self.state, session, rule_id)

    def is_claimed(self, session: str, rule_id: str) -> bool:
        """Whether it has happened in this session."""
        if not self.state or not session:
            return False
        from policyhooks.runtime.ports.counters import is_claimed

        return is_claimed(self.state, session, rule_id)
