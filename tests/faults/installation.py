"""An installation that `policyhooks install` made in a scratch folder, and its hook lines run as a client runs them.

Faults change what is below `live`; `damaged` gives it back as it was.
"""

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import IO
from unittest.mock import patch

from policyhooks.cli.main import run
from policyhooks.image.front import ORDINARY, find_front
from policyhooks.installation.command_line import SHARE, committed_command, personal_command, read_arguments
from policyhooks.installation.places import locate
from tests.faults.answers import Ended, effect_of
from tests.faults.calls import CHOSEN, Call, call_of
from tests.support.fronts import without_front

LONG = 30  # the seconds that install writes
SHORT = 5  # for what only the deadline ends: one second is left between our answer and the client's time-out

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: faults.rules, title: Faults, owner: appsec@acme.example}
rules:
  - id: forbidden
    match: {clients: [CLIENT], events: [shell.before]}
    when: shell.command.contains("touch marker")
    effect: deny
    message: {user: "No markers here.", agent: "Leave markers alone."}
  - id: errs
    match: {clients: [CLIENT], events: [shell.before]}
    when: shell.command.contains("seven") && int(shell.command) > 3
    effect: deny
    message: {user: "Not a number.", agent: "Not a number."}
  - id: quoted
    match: {clients: [CLIENT], events: [shell.before]}
    when: shell.command.contains("quoted")
    effect: deny
    message: {user: "No: {{ shell.command }}", agent: "Not this: {{ shell.command }}"}
  - id: secret-result
    match: {clients: [CLIENT], events: [RESULT]}
    when: tool.output.contains("ACME-")
    effect: deny
    DEGRADE
    message: {user: "Withheld.", agent: "The output was withheld."}
"""
# Cursor lets hooks replace the results of MCP calls alone, and in one of its two events for them.
EVENTS = {"cursor": {"RESULT": "mcp.after", "DEGRADE": "degrade: {cursor.afterMCPExecution: pass}"}}
# Asking outside is an administrator's to do.
OUTSIDE = """\
  - id: outside-fails
    match: {clients: [CLIENT], events: [shell.before]}
    when: shell.command.contains("failing")
    command: {run: [/bin/false], timeout: 5s, not_ok: deny}
    message: {user: "It fails.", agent: "It fails."}
  - id: outside-is-gone
    match: {clients: [CLIENT], events: [shell.before]}
    when: shell.command.contains("absent")
    command: {run: [/nonexistent/program], timeout: 5s, not_ok: deny}
    message: {user: "It is gone.", agent: "It is gone."}
  - id: outside-is-slow
    match: {clients: [CLIENT], events: [shell.before]}
    when: shell.command.contains("sluggish")
    command: {run: [/bin/sleep, "60"], timeout: 50s, not_ok: deny}
    message: {user: "It is slow.", agent: "It is slow."}
"""


@dataclass(frozen=True)
class Installation:
    """One client's. `lines` are what install wrote, by native event."""

    client: str
    scope: str
    folder: Path
    state: Path
    lines: Mapping[str, str]

    @property
    def project(self) -> Path:
        return self.folder / "project"

    @property
    def home(self) -> Path:
        return self.folder / "live/home"

    @property
    def hook(self) -> Path:
        """What the lines start."""
        return (self.home / SHARE if self.scope == "project" else self.state) / "bin/hook"

    @property
    def script(self) -> Path:
        """What a front starts; without one that is what the lines start."""
        beside = self.hook.with_name(ORDINARY)
        return beside if beside.exists() else self.hook

    @property
    def generation(self) -> Path:
        return Path(os.path.realpath(self.state / "current"))

    def call(self, kind: str) -> Call:
        return call_of(self.client, kind, self.project)

    def kinds(self) -> Sequence[str]:
        return tuple(CHOSEN[self.client])

    def line(self, native: str, seconds: float = LONG) -> str:
        """The installed line; with other seconds the same as install would write it for them."""
        line = self.lines[native]
        if seconds == LONG:
            return line
        found = read_arguments(line)
        assert found is not None

        def made(wanted: float) -> str:
            if self.scope == "project":
                return committed_command(found["project"], self.client, native, wanted)
            hint = f"Install it: policyhooks install --client {self.client} --scope {self.scope}"
            return personal_command(self.state, self.client, native, wanted, hint)

        assert made(float(found["seconds"])) == line, "the shortened line is not the installed one"
        return made(seconds)

    def start(
        self,
        call: Call,
        *,
        seconds: float = LONG,
        stdin: int | IO[bytes] = subprocess.PIPE,
        stdout: int | IO[bytes] = subprocess.PIPE,
        environ: Mapping[str, str] | None = None,
        before: Sequence[str] = (),
        line: str = "",
        cwd: Path | None = None,
    ) -> subprocess.Popen[bytes]:
        """The line in a shell and a process group of its own; `before` are words that start the shell."""
        return subprocess.Popen(
            [*before, "/bin/sh", "-c", line or self.line(call.native, seconds)],
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            cwd=cwd or self.project,
            env={"HOME": str(self.home), "PATH": "/usr/bin:/bin", **(environ or {})},
            start_new_session=True,
        )

    def run(self, call: Call, data: bytes | None = None, *, seconds: float = LONG, **more: object) -> Ended:
        """Start a line, send the event, wait as long as the client would."""
        process = self.start(call, seconds=seconds, **more)  # type: ignore[arg-type]
        return finish(process, call.data if data is None else data, seconds)

    def effect(self, call: Call, data: bytes | None = None, **more: object) -> str:
        """What the client does after that."""
        return effect_of(call, self.run(call, data, **more))  # type: ignore[arg-type]

    @contextmanager
    def damaged(self) -> Iterator[None]:
        """Whatever happens below `live` in here is undone."""
        try:
            yield
        finally:
            shutil.rmtree(self.folder / "live", ignore_errors=True)
            shutil.copytree(self.folder / "pristine", self.folder / "live", symlinks=True, dirs_exist_ok=True)

    def policyhooks(self, *words: str) -> int:
        """The command, as the person in whose home this is; its screens go nowhere."""
        with patch.dict(os.environ, HOME=str(self.home)), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            return run(list(words))


