"""An event without the identity of its tool call is read all the same; one with a broken identity is not."""

import pytest

from policyhooks.clients.claude_code import parse as claude_code
from policyhooks.clients.codex import parse as codex
from policyhooks.clients.errors import MalformedPayload

PAYLOAD = {
    "session_id": "s",
    "transcript_path": "/home/dev/.claude/projects/p/s.jsonl",
    "cwd": "/w/project",
    "permission_mode": "default",
    "hook_event_name": "PreToolUse",
    "model": "m",
    "turn_id": "t",
    "tool_name": "Bash",
    "tool_input": {"command": "ls"},
}


@pytest.mark.parametrize("client", [claude_code, codex], ids=["claude-code", "codex"])
def test_the_identity_of_a_call(client: object) -> None:
    parse = client.parse  # type: ignore[attr-defined]
    assert parse("PreToolUse", PAYLOAD, {}).command == "ls"
    assert parse("PreToolUse", {**PAYLOAD, "tool_use_id": "toolu_1"}, {}).tool.use_id == "toolu_1"
    with pytest.raises(MalformedPayload):
        parse("PreToolUse", {**PAYLOAD, "tool_use_id": 7}, {})
