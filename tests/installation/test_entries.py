"""Which events get an entry, and what every client's entry says."""

import pytest

from policyhooks.clients.catalog import rows
from policyhooks.clients.registry import CLIENTS
from policyhooks.installation.entries import entries_for, events_to_install, is_ours


def _command(native: str, seconds: int) -> str:
    return f"/usr/bin/python3 -I -S '/the state/hook.py' cursor {native} {seconds} || {{ exit 2; }}"


@pytest.mark.parametrize("client", CLIENTS)
def test_every_event_that_can_block_has_an_entry(client: str) -> None:
    assert set(events_to_install(client)) == {row.native for row in rows(client) if row.blocks}


def test_rules_add_the_events_they_use() -> None:
    assert "PostToolUse" not in events_to_install("claude-code")
    assert "PostToolUse" in events_to_install("claude-code", [("claude-code", "PostToolUse")])
    assert "PostToolUse" not in events_to_install("claude-code", [("codex", "PostToolUse")])


def test_an_entry_that_would_take_over_the_clients_work_is_never_installed() -> None:
    assert "WorktreeCreate" not in events_to_install("claude-code", [("claude-code", "WorktreeCreate")])


def test_cursor_entries_fail_closed_and_count_loops() -> None:
    entries = {entry.native: entry.value for entry in entries_for("cursor", ["preToolUse", "stop"], _command)}
    assert entries["preToolUse"] == {"command": _command("preToolUse", 30), "timeout": 30, "failClosed": True}
    assert entries["stop"]["loop_limit"] == 10


def test_claude_entries_block_on_failure() -> None:
    (entry,) = entries_for("claude-code", ["PreToolUse"], _command)
    assert entry.value == {
        "hooks": [{"type": "command", "command": _command("PreToolUse", 30), "timeout": 30, "onFailure": "block"}]
    }


def test_gemini_counts_in_milliseconds() -> None:
    (entry,) = entries_for("gemini-cli", ["BeforeTool"], _command)
    assert entry.value["hooks"][0]["timeout"] == 30_000  # type: ignore[index]


def test_codex_has_no_unknown_keys_and_a_short_session_end() -> None:
    entries = {entry.native: entry.value for entry in entries_for("codex", ["PreToolUse", "SessionEnd"], _command)}
    assert set(entries["PreToolUse"]["hooks"][0]) == {"type", "command", "timeout"}  # type: ignore[index]
    assert entries["SessionEnd"]["hooks"][0]["timeout"] == 3  # type: ignore[index]


def test_copilot_entries_are_flat() -> None:
    (entry,) = entries_for("copilot-cli", ["preToolUse"], _command)
    assert entry.value == {"type": "command", "bash": _command("preToolUse", 30), "timeoutSec": 30}


@pytest.mark.parametrize("client", CLIENTS)
def test_entries_know_themselves(client: str) -> None:
    assert all(is_ours(entry.value) for entry in entries_for(client, events_to_install(client), _command))


def test_entries_of_others_are_not_ours() -> None:
    assert not is_ours({"command": "./hook.py"})
    assert not is_ours({"command": "echo policyhooks"})
    assert not is_ours({"command": "python3 -I -S ./hook.py cursor stop 5"})
    assert not is_ours({"hooks": [{"command": _command("x", 1)}, {"command": "./theirs"}]})
    assert not is_ours({})
