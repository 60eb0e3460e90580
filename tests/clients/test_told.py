"""Every field that some document names is read from its payload, and who vouches for it is written down."""

from typing import Any

import pytest

from policyhooks.clients.catalog import expand, vouches_for
from policyhooks.clients.registry import CLIENTS
from policyhooks.core.events import ROOTS
from policyhooks.core.records import Edit
from policyhooks.core.schema import RECORDS
from tests.clients.fixtures import Fixture, load

PLACED = Edit(
    removed="one",
    added="two",
    start_line=1,
    start_column=1,
    end_line=1,
    end_column=4,
    old_line="one",
    new_line="two",
)
# client, generation, native event, what of its fixtures some one tells
TOLD: list[tuple[str, str, str, dict[str, object]]] = [
    ("cursor", "v3", "preToolUse", {"session.turn": "gen-1", "event.email": "dev@acme.example"}),
    ("cursor", "v3", "preToolUse", {"session.transcript": "/home/dev/.cursor/t.jsonl"}),
    ("cursor", "v3", "preToolUse", {"tool.agent_message": "Editing."}),
    ("cursor", "2.3.41", "beforeShellExecution", {"tool.sandbox": True}),
    ("cursor", "v3", "beforeShellExecution", {"tool.sandbox": False}),
    ("cursor", "v2", "beforeShellExecution", {"tool.timeout": 30}),
    ("cursor", "v3", "afterShellExecution", {"tool.sandbox": False}),
    ("cursor", "v3", "postToolUseFailure", {"tool.interrupted": False, "tool.failure": "permission_denied"}),
    ("cursor", "v3", "subagentStart", {"subagent.id": "s-1", "subagent.parent": "conv-0", "tool.use_id": "tc-1"}),
    ("cursor", "v3", "subagentStart", {"subagent.parallel": True, "subagent.branch": "main"}),
    ("cursor", "v3", "subagentStop", {"subagent.description": "d", "subagent.modified_files": ["a.py"]}),
    ("cursor", "v3", "subagentStop", {"subagent.messages": 12, "subagent.tool_calls": 8}),
    ("cursor", "v3", "subagentStop", {"subagent.duration_ms": 45000, "subagent.transcript": "/t"}),
    ("cursor", "v2", "subagentStop", {"subagent.duration_ms": 45000, "session.last_message": "found"}),
    ("cursor", "v3", "sessionEnd", {"session.duration_ms": 45000, "session.error": "e"}),
    ("cursor", "v2", "preCompact", {"compaction.percent": 85, "compaction.tokens": 1, "compaction.window": 2}),
    ("cursor", "v2", "preCompact", {"compaction.messages": 3, "compaction.summarized": 1, "compaction.first": True}),
    ("cursor", "v3", "afterAgentThought", {"session.thought_ms": 5000}),
    ("cursor", "v1", "afterTabFileEdit", {"file.edits": [PLACED]}),
    (
        "cursor",
        "v3",
        "preToolUse",
        {"file.edits": [Edit(removed="one", added="two"), Edit(removed="three", added="four")]},
    ),
    ("claude-code", "mode", "PreToolUse", {"session.turn": "p-1", "tool.timeout": 60000}),
    ("claude-code", "mode", "PostToolUseFailure", {"tool.interrupted": True, "tool.failure": "interrupt"}),
    ("claude-code", "mode", "SubagentStop", {"subagent.id": "a-1", "subagent.transcript": "/t"}),
    ("claude-code", "plain", "PreCompact", {"compaction.instructions": "keep the plan"}),
    ("claude-code", "plain", "Notification", {"notification.type": "permission_prompt", "notification.title": "t"}),
    ("codex", "turn", "SubagentStop", {"subagent.id": "a"}),
    ("gemini-cli", "x", "Notification", {"notification.type": "ToolPermission"}),
    ("gemini-cli", "x", "BeforeTool", {"session.transcript": "/home/dev/.gemini/t.jsonl"}),
    ("copilot-cli", "camel", "notification", {"notification.type": "permission_prompt", "notification.title": "t"}),
]


def _value(fixture: Fixture, name: str) -> object:
    event = fixture.event()
    if name not in event.supplied:
        return None
    found: Any = event
    for part in name.split("."):
        found = getattr(found, part)
    return [one.__dict__ for one in found] if name == "file.edits" else found


@pytest.mark.parametrize(("client", "generation", "native", "told"), TOLD)
def test_told(client: str, generation: str, native: str, told: dict[str, Any]) -> None:
    fixtures = [one for one in load(client) if (one.generation, one.native) == (generation, native)]
    for name, value in told.items():
        want = [{**vars(Edit()), **_whole(one)} for one in value] if name == "file.edits" else value
        assert want in [_value(fixture, name) for fixture in fixtures], name


def _whole(edit: Edit) -> dict[str, object]:
    return {name: getattr(edit, name) for name in RECORDS["Edit"]}


def test_every_field_is_told_by_some_payload() -> None:
    """But for those that the machine or the parsed command fills."""
    known = expand(" ".join(f"{root}.*" for root, kind in ROOTS.items() if kind in RECORDS and root != "shell"))
    told = {name for client in CLIENTS for fixture in load(client) for name in fixture.event().supplied}
    assert known - told == {"event.time_ns"}


def test_the_account_is_also_known_from_the_environment() -> None:
    fixture = next(one for one in load("cursor") if one.generation == "v1")
    assert "event.email" not in fixture.event().supplied
    event = fixture.event({"CURSOR_USER_EMAIL": "dev@acme.example"})
    assert event.event.email == "dev@acme.example"
    assert "event.email" in event.supplied


def test_nobody_vouches_for_what_the_agent_says_of_itself() -> None:
    assert vouches_for("tool.agent_message") == "agent"
    assert vouches_for("subagent.description") == "agent"
    assert vouches_for("subagent.branch") == "workspace"
    assert vouches_for("tool.sandbox") == "client"
