"""Real hook processes: a state folder from a program written by hand, and runs of its hook."""

import json
import os
import subprocess
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from policyhooks.image.activation import Activation, activate
from policyhooks.image.front import ORDINARY
from policyhooks.installation.command_line import personal_command
from tests.support.fronts import FRONT, SCRIPT, without_front

INDEX = """\
FORMAT = 2
FEATURES = ()
DIGEST = {digest!r}
LAYER = "managed"
OPTIONS = {options!r}
RULE_COUNT = {count}
BUCKET_SIZE = 1000
SHARDS = 0
ALWAYS = {{"tool.before": tuple(range({count})), "agent.stop": tuple(range({count}))}}
KINDS = {{}}
GRAMS = {{}}
REPOSITORY = False
KEYS = {{}}
"""

# A call is denied when its input says so; other words of `do` make a rule misbehave.
BUCKET = """\
from policyhooks.core.program import Rule
RULES = {
    0: Rule(number=0, id="test/word", effect="deny", functions=frozenset(("when", "user"))),
    1: Rule(number=1, id="test/misbehave", effect="ask", functions=frozenset(("when",))),
}
def when_0(e):
    return e.tool.input.get("do") == "deny"
def user_0(e):
    return "The input says deny."
def when_1(e):
    do = e.tool.input.get("do")
    if do == "raise":
        raise RuntimeError("do not show me: secret")
    if do == "loop":
        while True:
            pass
    if do == "long C call":
        return sum(range(10**10)) == 7
    if do == "crash":
        import faulthandler
        faulthandler._sigsegv()
    if do == "kill":
        import posix
        posix.kill(posix.getpid(), 9)
    if do == "print":
        print("noise on stdout")
        import posix
        posix.write(1, b"more noise\\n")
    if do == "exit":
        raise SystemExit(0)
    if do == "recurse":
        return when_1(e)
    return False
"""


@dataclass(frozen=True)
class Source:
    """A program for `activate`."""

    modules: Mapping[str, str]
    digest: str
    layer: str = "managed"


def source(
    digest: str = "d0", bucket: str = BUCKET, count: int = 2, options: Mapping[str, object] | None = None
) -> Source:
    index = INDEX.format(digest=digest, count=count, options=dict(options or {}))
    return Source({"index": index, "bucket_000": bucket}, digest)


def install(
    folder: Path, *sources: Source, options: Mapping[str, object] | None = None, kind: str = FRONT
) -> Activation:
    """An active state folder below `folder`; with the native front where one was built, unless the script is wanted."""
    with without_front() if kind == SCRIPT else nullcontext():
        return activate(folder / "state", sources or (source(),), options=options)


def payload(do: str = "nothing", **changes: object) -> dict[str, object]:
    """A call of a tool that nobody knows, by Claude Code."""
    return {
        "session_id": "s1",
        "transcript_path": "/home/dev/t.jsonl",
        "cwd": "/home/dev/project",
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": "Unknown",
        "tool_input": {"do": do},
        "tool_use_id": "t1",
        **changes,
    }


def argv(
    active: Activation, native: str = "PreToolUse", timeout_s: float = 20, client: str = "claude-code"
) -> list[str]:
    """The hook as an entry starts it, without the entry's tail."""
    return hook_argv(active.state, client, native, timeout_s)


def hook_argv(
    state: Path | str, client: str = "claude-code", native: str = "PreToolUse", timeout_s: float = 20
) -> list[str]:
    """The same for a state folder."""
    return [f"{state}/bin/hook", "2", "-", client, native, f"{timeout_s:g}"]


def script_of(state: Path) -> Path:
    """The script that starts the image: what a front starts, or what entries start where there is none."""
    beside = state / "bin" / ORDINARY
    return beside if beside.exists() else state / "bin/hook"


def settled(code: int) -> int:
    """The code that an entry makes of the hook's: 70 is a block, 0 by accident is nothing that may happen."""
    return {64: 0, 70: 2, 0: 99}.get(code, code)


def run(
    active: Activation,
    stdin: bytes | dict[str, object],
    *,
    native: str = "PreToolUse",
    client: str = "claude-code",
    timeout_s: float = 20,
    shell: bool = False,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """One hook process, its exit code as the client would see it; with its tail through sh when `shell`."""
    command = argv(active, native, timeout_s, client)
    if shell:
        command = ["/bin/sh", "-c", personal_command(active.state, client, native, timeout_s)]
    data = stdin if isinstance(stdin, bytes) else json.dumps(stdin).encode()
    environ = dict(os.environ if env is None else env)
    done = subprocess.run(command, input=data, capture_output=True, check=False, env=environ, cwd=cwd, timeout=120)
    done.returncode = done.returncode if shell else settled(done.returncode)
    return done


def verdict(done: subprocess.CompletedProcess[bytes]) -> str:
    """deny, ask or pass; AssertionError on anything that is not exactly one valid answer or a block."""
    if done.stdout:
        document = json.loads(done.stdout)
        said = document["hookSpecificOutput"]["permissionDecision"]
        assert done.returncode == (2 if said == "deny" else 0)
        assert said != "deny" or done.stderr.strip()
        return str(said)
    assert done.returncode in (0, 2), (done.returncode, done.stderr)
    assert done.returncode == 0 or done.stderr.strip()
    return "deny" if done.returncode else "pass"


def records(active: Activation) -> list[dict[str, object]]:
    """All whole records of the journal; none before the first hook has run."""
    journal = active.state / "journal" / "journal.jsonl"
    text = journal.read_text() if journal.exists() else ""
    return [json.loads(line) for line in text.splitlines() if line.endswith('"}')]