def finish(process: subprocess.Popen[bytes], data: bytes | None, seconds: float) -> Ended:
    """What came of a line; at the client's time-out its whole process group is killed."""
    begun = time.monotonic()
    try:
        stdout, stderr = process.communicate(data, timeout=seconds)
    except subprocess.TimeoutExpired:
        end_group(process.pid)
        stdout, stderr = process.communicate()
        return Ended(process.returncode, stdout or b"", stderr or b"", True, time.monotonic() - begun)
    return Ended(process.returncode, stdout or b"", stderr or b"", False, time.monotonic() - begun)


def end_group(pid: int) -> None:
    """Kill a process group that may be gone."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def install(folder: Path, client: str, scope: str = "project", front: bool = False) -> Installation:
    """Install the policy of the faults for one client, with an entry for every event; with a front if asked."""
    for name in ("project", "live/home", "system", "policies"):
        (folder / name).mkdir(parents=True)
    policy = POLICY + (OUTSIDE if scope == "managed" else "")
    for mark, text in {"CLIENT": client, **EVENTS.get(client, {"RESULT": "shell.after", "DEGRADE": ""})}.items():
        policy = policy.replace(mark, text)
    (folder / "policies/faults.yaml").write_text(policy)
    root = folder / ("system" if scope == "managed" else "project")
    state = folder / "live/state"
    made = Installation(client, scope, folder, state, {})
    words = ["--client", client, "--scope", scope, "--root", str(root), "--state", str(state), "--every-event"]
    with nullcontext() if front else without_front():
        code = made.policyhooks("install", *words, "--policies", str(folder / "policies"))
    if code:
        raise RuntimeError(f"policyhooks install ended with {code} for {client}")
    if front and made.script == made.hook:
        from tests.faults.outcomes import CannotBeMade

        raise CannotBeMade(find_front().why)
    shutil.copytree(folder / "live", folder / "pristine", symlinks=True)
    file = locate(client, scope, str(root), str(state)).file
    return Installation(client, scope, folder, state, dict(_lines(json.loads(file.read_text()))))


def _lines(value: object) -> Iterator[tuple[str, str]]:
    """Every line of ours in a client's file."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _lines(inner)
    elif isinstance(value, str) and (found := read_arguments(value)) is not None:
        yield found["native"], value


class Bench:
    """The installations of a run, each made when it is first asked for: with the native front, or with the script."""

    def __init__(self, folder: Path, front: bool = False) -> None:
        self.folder = folder
        self.front = front
        self._fronted: Bench | None = None
        folder.chmod(0o711)  # other users run hooks of managed installations
        self._made: dict[tuple[str, str], Installation] = {}

    def installation(self, client: str = "claude-code", scope: str = "project") -> Installation:
        key = (client, scope)
        if key not in self._made:
            self._made[key] = install(self.folder / f"{client}-{scope}", client, scope, self.front)
        return self._made[key]

    def fronted(self) -> "Bench":
        """The same with the native front; this one where it has it."""
        if self.front:
            return self
        if self._fronted is None:
            (self.folder / "fronted").mkdir()
            self._fronted = Bench(self.folder / "fronted", front=True)
        return self._fronted

    def every(self) -> Iterator[Installation]:
        """Claude Code first: a small share of the cases is of one client."""
        for client in CHOSEN:
            yield self.installation(client)


def interpreter(installation: Installation) -> str:
    """The interpreter in the first line of the script."""
    return installation.script.read_text().split("\n", 1)[0].removeprefix("#!").split()[0]
