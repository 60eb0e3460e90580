"""An installed hook protects itself where it really lies: real processes, a state folder of one's own choice."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from policyhooks.compiler.compile import compile_policies
from policyhooks.image.activation import Activation, activate
from tests.support.hooks import run

POLICIES = Path(__file__).resolve().parents[2] / "policies"
BLOCKED = 2


@pytest.fixture(scope="module", params=[False, True], ids=["user", "managed"])
def active(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Activation:
    folder = tmp_path_factory.mktemp("own")
    (folder / "real").mkdir()
    (folder / "link").symlink_to("real")
    compiled = compile_policies([str(POLICIES / "self-protection")])
    made = activate(folder / "link" / "chosen", [compiled], options=compiled.options, shared=request.param)
    assert made.state == folder / "link" / "chosen"
    return made


def event(active: Activation, name: str, **values: object) -> dict[str, object]:
    return {
        "session_id": "s1",
        "transcript_path": "/home/dev/t.jsonl",
        "cwd": str(active.state.parents[1]),
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": name,
        "tool_input": values,
        "tool_use_id": "t1",
    }


def is_denied(active: Activation, name: str, **values: object) -> bool:
    done = run(active, event(active, name, **values))
    return done.returncode == BLOCKED or b'"deny"' in done.stdout


COMMANDS = (
    "printf '{}' | PYTHON -I -S STATE/hook.py claude-code PostToolUse 30",
    "printf '{}' | PYTHON -I -S STATE/current/hook.py claude-code PostToolUse 30",
    "PYTHON REAL/hook.py claude-code PostToolUse 30",
    "cd link/chosen && PYTHON -I hook.py claude-code PostToolUse 30",
    "cd real; d=chosen; PYTHON $d/hook.py claude-code PostToolUse 30",
    "PYTHON < STATE/hook.py",
    "cat STATE/hook.py | PYTHON - claude-code PostToolUse 30",
    "ln -s STATE/hook.py h.py && PYTHON h.py claude-code PostToolUse 30",
    "bash -c 'exec PYTHON -I STATE/hook.py claude-code PostToolUse 30'",
    "PYTHON -c 'import runpy; runpy.run_path(\"STATE/hook.py\")'",
    "cat STATE/key",
    "cat real/cho*/key",
    "base64 STATE/users/0/key",
    "rm -rf STATE/counters",
    "rm -rf REAL",
    "chmod -R a+w STATE",
    "mv STATE elsewhere",
    "echo x >> STATE/journal/journal.jsonl",
    "cp evil STATE/generations/1/hook.py",
    "PYTHON -c 'import socket; socket.socket(socket.AF_UNIX).connect(\"STATE/judge/socket\")'",
    "cp evil PYTHON",
    "rm -f LIBRARY/codecs.py",
)


def spelled(active: Activation, text: str) -> str:
    library = f"{sys.base_prefix}/lib/python{sys.version_info[0]}.{sys.version_info[1]}"
    names = {
        "STATE": str(active.state),
        "REAL": str(active.state.resolve()),
        "PYTHON": shlex.quote(str(active.interpreter)),
        "LIBRARY": library,
    }
    for name, value in names.items():
        text = text.replace(name, value)
    return text


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_on_the_hooks_own_place_is_denied(active: Activation, command: str) -> None:
    assert is_denied(active, "Bash", command=spelled(active, command))


@pytest.mark.parametrize(
    ("tool", "path"),
    [
        ("Read", "STATE/key"),
        ("Read", "REAL/judge/cache.key"),
        ("Write", "STATE/hook.py"),
        ("Edit", "REAL/generations/1/manifest.json"),
        ("Write", "PYTHON"),
    ],
)
def test_a_file_tool_on_it_is_denied(active: Activation, tool: str, path: str) -> None:
    values = {"file_path": spelled(active, path), "content": "x", "old_string": "a", "new_string": "b"}
    assert is_denied(active, tool, **values)


@pytest.mark.parametrize(
    "command",
    ["ls -l STATE", "tail STATE/journal/journal.jsonl", "PYTHON -V", "cat real/other", "policyhooks log --state STATE"],
)
def test_looking_stays_quiet(active: Activation, command: str) -> None:
    done = run(active, event(active, "Bash", command=spelled(active, command)))
    assert (done.returncode, json.loads(done.stdout or b"{}")) == (0, {})
