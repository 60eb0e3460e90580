"""From payload to answer in one process, on recorded and documented events."""

import json
from pathlib import Path

import pytest

from policyhooks.clients.errors import MalformedPayload
from policyhooks.runtime.engine.completing import MachineView, shell_reader
from policyhooks.runtime.engine.session import decide_payload
from policyhooks.runtime.ports.outside_world import Outside
from tests.runtime.programs import fails_to_hold, program, rule
from tests.support.hooks import payload
from tests.support.shared import shared

QUIET = program(rule("quiet", "deny", {"when": fails_to_hold}))
DENYING = program(rule("deny", "deny", {"when": lambda e: e.tool.name == "Unknown"}))


def outside() -> Outside:
    return Outside("", "machine", {}, MachineView(home="/home/dev", links=False, read_shell=shell_reader("", False)))


def test_the_three_values_belong_together() -> None:
    event, decision, response = decide_payload("claude-code", "PreToolUse", payload(), [DENYING], {}, outside=outside())
    assert (event.client, event.name, event.home) == ("claude-code", "tool.before", "/home/dev")
    assert decision.verdict == "deny"
    assert response.exit_code == 2


def test_the_payload_may_name_its_event() -> None:
    event, _, _ = decide_payload("claude-code", None, payload(), [QUIET], {}, outside=outside())
    assert event.native == "PreToolUse"


def test_a_contradiction_is_an_error() -> None:
    with pytest.raises(MalformedPayload):
        decide_payload("claude-code", "Stop", payload(), [QUIET], {}, outside=outside())
    with pytest.raises(MalformedPayload):
        decide_payload("gemini-cli", "PreToolUse", {**payload(), "sessionId": "x"}, [QUIET], {}, outside=outside())


@pytest.mark.parametrize(
    ("folder", "client"),
    [
        ("claude-code-2.1.197", "claude-code"),
        ("claude-code-2.1.325", "claude-code"),
        ("codex-0.166.0", "codex"),
        ("gemini-cli-0.61.0", "gemini-cli"),
    ],
)
def test_every_recorded_event_is_decided(folder: str, client: str) -> None:
    files: list[Path] = sorted(shared(f"payloads/{folder}").glob("*.json"))
    assert files
    for file in files:
        event = json.loads(file.read_text("utf-8"))
        if not isinstance(event, dict) or "hook_event_name" not in event:
            continue
        _, decision, response = decide_payload(client, None, event, [QUIET], {}, outside=outside())
        assert decision.verdict == "pass", file.name
        assert response.exit_code == 0
