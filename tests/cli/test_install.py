"""install and uninstall as people run them, and the command line that clients then start."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from policyhooks.cli.main import run
from policyhooks.clients.cursor.loading import doubts, refusals
from policyhooks.installation.entries import commands_of, is_ours
from tests.clients.fixtures import load

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.small, title: Small, owner: appsec@acme.example}
rules:
  - id: no-install
    match: {events: [shell.before]}
    when: shell.command.contains("npm install")
    effect: deny
    message: {user: "No installs.", agent: "Use npm ci."}
    tests: {deny: ["npm install"], quiet: ["npm ci"]}
"""
NATIVE = """\
  - id: reviewed
    match: {clients: [claude-code, cursor], events: [EVENT], tools: [TOOL]}
    judge: {prompt: "Is this safe? $ARGUMENTS", native: true, not_ok: NOT_OK, timeout: 4500ms}
    message: {user: "Reviewer: {{ judge.reason }}", agent: "Ask."}
"""


@pytest.fixture
def policies(tmp_path: Path) -> Path:
    folder = tmp_path / "policies"
    folder.mkdir()
    (folder / "small.yaml").write_text(POLICY)
    return folder


def _install(tmp_path: Path, client: str, *words: str, scope: str = "project") -> int:
    place = ["--client", client, "--scope", scope, "--root", str(tmp_path / "root"), "--state", str(tmp_path / "state")]
    return run(["install", *place, "--policies", str(tmp_path / "policies"), *words])


def _uninstall(tmp_path: Path, client: str, *words: str, scope: str = "project") -> int:
    place = ["--client", client, "--scope", scope, "--root", str(tmp_path / "root"), "--state", str(tmp_path / "state")]
    return run(["uninstall", *place, *words])


def _file(tmp_path: Path) -> Path:
    (found,) = [path for path in (tmp_path / "root").rglob("*") if path.is_file() and path.suffix != ".yaml"]
    return found


def _files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def _commands(file: Path) -> dict[str, str]:
    document = json.loads(file.read_text())
    return {native: commands_of(entries[-1])[0] for native, entries in document["hooks"].items()}


def _start(folder: Path, command: str, payload: object) -> subprocess.CompletedProcess[bytes]:
    """As a client would, for the project below `folder`: through sh, from elsewhere, with next to no environment."""
    return subprocess.run(
        ["/bin/sh", "-c", command],
        input=json.dumps(payload).replace("/w/project", str(folder / "root")).encode(),
        capture_output=True,
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "HOME": str(Path.home())},
        timeout=60,
        check=False,
    )


# client, native event, a part of its deny
GATES = [
    ("cursor", "beforeShellExecution", b'"permission":"deny"'),
    ("claude-code", "PreToolUse", b'"permissionDecision":"deny"'),
    ("codex", "PreToolUse", b'"permissionDecision":"deny"'),
    ("gemini-cli", "BeforeTool", b'"decision":"deny"'),
    ("copilot-cli", "preToolUse", b'"permissionDecision":"deny"'),
]


