"""The command line of an entry: which exit codes it makes of the hook's, under which shells and environments."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from policyhooks.clients.catalog import natives
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.installation.command_line import (
    SHARE,
    committed_command,
    guarded,
    personal_command,
    read_arguments,
)
from policyhooks.installation.entries import is_ours

PROJECT = "p-0123456789abcdef"
EVENT = b'{"an": "event"}'


@dataclass(frozen=True)
class Shell:
    """A shell as a client may start it: its program, the name it is started under, its options."""

    program: str
    name: str
    options: str = "-c"


# sh is dash, bash or zsh, depending on the system; some clients start bash or the person's own shell.
SHELLS = {
    "dash": Shell("dash", "sh"),
    "dash -eu": Shell("dash", "sh", "-euc"),
    "bash": Shell("bash", "bash"),
    "bash -eu": Shell("bash", "bash", "-euc"),
    "bash as sh": Shell("bash", "sh"),
    "zsh": Shell("zsh", "zsh"),
    "zsh -eu": Shell("zsh", "zsh", "-euc"),
    "zsh as sh": Shell("zsh", "sh"),
}
LEAVES = "() { echo junk; builtin exit 0; }"
NAMES = (
    *("[", "test", "printf", "exit", "exec", "eval", "set", "command", "builtin", "env", "sh", "hook"),
    *(":", ".", "return", "trap", "kill", "local", "export", "cat", "echo"),
)
HOSTILE: dict[str, Mapping[str, str]] = {
    "nothing": {},
    "[": {"BASH_FUNC_[%%": LEAVES},
    "printf": {"BASH_FUNC_printf%%": LEAVES},
    "every builtin": {f"BASH_FUNC_{name}%%": LEAVES for name in NAMES},
    "absolute names": {f"BASH_FUNC_{name}%%": LEAVES for name in ("/usr/bin/env", "/bin/sh")},
    "keywords": {f"BASH_FUNC_{name}%%": LEAVES for name in ("case", "{", "esac", "in")},
    "xtrace": {"SHELLOPTS": "xtrace", "PS4": "$(echo junk >&2)"},
    "options": {"SHELLOPTS": "errexit:nounset:noglob:noclobber:onecmd:posix:pipefail"},
    "shopts": {"BASHOPTS": "expand_aliases:extglob:nullglob:failglob:nocasematch"},
    "ENV": {"ENV": "/etc/policyhooks-hostile-startup"},
    "no PATH": {"PATH": "/nonexistent"},
    "IFS": {"IFS": "0123456789/"},
    "POSIXLY_CORRECT": {"POSIXLY_CORRECT": "1"},
}
UNREADABLE = ("absolute names", "keywords")  # functions of such names cannot be exported
CODES = (64, 2, 0, 1, 70, 126, 127, 137)


@pytest.fixture(params=SHELLS, ids=list(SHELLS))
def shell(request: pytest.FixtureRequest) -> Shell:
    found: Shell = SHELLS[request.param]
    if shutil.which(found.program) is None:
        pytest.skip(f"no {found.program} here")
    return found


def write_hook(home: Path, body: str) -> Path:
    """`bin/hook` as a script that reads its event and leaves."""
    hook = home / SHARE / "bin/hook"
    hook.parent.mkdir(parents=True, exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{body}\n")
    hook.chmod(0o700)
    return hook


def start(
    shell: Shell, command: str, environ: Mapping[str, str], transport: str = "pipe"
) -> subprocess.CompletedProcess[bytes]:
    """As a client does: the event by a pipe, or in a here-document after the command."""
    if transport == "here-document":
        command = f"{command} <<'CURSOR_HOOK_EOF'\n{EVENT.decode()}\nCURSOR_HOOK_EOF\n"
    return subprocess.run(
        [shell.name, shell.options, command],
        executable=shutil.which(shell.program),
        input=EVENT if transport == "pipe" else b"",
        env={"PATH": "/usr/bin:/bin", **environ},
        capture_output=True,
        timeout=60,
        check=False,
    )


def expect_block(done: subprocess.CompletedProcess[bytes], client: str = "claude-code") -> None:
    """Exit 2, one deny document, our reason."""
    assert done.returncode == 2, done
    assert b"junk" not in done.stdout
    assert json.loads(done.stdout)
    assert b"policyhooks is not installed here or could not run" in done.stderr


# ---- exit codes -------------------------------------------------------------------------------


@pytest.mark.parametrize("transport", ["pipe", "here-document"])
@pytest.mark.parametrize("hostile", HOSTILE)
def test_only_64_is_a_zero(tmp_path: Path, shell: Shell, hostile: str, transport: str) -> None:
    if shell.program == "bash" and "e" in shell.options and hostile in UNREADABLE:
        pytest.skip("bash itself leaves with an error, before it reads any line")
    command = committed_command(PROJECT, "claude-code", "PreToolUse", 30)
    environ = {**HOSTILE[hostile], "HOME": str(tmp_path)}
    for code in CODES:
        write_hook(tmp_path, f"/usr/bin/env -i /bin/cat >{tmp_path}/seen\nexit {code}")
        done = start(shell, command, environ, transport)
        if code == 64:
            assert (done.returncode, done.stdout) == (0, b"")
        elif code == 2:
            assert (done.returncode, done.stdout) == (2, b"")
        else:
            expect_block(done)
        assert (tmp_path / "seen").read_bytes().strip() == EVENT, "the event reaches the hook"
    (tmp_path / SHARE / "bin/hook").unlink()
    expect_block(start(shell, command, environ, transport))


@pytest.mark.parametrize("home", [None, "", "relative", ".", "..", "~", "/nonexistent"])
def test_a_home_that_leads_nowhere_blocks(tmp_path: Path, shell: Shell, home: str | None) -> None:
    write_hook(tmp_path / "relative", "exit 64")
    write_hook(tmp_path, "exit 64")
    command = committed_command(PROJECT, "claude-code", "PreToolUse", 30)
    environ = {} if home is None else {"HOME": home}
    for folder in (tmp_path, tmp_path / "relative"):
        done = subprocess.run(
            [shell.name, shell.options, command],
            executable=shutil.which(shell.program),
            input=EVENT,
            env={"PATH": "/usr/bin:/bin", **environ},
            cwd=folder,
            capture_output=True,
            check=False,
        )
        expect_block(done)


def test_a_hook_that_cannot_be_started_blocks(tmp_path: Path, shell: Shell) -> None:
    command = committed_command(PROJECT, "claude-code", "PreToolUse", 30)
    hook = write_hook(tmp_path, "exit 64")
    environ = {"HOME": str(tmp_path)}
    for damage in ("mode", "interpreter", "folder"):
        hook.unlink()
        if damage == "mode":
            hook.write_text("#!/bin/sh\nexit 64\n")
            hook.chmod(0o600)
        elif damage == "interpreter":
            hook.write_text("#!/nonexistent/python -IS\n")
            hook.chmod(0o700)
        else:
            hook.mkdir()
        expect_block(start(shell, command, environ))


@pytest.mark.parametrize("signal", [9, 15, 6, 11])
def test_a_hook_that_is_killed_blocks(tmp_path: Path, shell: Shell, signal: int) -> None:
    write_hook(tmp_path, f"kill -{signal} $$")
    expect_block(start(shell, committed_command(PROJECT, "claude-code", "PreToolUse", 30), {"HOME": str(tmp_path)}))


def test_a_personal_line_has_the_same_tail(tmp_path: Path, shell: Shell) -> None:
    state = tmp_path / "a state's folder"
    (state / "bin").mkdir(parents=True)
    command = personal_command(state, "claude-code", "PreToolUse", 30, "Ask appsec.")
    assert b"Ask appsec." in start(shell, command, {}).stderr
    for code in CODES:
        (state / "bin/hook").write_text(f"#!/bin/sh\nexit {code}\n")
        (state / "bin/hook").chmod(0o700)
        done = start(shell, command, HOSTILE["every builtin"])
        assert done.returncode == (0 if code == 64 else 2)
        assert bool(done.stdout) == (code not in (64, 2))


# ---- texts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("client", CLIENTS)
def test_the_tail_gives_every_events_own_fail_answer(tmp_path: Path, client: str) -> None:
    for native in natives(client):
        command = committed_command(PROJECT, client, native, 5)
        done = subprocess.run(["/bin/sh", "-c", command], input=b"", capture_output=True, check=False, env={})
        reason = (
            "policyhooks is not installed here or could not run, so this is blocked."
            f" Run `policyhooks install --client {client}` in this project, or ask who keeps its policies."
        )
        expected = adapter_for(client).fail(native, reason)
        assert (done.returncode, done.stdout) == (expected.exit_code, expected.stdout)
        assert expected.stderr.strip() in done.stderr


@pytest.mark.parametrize("client", CLIENTS)
def test_a_line_holds_no_comment_marks_and_nothing_of_a_machine(client: str) -> None:
    for native in natives(client):
        for missing in ("block", "ask", "pass"):
            command = committed_command(PROJECT, client, native, 30, missing)
            assert "//" not in command
            assert "/*" not in command
            assert "\n" not in command
            assert os.path.expanduser("~") not in command
            assert is_ours({"command": command})
            assert read_arguments(command) == {
                "project": PROJECT,
                "client": client,
                "native": native,
                "seconds": "30",
            }


def test_lines_of_others_are_not_ours() -> None:
    for line in (
        "./bin/hook 2 x",
        "~/.local/share/policyhooks/bin/hook 2 p-0123456789abcdef claude-code PreToolUse 30",
        "echo policyhooks",
        "other/bin/hook 3 p-0123456789abcdef claude-code PreToolUse 30 || c=$?",
    ):
        assert read_arguments(line) is None


# ---- somebody without an installation -----------------------------------------------------------

# client, native event, what `ask` and `pass` come to there
UNCHECKED = [
    ("claude-code", "PreToolUse", '"permissionDecision":"ask"', ""),
    ("cursor", "beforeShellExecution", '"permission":"ask"', '{"permission":"allow"}'),
    ("cursor", "beforeSubmitPrompt", None, '{"continue":true}'),
    ("codex", "PreToolUse", None, ""),
    ("gemini-cli", "BeforeTool", None, ""),
    ("copilot-cli", "preToolUse", '"permissionDecision":"ask"', ""),
]


@pytest.mark.parametrize(("client", "native", "ask", "passes"), UNCHECKED)
def test_a_project_may_ask_or_pass_where_nothing_is_installed(
    tmp_path: Path, shell: Shell, client: str, native: str, ask: str | None, passes: str
) -> None:
    environ = {"HOME": str(tmp_path)}
    asked = start(shell, committed_command(PROJECT, client, native, 30, "ask"), environ)
    if ask is None:
        assert asked.returncode == 2 or b'"continue":false' in asked.stdout, "it cannot ask there"
    else:
        assert asked.returncode == 0
        assert ask in asked.stdout.decode()
        assert "is not installed here" in asked.stdout.decode()
    passed = start(shell, committed_command(PROJECT, client, native, 30, "pass"), environ)
    assert (passed.returncode, passed.stdout.decode().strip()) == (0, passes)
    for missing in ("ask", "pass"):  # an installation that is broken blocks all the same
        write_hook(tmp_path, "exit 1")
        assert start(shell, committed_command(PROJECT, client, native, 30, missing), environ).returncode == 2
        (tmp_path / SHARE / "bin/hook").unlink()


def test_texts_may_hold_any_character(tmp_path: Path, shell: Shell) -> None:
    reason = 'it\'s "odd": $HOME `id` \\n % * ; && é'
    done = start(shell, guarded("/nonexistent/hook || c=$?", "claude-code", "PreToolUse", reason), {})
    assert reason.encode() in done.stderr
    assert json.loads(done.stdout)["hookSpecificOutput"]["permissionDecisionReason"] == reason
