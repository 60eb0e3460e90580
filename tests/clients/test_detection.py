"""Payload and environment decide which client it is; a contradiction is an error."""

from typing import Any

import pytest

from policyhooks.clients.detection import detect, read_event
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.core.verdict import Decision
from tests.clients.fixtures import load

CURSOR: dict[str, Any] = {
    "conversation_id": "c",
    "generation_id": "g",
    "cursor_version": "2026.09.02",
    "workspace_roots": ["/w"],
    "hook_event_name": "preToolUse",
    "tool_name": "Shell",
    "tool_input": {"command": "ls"},
    "tool_use_id": "u",
    "cwd": "",
}
COPILOT: dict[str, Any] = {
    "hook_event_name": "PreToolUse",
    "session_id": "s",
    "timestamp": "2026-11-16T00:00:00Z",
    "cwd": "/w",
    "tool_name": "Bash",
    "tool_input": {"command": "ls"},
}


@pytest.mark.parametrize("client", CLIENTS)
def test_every_fixture_is_its_own_clients(client: str) -> None:
    for fixture in load(client):
        assert detect(client, fixture.native, fixture.payload, {}) == (client, fixture.native, False)


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("other", CLIENTS)
def test_a_payload_of_another_client_is_an_error_or_foreign(client: str, other: str) -> None:
    if client == other:
        return
    native = {"cursor": "preToolUse", "gemini-cli": "BeforeTool", "copilot-cli": "preToolUse"}.get(other, "PreToolUse")
    fixture = next(one for one in load(other) if one.native == native)
    if client == "claude-code" and other in ("cursor", "copilot-cli"):
        assert detect(client, "PreToolUse", fixture.payload, {})[2]
        return
    own = {"cursor": "preToolUse", "gemini-cli": "BeforeTool", "copilot-cli": "preToolUse"}.get(client, "PreToolUse")
    for started in (own, native):
        with pytest.raises(MalformedPayload):
            read_event(client, started, fixture.payload, {})


def test_cursor_starts_an_entry_of_claude_code() -> None:
    event = read_event("claude-code", "PreToolUse", CURSOR, {"CURSOR_VERSION": "3"})
    assert (event.client, event.native, event.name, event.foreign) == ("cursor", "preToolUse", "shell.before", True)
    assert event.event.cwd == "/w"
    response = adapter_for("cursor").render(event, Decision(verdict="deny", user="No."))
    assert response.exit_code == 2
    assert b'"permission":"deny"' in response.stdout


def test_a_foreign_entry_cannot_leave_an_ask_to_another_event() -> None:
    own = read_event("cursor", "preToolUse", CURSOR, {})
    foreign = read_event("claude-code", "PreToolUse", CURSOR, {})
    ask = Decision(verdict="ask", user="Sure?", left=True)
    assert b'"permission":"allow"' in adapter_for("cursor").render(own, ask).stdout
    assert adapter_for("cursor").render(foreign, ask).exit_code == 2
    unsure = Decision(verdict="ask", user="Sure?")
    assert b'"permission":"deny"' in adapter_for("cursor").render(own, unsure).stdout


def test_cursor_may_use_claude_codes_spelling_and_tool_names() -> None:
    event = read_event(
        "claude-code", "PreToolUse", {**CURSOR, "hook_event_name": "PreToolUse", "tool_name": "Bash"}, {}
    )
    assert (event.client, event.name, event.command) == ("cursor", "shell.before", "ls")
    prompt = {**CURSOR, "hook_event_name": "UserPromptSubmit", "prompt": "x"}
    assert read_event("claude-code", "UserPromptSubmit", prompt, {}).name == "prompt.submit"


def test_copilot_starts_an_entry_of_claude_code() -> None:
    event = read_event("claude-code", "PreToolUse", COPILOT, {})
    assert (event.client, event.native, event.name, event.foreign) == (
        "copilot-cli",
        "preToolUse",
        "shell.before",
        True,
    )
    response = adapter_for("copilot-cli").render(event, Decision(verdict="deny", user="No."))
    assert response.stdout == b'{"permissionDecision":"deny","permissionDecisionReason":"No."}\n'


@pytest.mark.parametrize("client", ["claude-code", "cursor", "codex", "gemini-cli"])
def test_another_event_than_the_command_line_says_is_an_error(client: str) -> None:
    fixture = load(client)[0]
    with pytest.raises(MalformedPayload):
        read_event(client, fixture.native, {**fixture.payload, "hook_event_name": "Stop"}, {})


def test_claude_code_inside_cursors_terminal_stays_claude_code() -> None:
    fixture = load("claude-code")[0]
    environ = {"CURSOR_VERSION": "3", "CLAUDECODE": "1"}
    assert read_event("claude-code", fixture.native, fixture.payload, environ).client == "claude-code"


def test_headless_claude_code_denies_instead_of_asking() -> None:
    fixture = load("claude-code")[0]
    event = fixture.event({"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"})
    assert adapter_for("claude-code").render(event, Decision(verdict="ask", user="Sure?")).exit_code == 2
