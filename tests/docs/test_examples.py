"""Every example does what its author wants, on Cursor and on Claude Code: where it fires and where it does not."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from tests.docs.example_runs import PAGES, Installed, install, policies

KEY = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
CARD = "why was 4111 1111 1111 1111 declined?"
SPEAKING = {
    "permission", "continue", "decision", "user_message", "agent_message", "additional_context", "followup_message",
    "env", "hookSpecificOutput", "systemMessage", "reason", "updated_input", "updated_mcp_tool_output",
}  # fmt: skip


def shell(command: str) -> dict[str, tuple[str, dict[str, Any]]]:
    return {
        "cursor": ("beforeShellExecution", {"command": command, "cwd": "{project}", "sandbox": False}),
        "claude-code": ("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "t"}),
    }


def generic_shell(command: str) -> dict[str, tuple[str, dict[str, Any]]]:
    call = {"tool_name": "Shell", "tool_input": {"command": command}, "tool_use_id": "t", "cwd": "{project}"}
    return {**shell(command), "cursor": ("preToolUse", call)}


def edited(name: str, *, generic: bool = False) -> dict[str, tuple[str, dict[str, Any]]]:
    path, pair = f"{{project}}/{name}", {"old_string": "a", "new_string": "b"}
    call = {"tool_name": "Edit", "tool_input": {"file_path": path, **pair}, "tool_use_id": "t"}
    written = {"tool_name": "Write", "tool_input": {"file_path": path, "content": "x"}, "tool_use_id": "t"}
    specific = ("afterFileEdit", {"file_path": path, "edits": [pair]})
    return {
        "cursor": ("postToolUse", {**written, "cwd": "{project}", "tool_output": "{}", "duration": 3})
        if generic
        else specific,
        "claude-code": ("PostToolUse", {**call, "tool_response": {"filePath": path}}),
    }


def called(arguments: dict[str, Any]) -> dict[str, tuple[str, dict[str, Any]]]:
    cursor = {"tool_name": "query", "tool_input": json.dumps(arguments), "command": "npx db-server"}
    claude = {"tool_name": "mcp__db__query", "tool_input": arguments, "tool_use_id": "t"}
    return {"cursor": ("beforeMCPExecution", cursor), "claude-code": ("PreToolUse", claude)}


def prompt(text: str) -> dict[str, tuple[str, dict[str, Any]]]:
    cursor = {"prompt": text, "attachments": []}
    return {"cursor": ("beforeSubmitPrompt", cursor), "claude-code": ("UserPromptSubmit", {"prompt": text})}


def started() -> dict[str, tuple[str, dict[str, Any]]]:
    cursor = {"session_id": "c1", "is_background_agent": False, "composer_mode": "agent"}
    return {"cursor": ("sessionStart", cursor), "claude-code": ("SessionStart", {"source": "startup"})}


def stopped(status: str = "completed") -> dict[str, tuple[str, dict[str, Any]]]:
    return {
        "cursor": ("stop", {"status": status, "loop_count": 0}),
        "claude-code": ("Stop", {"stop_hook_active": False}),
    }


def subagent(kind: str, *, parallel: bool = False) -> dict[str, tuple[str, dict[str, Any]]]:
    cursor = {"subagent_id": "a", "subagent_type": kind, "task": "look", "is_parallel_worker": parallel}
    call = {"tool_name": "Task", "tool_use_id": "t", "tool_input": {"subagent_type": kind, "prompt": "look"}}
    return {"cursor": ("subagentStart", cursor), "claude-code": ("PreToolUse", call)}


def read(name: str, content: str) -> dict[str, tuple[str, dict[str, Any]]]:
    path = f"{{project}}/{name}"
    lines = {"numLines": 1, "startLine": 1, "totalLines": 1}
    shown = {"type": "text", "file": {"filePath": path, "content": content, **lines}}
    call = {"tool_name": "Read", "tool_input": {"file_path": path}, "tool_use_id": "t", "tool_response": shown}
    cursor = {"file_path": path, "content": content, "attachments": []}
    return {"cursor": ("beforeReadFile", cursor), "claude-code": ("PostToolUse", call)}


DENIED = {"cursor": {"permission": "deny"}, "claude-code": {"permissionDecision": "deny"}}
ASKED = {"cursor": {"permission": "ask"}, "claude-code": {"permissionDecision": "ask"}}
STOPPED = {"cursor": {"continue": False}, "claude-code": {"decision": "block"}}
# policy, files of the project, event by client, what the answer holds by client; empty: it says nothing.
ROWS: list[tuple[str, dict[str, str], dict[str, Any], dict[str, Any]]] = [
    ("examples.git", {}, shell("git status"), DENIED),
    ("examples.git", {}, shell("bash -c 'git push'"), DENIED),
    ("examples.git", {}, shell("gh pr create"), ASKED),
    ("examples.git", {}, shell("ls digits"), {}),
    ("examples.kubernetes", {"web.yaml": "a: 1\n"}, shell("kubectl --context prod apply -f web.yaml"), DENIED),
    ("examples.kubernetes", {"web.yaml": "  privileged: true\n"}, shell("kubectl apply -f web.yaml"), DENIED),
    ("examples.kubernetes", {"web.yaml": "a: 1\n"}, shell("kubectl apply -f web.yaml"), {}),
    (
        "examples.sql",
        {},
        called({"sql": "DELETE FROM users"}),
        {"cursor": {"permission": "deny"}, "claude-code": {"permissionDecision": "ask"}},
    ),
    ("examples.sql", {}, called({"sql": "SELECT name FROM users"}), {}),
    (
        "examples.secrets",
        {},
        read("a.env", f"KEY={KEY}"),
        {"cursor": {"permission": "deny"}, "claude-code": {"updatedToolOutput": {"type": "text"}}},
    ),
    ("examples.secrets", {}, read("a.env", "KEY=changeme"), {}),
    ("examples.personal", {}, prompt(CARD), STOPPED),
    ("examples.personal", {}, prompt("fix the login page"), {}),
    ("examples.personal", {}, called({"note": [{"text": "SSN 078-05-1120"}]}), DENIED),
    ("examples.personal", {}, called({"note": "call back"}), {}),
    (
        "examples.scan",
        {"a.py": "x = 1\nprint(eval(x))\n"},
        edited("a.py", generic=True),
        {"cursor": {"additional_context": "2:print(eval(x))"}, "claude-code": {"reason": "2:print(eval(x))"}},
    ),
    ("examples.scan", {"a.py": "x = 1\n"}, edited("a.py", generic=True), {}),
    ("examples.scan", {"a.md": "eval(x)\n"}, edited("a.md", generic=True), {}),
    (
        "examples.context",
        {"TODO.md": "- [ ] one\n- [ ] two\n"},
        started(),
        {"cursor": {"additional_context": "2 open points"}, "claude-code": {"additionalContext": "2 open points"}},
    ),
    (
        "examples.context",
        {},
        started(),
        {"cursor": {"additional_context": "with make"}, "claude-code": {"additionalContext": "with make"}},
    ),
    ("examples.stop", {"Makefile": "test:\n\t@echo 2 failed; false\n"}, stopped(), {
        "cursor": {"followup_message": "2 failed"},
        "claude-code": {"reason": "2 failed"},
    }),
    ("examples.stop", {"Makefile": "test:\n\t@true\n"}, stopped(), {}),
    ("examples.subagents", {}, subagent("shell"), DENIED),
    ("examples.subagents", {}, subagent("explore"), {}),
]  # fmt: skip


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Installed]:
    """By policy: each page is installed once."""
    pages = {page.name: install(page.name, tmp_path_factory.mktemp("example")) for page in PAGES}
    return {policy: pages[page] for policy, page in policies().items()}


def furnish(installed: Installed, files: dict[str, str]) -> None:
    for old in installed.project.iterdir():
        old.unlink()
    for name, text in files.items():
        (installed.project / name).write_text(text)


def holds(document: Any, wanted: dict[str, Any]) -> bool:
    """Whether an answer has these keys anywhere, with these values or, of texts, with these words in them."""
    flat: dict[str, Any] = {}
    for key, value in document.items():
        flat.update({key: value, **(value if isinstance(value, dict) else {})})
    for key, value in wanted.items():
        found = flat.get(key)
        if isinstance(value, dict):
            if not isinstance(found, dict) or not holds(found, value):
                return False
        elif not (value in found if isinstance(found, str) and isinstance(value, str) else found == value):
            return False
    return True


def is_silent(document: dict[str, Any]) -> bool:
    """An answer that changes nothing; Cursor wants its allow written out."""
    said = {key: value for key, value in document.items() if key in SPEAKING}
    return document["exit"] == 0 and all(value in ("allow", True) for value in said.values())


@pytest.mark.parametrize("client", ["cursor", "claude-code"])
@pytest.mark.parametrize(("policy", "files", "event", "wanted"), ROWS, ids=lambda value: str(value)[:60])
def test_an_example(
    policy: str,
    files: dict[str, str],
    event: dict[str, Any],
    wanted: dict[str, Any],
    client: str,
    ready: dict[str, Installed],
) -> None:
    furnish(ready[policy], files)
    answer = ready[policy].answer(client, *event[client])
    assert holds(answer, wanted[client]) if wanted else is_silent(answer), answer


def test_every_policy_of_the_pages_has_both_sides() -> None:
    told = {policy for policy, _, _, wanted in ROWS if wanted}
    quiet = {policy for policy, _, _, wanted in ROWS if not wanted}
    apart = {"examples.format", "examples.audit", "examples.env", "examples.once"}  # below
    assert told | apart == set(policies())
    assert quiet | apart | {"examples.context"} >= set(policies())
    assert len(PAGES) >= 6


@pytest.mark.parametrize("client", ["cursor", "claude-code"])
def test_a_formatter(client: str, ready: dict[str, Installed]) -> None:
    installed = ready["examples.format"]
    names = ("a b;touch x.sh", "a.py")
    furnish(installed, dict.fromkeys(names, "echo  \n"))
    for name in names:
        assert is_silent(installed.answer(client, *edited(name)[client]))
    assert [(installed.project / name).read_text() for name in names] == ["echo\n", "echo  \n"]
    furnish(installed, {})
    answer = installed.answer(client, *edited("gone.sh")[client])
    assert client == "cursor" or "cannot format" in answer["systemMessage"]
    assert answer["exit"] == 0


def test_a_tab_edit_is_formatted_too(ready: dict[str, Installed]) -> None:
    installed = ready["examples.format"]
    furnish(installed, {"a.sh": "echo  \n"})
    fields = {"file_path": "{project}/a.sh", "edits": [{"old_string": "a", "new_string": "b"}]}
    installed.answer("cursor", "afterTabFileEdit", fields)
    assert (installed.project / "a.sh").read_text() == "echo\n"


@pytest.mark.parametrize("client", ["cursor", "claude-code"])
def test_a_scanner_runs_once_for_an_edit(client: str, ready: dict[str, Installed]) -> None:
    """Cursor's event that nobody reads starts nothing."""
    installed = ready["examples.scan"]
    furnish(installed, {"a.py": "eval(x)\n"})
    if client == "cursor":
        assert is_silent(installed.answer(client, *edited("a.py")["cursor"]))
    (installed.programs / "scan").write_text("#!/bin/sh\nkill -9 $$\n")
    assert is_silent(installed.answer(client, *edited("a.py", generic=True)[client])), "a crash has found nothing"
    (installed.programs / "scan").write_text("#!/bin/sh\nif grep -n 'eval(' \"$1\"; then exit 1; fi\n")