@pytest.mark.parametrize(("client", "native", "answer"), GATES)
def test_the_installed_command_answers_and_blocks_without_its_runtime(
    tmp_path: Path, policies: Path, client: str, native: str, answer: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _install(tmp_path, client) == 0
    screen = capsys.readouterr().out
    assert "installed 1 rule " in screen
    assert "before it fires" in screen
    command = _commands(_file(tmp_path))[native]
    fixture = next(one for one in load(client) if one.native == native)
    denied = _start(tmp_path, command, fixture.payload)
    # Cursor's first payload has no version: the JSON alone is what every generation reads.
    assert (denied.returncode, answer in denied.stdout) == (0 if client == "cursor" else 2, True), denied
    assert b"Use npm ci." in (denied.stdout if client == "cursor" else denied.stderr)
    passed = _start(tmp_path, command, json.loads(json.dumps(fixture.payload).replace("npm install", "npm ci")))
    assert passed.returncode == 0
    assert passed.stdout == (b'{"permission":"allow"}\n' if client == "cursor" else b"")
    shutil.rmtree(tmp_path / "state")
    gone = _start(tmp_path, command, fixture.payload)
    assert (gone.returncode, answer in gone.stdout) == (2, True)
    assert f"policyhooks install --client {client}".encode() in gone.stderr
    assert f"policyhooks install --client {client}".encode() in gone.stdout


def test_cursor_and_copilot_get_their_own_words_from_an_entry_of_claude_code(tmp_path: Path, policies: Path) -> None:
    assert _install(tmp_path, "claude-code") == 0
    command = _commands(_file(tmp_path))["PreToolUse"]
    for client, native, answer in (
        ("cursor", "preToolUse", b'"permission":"deny"'),
        ("copilot-cli", "PreToolUse", b'{"permissionDecision":"deny"'),
    ):
        fixture = next(one for one in load(client) if one.native == native)
        denied = _start(tmp_path, command, fixture.payload)
        assert (denied.returncode, answer in denied.stdout) == (2, True), denied
        assert b"Use npm ci." in denied.stderr
    contradiction = next(one for one in load("codex") if one.native == "PreToolUse")
    refused = _start(tmp_path, command, contradiction.payload)
    assert refused.returncode == 2
    assert b"npm" not in refused.stderr


def test_every_file_of_a_patch_is_judged(tmp_path: Path, policies: Path) -> None:
    (policies / "small.yaml").write_text(
        POLICY + "  - id: no-env\n    match: {events: [file.write], paths: ['**/.env']}\n    effect: deny\n"
        '    message: {user: "No.", agent: "Leave .env alone."}\n'
    )
    assert _install(tmp_path, "codex") == 0
    command = _commands(_file(tmp_path))["PreToolUse"]
    payload = next(one for one in load("codex") if one.payload.get("tool_name") == "apply_patch").payload
    for last, code in (("b.txt", 0), (".env", 2)):
        patch = f"*** Begin Patch\n*** Add File: a.txt\n+x\n*** Update File: {last}\n+x\n*** End Patch"
        answer = _start(tmp_path, command, {**payload, "tool_input": {"command": patch}})
        assert (answer.returncode, b"Leave .env alone." in answer.stderr) == (code, code == 2), answer


def test_a_stop_entry_without_its_runtime_does_not_keep_the_agent_working(tmp_path: Path, policies: Path) -> None:
    policy = POLICY + (
        "  - id: go-on\n    match: {events: [agent.stop], clients: [claude-code]}\n"
        "    when: session.loop_count == 0\n    effect: followup\n    followup: {text: Go on.}\n"
    )
    (policies / "small.yaml").write_text(policy)
    assert _install(tmp_path, "claude-code") == 0
    command = _commands(_file(tmp_path))["Stop"]
    payload = next(one for one in load("claude-code") if one.native == "Stop").payload
    assert json.loads(_start(tmp_path, command, payload).stdout) == {"decision": "block", "reason": "Go on."}
    shutil.rmtree(tmp_path / "state")
    gone = _start(tmp_path, command, payload)
    assert (gone.returncode, gone.stdout) == (0, b"")


# Every other pair of client and scope differs from these in the name of a file alone.
PLACES = [("claude-code", "project"), ("copilot-cli", "user"), ("codex", "managed")]


@pytest.mark.parametrize(("client", "scope"), PLACES)
def test_install_twice_then_uninstall(
    tmp_path: Path, policies: Path, client: str, scope: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _install(tmp_path, client, scope=scope) == 0
    first = _file(tmp_path).read_bytes()
    capsys.readouterr()
    assert _install(tmp_path, client, scope=scope) == 0
    assert "is as it should be" in capsys.readouterr().out
    assert _file(tmp_path).read_bytes() == first
    assert _uninstall(tmp_path, client, scope=scope) == 0
    # A project's file keeps its id: others may have it by now.
    assert _files(tmp_path / "root") == (["policyhooks.yaml"] if scope == "project" else [])
    assert _uninstall(tmp_path, client, scope=scope) == 0
    assert "holds no entry of ours" in capsys.readouterr().out


def test_a_dry_run_writes_nothing(tmp_path: Path, policies: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _install(tmp_path, "cursor", "--dry-run") == 0
    out = capsys.readouterr().out
    assert "would install 1 rule" in out
    assert "+++ " not in out
    assert "nothing was written" in out
    assert _install(tmp_path, "cursor", "--dry-run", "--diff") == 0
    assert "+++ " in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["policies"]
    assert _install(tmp_path, "cursor") == 0
    before = _file(tmp_path).read_bytes()
    assert _uninstall(tmp_path, "cursor", "--dry-run") == 0
    assert _file(tmp_path).read_bytes() == before


def test_policies_that_do_not_compile_change_nothing(tmp_path: Path, policies: Path) -> None:
    (policies / "small.yaml").write_text(POLICY.replace("shell.command", "shell.comand"))
    assert _install(tmp_path, "cursor") == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["policies"]


def test_a_broken_file_is_refused_before_anything_is_written(
    tmp_path: Path, policies: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "root/.cursor/hooks.json"
    file.parent.mkdir(parents=True)
    file.write_text("{")
    assert _install(tmp_path, "cursor") == 1
    assert str(file) in capsys.readouterr().err
    assert file.read_text() == "{"
    assert not (tmp_path / "state").exists()


def test_other_hooks_are_named(tmp_path: Path, policies: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "root/.cursor/hooks.json"
    file.parent.mkdir(parents=True)
    file.write_text('{"version": 1, "hooks": {"preToolUse": [{"command": "./their-audit.sh"}]}}')
    assert _install(tmp_path, "cursor") == 0
    out = capsys.readouterr().out
    assert "other hooks on the same events" in out
    assert "preToolUse  ./their-audit.sh" in out


def _native(policies: Path, event: str, tool: str, not_ok: str = "deny") -> None:
    rule = NATIVE.replace("EVENT", event).replace("TOOL", tool).replace("NOT_OK", not_ok)
    (policies / "small.yaml").write_text(POLICY + rule)


def test_native_prompt_rules_become_prompt_hooks(
    tmp_path: Path, policies: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _native(policies, "mcp.before", "mcp__*")
    assert _install(tmp_path, "claude-code") == 0
    assert "warning: a rule with `native: true`" in capsys.readouterr().err
    document: dict[str, Any] = json.loads(_file(tmp_path).read_text())
    ours, prompt = document["hooks"]["PreToolUse"]
    assert is_ours(ours)
    assert prompt == {
        "matcher": "^(?:mcp__.*)$",
        "hooks": [
            {
                "type": "prompt",
                "prompt": "Is this safe? $ARGUMENTS\n\n(policyhooks rule acme.small/reviewed)",
                "timeout": 5,
            }
        ],
    }
    assert _uninstall(tmp_path, "claude-code") == 0
    assert _files(tmp_path / "root") == ["policyhooks.yaml"]


def test_what_a_prompt_hook_cannot_say_is_an_error(
    tmp_path: Path, policies: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _native(policies, "mcp.before", "mcp__*", "ask")
    assert _install(tmp_path, "claude-code") == 3
    _native(policies, "permission.request", "Bash")
    assert _install(tmp_path, "claude-code") == 3
    assert not (tmp_path / "root").exists()


@pytest.mark.parametrize(
    ("event", "not_ok", "prompt", "why"),
    [
        ("agent.stop", "followup", "Done? $ARGUMENTS", "stop ignores what a prompt hook says"),
        ("subagent.stop", "followup", "Done? $ARGUMENTS", "subagentStop ignores what a prompt hook says"),
        ("mcp.before", "deny", "Rule {{ rule }}: $ARGUMENTS", "does not fill in templates"),
        ("mcp.before", "deny", "{% if 1 %}x{% endif %}", "does not fill in templates"),
    ],
)
def test_what_a_prompt_hook_of_cursor_cannot_say(
    tmp_path: Path, policies: Path, capsys: pytest.CaptureFixture[str], event: str, not_ok: str, prompt: str, why: str
) -> None:
    _native(policies, event, "MCP:*", not_ok)
    text = (
        (policies / "small.yaml").read_text().replace("Is this safe? $ARGUMENTS", prompt).replace("claude-code, ", "")
    )
    (policies / "small.yaml").write_text(text if event == "mcp.before" else text.replace(", tools: [MCP:*]", ""))
    assert _install(tmp_path, "cursor") == 3
    assert why in " ".join(capsys.readouterr().err.split())


def test_usage_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["install", "--client", "cursor", "--scope", "local"]) == 2
    assert "cursor has no `local` scope" in capsys.readouterr().err


def test_the_state_is_private(tmp_path: Path, policies: Path) -> None:
    assert _install(tmp_path, "codex") == 0
    assert (tmp_path / "state").stat().st_mode & 0o077 == 0
    assert os.path.isabs(sys.executable)


ADDRESSES = """\
  - id: noted
    match: {clients: [cursor], events: [other]}
    effect: warn
    message: {user: "Noted."}
  - id: reviewed
    match: {clients: [cursor], events: [shell.before], native: [cursor.beforeShellExecution], tools: [Shell]}
    judge: {prompt: "See https://acme.example/* and /* that */ $ARGUMENTS", native: true, not_ok: deny, timeout: 4s}
    message: {user: "No.", agent: "Ask."}
"""


@pytest.mark.parametrize("words", [(), ("--every-event",)])
def test_cursor_loads_whatever_is_installed(
    tmp_path: Path, policies: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    (policies / "small.yaml").write_text(POLICY + ADDRESSES)
    before = b'{"version": 1,  "hooks": {"stop": [{"command": "./theirs"}]}}\n'
    file = tmp_path / "root" / ".cursor" / "hooks.json"
    file.parent.mkdir(parents=True)
    file.write_bytes(before)
    assert _install(tmp_path, "cursor", *words) == 0
    text = file.read_text("utf-8")
    assert refusals(text) == doubts(text) == []
    hooks = json.loads(text)["hooks"]
    assert "preToolUse" in hooks
    assert not {"postCompact", "workspaceOpen"} & set(hooks)
    prompts = [one["prompt"] for one in hooks["beforeShellExecution"] if one.get("type") == "prompt"]
    assert "See https://acme.example/* and /* that */ $ARGUMENTS" in prompts[0]
    assert _uninstall(tmp_path, "cursor") == 0
    assert file.read_bytes() == before


ASKING = """\
  - id: everywhere
    match: {events: [shell.before]}
    when: shell.command.contains("make release")
    effect: ask
    message: {user: "Release?", agent: "Ask first."}
  - id: narrowed
    match: {events: [shell.before], native: [cursor.preToolUse]}
    when: shell.command.contains("make deploy")
    effect: ask
    message: {user: "Deploy?", agent: "Ask first."}
"""


def test_a_question_of_cursor_is_left_only_to_an_entry_that_is_there(tmp_path: Path, policies: Path) -> None:
    """Through the installed command lines, as processes."""
    (policies / "small.yaml").write_text(POLICY + ASKING)
    assert _install(tmp_path, "cursor") == 0
    file = tmp_path / "root" / ".cursor" / "hooks.json"
    commands = _commands(file)
    common = {"conversation_id": "c", "cursor_version": "3.15.6", "workspace_roots": ["/w/project"]}

    def said(native: str, command: str) -> tuple[int, str]:
        own: dict[str, object] = {"command": command, "cwd": "/w/project", "sandbox": False}
        if native == "preToolUse":
            own = {"tool_name": "Shell", "tool_input": {"command": command}, "tool_use_id": "u", "cwd": "/w/project"}
        done = _start(tmp_path, commands[native], {**common, "hook_event_name": native, **own})
        return done.returncode, json.loads(done.stdout)["permission"]

    assert said("preToolUse", "make release") == (0, "allow")
    assert said("beforeShellExecution", "make release") == (0, "ask")
    assert said("preToolUse", "make deploy") == (0, "deny"), "nobody would ask on beforeShellExecution"
    assert said("beforeShellExecution", "make deploy") == (0, "allow")
    document = json.loads(file.read_text("utf-8"))
    del document["hooks"]["beforeShellExecution"]
    file.write_text(json.dumps(document))
    assert said("preToolUse", "make release") == (0, "deny")
