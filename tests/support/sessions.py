"""A session of Claude Code in this process: every event decided and committed as a hook does, without the process."""

import time
from pathlib import Path

from policyhooks.core.event import Event
from policyhooks.core.verdict import Decision
from policyhooks.runtime.engine import session as engine
from policyhooks.runtime.engine.completing import MachineView, shell_reader
from policyhooks.runtime.engine.selection import LoadedProgram
from policyhooks.runtime.ports.memory_commit import commit
from policyhooks.runtime.ports.outside_world import Outside
from policyhooks.runtime.ports.withheld import Withheld
from tests.support import remembering as past

PLACE = MachineView(user="dev", home="/home/dev", links=False, read_shell=shell_reader("/nonexistent", False))


class Session:
    """One session. `later_ns` moves its clock."""

    def __init__(
        self,
        folder: Path,
        *,
        name: str = "s1",
        state: str = "",
        memory: str = past.MEMORY,
        rules: str = past.RULES,
        cwd: str = "/home/dev/project",
        later_ns: int = 0,
        programs: tuple[LoadedProgram, ...] = (),
    ) -> None:
        self.state = state or str(folder / "state")
        Path(self.state).mkdir(exist_ok=True)
        self.programs = programs or (past.program(folder, memory, rules),)
        self.name, self.cwd, self.later_ns = name, cwd, later_ns
        self.told: list[dict[str, object]] = []
        self.calls = 0
        self.last = Event()

    def outside(self) -> Outside:
        return Withheld(self.state, "", {}, PLACE).begin(False)

    def send(self, payload: dict[str, object]) -> Decision:
        """Decide and commit."""
        decision = self.decide(payload)
        self.keep(decision)
        return decision

    def decide(self, payload: dict[str, object]) -> Decision:
        self.calls += 1
        payload = {"tool_use_id": f"t{self.calls}", **payload, "session_id": self.name, "cwd": self.cwd}
        native = str(payload["hook_event_name"])
        moved = time.time_ns() + self.later_ns
        clock, engine.time = engine.time, _Clock(moved)  # type: ignore[assignment]
        try:
            event, decision, _ = engine.decide_payload(
                "claude-code", native, payload, self.programs, {}, outside=self.outside(), budget=time.monotonic() + 30
            )
        finally:
            engine.time = clock
        self.last = event
        return decision

    def keep(self, decision: Decision) -> None:
        assert decision.memory is not None
        commit(self.state, decision.memory, decision, 5.0, self.record)  # type: ignore[arg-type]

    def record(self, told: dict[str, object]) -> int:
        self.told.append(told)
        return len(self.told)

    def shell(self, command: str, native: str = "PreToolUse") -> Decision:
        payload = past.shell(command, native)
        del payload["tool_use_id"]
        return self.send(payload)

    def read(self, path: str) -> Decision:
        given = {"file_path": path.replace("~", "/home/dev")}
        return self.send({**past.event(tool_name="Read", tool_input=given), "tool_use_id": f"r{self.calls}"})

    def edit(self, path: str) -> Decision:
        return self.send(past.edit(path))

    def fetch(self) -> Decision:
        return self.send(past.fetch())

    def stop(self) -> Decision:
        return self.send(past.stop())

    def mcp(self, native: str = "PreToolUse", server: str = "gh") -> Decision:
        return self.send(past.mcp(native, server))

    def start(self, source: str) -> Decision:
        return self.send({**past.event("SessionStart"), "source": source})


class _Clock:
    """The engine's clock, stopped at a moment."""

    def __init__(self, now: int) -> None:
        self.now = now

    def time_ns(self) -> int:
        return self.now

    def monotonic(self) -> float:
        return time.monotonic()