@pytest.mark.parametrize("client", ["cursor", "claude-code"])
@pytest.mark.parametrize(
    "event",
    [shell("ls"), prompt("hello"), stopped(), started(), edited("a.py")],
    ids=["shell", "prompt", "stop", "start", "edit"],
)
def test_an_audit(client: str, event: dict[str, Any], ready: dict[str, Installed]) -> None:
    installed = ready["examples.audit"]
    trail = installed.programs / "audit.jsonl"
    trail.unlink(missing_ok=True)
    native, fields = event[client]
    assert is_silent(installed.answer(client, native, fields))
    end = time.monotonic() + 30
    while not (trail.exists() and trail.read_text().endswith("\n")) and time.monotonic() < end:
        time.sleep(0.02)
    record = json.loads(trail.read_text())
    assert (record["rule"], record["client"], record["native"]) == ("examples.audit/everything", client, native)
    assert record["payload"]["hook_event_name"] == native


def test_variables_of_a_session(ready: dict[str, Installed], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = ready["examples.env"]
    furnish(installed, {".toolchain": "export NODE_VERSION='20 $x'\necho Now using node\n"})
    answer = installed.answer("cursor", *started()["cursor"])
    assert answer["env"]["NODE_VERSION"] == "20 $x"
    assert answer["env"]["NODE_ENV"] == "development"
    assert answer["env"]["PATH"] == os.environ["PATH"] + ":./node_modules/.bin"
    kept = tmp_path / "env"
    monkeypatch.setenv("CLAUDE_ENV_FILE", str(kept))
    installed.answer("claude-code", *started()["claude-code"])
    written = kept.read_text().splitlines()
    assert {"export NODE_ENV='development'", "export NODE_VERSION='20 $x'"} <= set(written)
    assert "export PATH=\"${PATH}\"':./node_modules/.bin'" in written
    furnish(installed, {})
    assert "NODE_VERSION" not in installed.answer("cursor", *started()["cursor"])["env"]


@pytest.mark.parametrize("client", ["cursor", "claude-code"])
def test_once_a_session(client: str, ready: dict[str, Installed]) -> None:
    installed = ready["examples.once"]
    key = {"cursor": "conversation_id", "claude-code": "session_id"}[client]
    native, fields = generic_shell("npm install")[client]

    def said(session: str, call: dict[str, Any]) -> bool:
        return "pnpm" in json.dumps(installed.answer(client, native, {**call, key: f"{client} {session}"}))

    _, other = generic_shell("ls")[client]
    assert not said("a", other)
    told = [said(session, fields) for session in ("a", "a", "b", "a", "b")]
    assert told == [True, False, True, False, False]


def test_a_run_that_ended_with_an_error(ready: dict[str, Installed]) -> None:
    installed = ready["examples.stop"]
    furnish(installed, {})
    session = {"conversation_id": "error"}
    native, fields = stopped("error")["cursor"]
    answers = [installed.answer("cursor", native, {**fields, **session}) for _ in range(3)]
    assert ["once more" in json.dumps(answer) for answer in answers] == [True, True, False], "its limit is 2"
    assert is_silent(installed.answer("cursor", *stopped("aborted")["cursor"]))


def test_parallel_workers(ready: dict[str, Installed]) -> None:
    installed = ready["examples.subagents"]
    assert holds(installed.answer("cursor", *subagent("explore", parallel=True)["cursor"]), {"permission": "deny"})
    assert is_silent(installed.answer("cursor", *subagent("explore")["cursor"]))


def test_a_secret_leaves_neither_tab_nor_result(ready: dict[str, Installed]) -> None:
    installed = ready["examples.secrets"]
    fields = {"file_path": "{project}/a.env", "content": f"KEY={KEY}"}
    assert holds(installed.answer("cursor", "beforeTabFileRead", fields), {"permission": "deny"})
    answer = installed.answer("claude-code", *read("a.env", f"KEY={KEY}")["claude-code"])
    assert KEY not in json.dumps(answer)
