"""The catalog is complete, consistent, and cheap to look into."""

import subprocess
import sys

import pytest

from policyhooks.clients.catalog import (
    DENY_FORMS,
    WITHHOLD,
    denies,
    find,
    natives,
    required,
    rows,
    specific,
    vouches_for,
    withheld_events,
)
from policyhooks.clients.cursor.answer import deny_exit
from policyhooks.clients.cursor.events import DENY_EXIT, SPECIFIC
from policyhooks.clients.cursor.loading import ACCEPTED, GENERATIONS, SUPPORTED
from policyhooks.clients.facts import install_of, installable
from policyhooks.clients.registry import CLIENTS
from policyhooks.core.effects import EFFECTS
from policyhooks.core.events import EVENTS, ROOTS, SUBJECT
from policyhooks.core.schema import RECORDS

FIELDS = {f"{root}.{field}" for root, kind in ROOTS.items() if kind in RECORDS for field in RECORDS[kind]} | {"text"}
CLAUDE_CODE = (
    "SessionStart",
    "Setup",
    "InstructionsLoaded",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "PreToolUse",
    "PermissionRequest",
    "PermissionDenied",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "Notification",
    "Stop",
    "StopFailure",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "PostCompact",
    "PreModelSwitch",
    "PostModelSwitch",
    "TaskCreated",
    "TaskCompleted",
    "TeammateIdle",
    "Elicitation",
    "ElicitationResult",
    "ConfigChange",
    "WorktreeCreate",
    "WorktreeRemove",
    "CwdChanged",
    "FileChanged",
    "DirectoryAdded",
    "MessageDisplay",
    "SessionEnd",
)
CURSOR = (
    "sessionStart",
    "sessionEnd",
    "preToolUse",
    "postToolUse",
    "postToolUseFailure",
    "subagentStart",
    "subagentStop",
    "beforeShellExecution",
    "afterShellExecution",
    "beforeMCPExecution",
    "afterMCPExecution",
    "beforeReadFile",
    "afterFileEdit",
    "beforeTabFileRead",
    "afterTabFileEdit",
    "beforeSubmitPrompt",
    "afterAgentResponse",
    "afterAgentThought",
    "preCompact",
    "postCompact",
    "stop",
    "workspaceOpen",
)


def test_every_native_event_is_there() -> None:
    assert sorted(natives("claude-code")) == sorted(CLAUDE_CODE)
    assert len(CLAUDE_CODE) == 33
    assert sorted(natives("cursor")) == sorted(CURSOR)
    assert natives("windsurf") == ()


def test_every_canonical_event_has_a_client() -> None:
    assert {row.event for row in rows()} == set(EVENTS)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.client}-{row.native}-{row.event}")
def test_row(row) -> None:  # type: ignore[no-untyped-def]
    assert row.event in EVENTS
    assert row.fields | row.optional <= FIELDS
    assert not row.fields & row.optional
    assert row.effects <= set(EFFECTS)
    assert row.deny in DENY_FORMS
    assert ("deny" in row.effects) == (row.deny != "none")
    assert row.blocks == (row.deny in ("tool", "block", "exit", "json"))
    assert row.withholds == (row.deny == WITHHOLD)
    assert denies(row.client, row.native) >= (row.deny != "none")
    assert (row.event in withheld_events(row.client, row.native)) == row.withholds
    assert row.withholds >= ("redact" in row.effects), "what can be replaced can be kept back"
    assert row.withholds <= ("tool.output" in row.fields)
    assert set(row.ask.values()) <= {"ask", "deny", "specific", "none"}
    assert ("ask" in row.effects) == bool({"ask", "specific"} & set(row.ask.values()))
    assert (row.ask["*"] == "none") == (row.deny == "none"), "an event that denies can lower an ask to it"
    assert "halt" not in row.effects or "deny" in row.effects
    assert row.evidence in ("run", "code", "source", "docs", "seed")
    subject = SUBJECT.get(row.event)
    assert subject is None or any(field.split(".")[0] == subject for field in row.fields)
    assert set(row.vouched.values()) <= {"client", "machine", "workspace", "agent"}
    assert find(row.client, row.native, row.event).__dict__ == row.__dict__


def test_all_rows_of_a_native_event_deny_alike() -> None:
    for client in CLIENTS:
        for native in natives(client):
            forms = {row.deny for row in rows(client, native=native)}
            # Cursor lets a hook replace the results of MCP calls and of nothing else.
            assert len(forms) == 1 or (client, native) == ("cursor", "postToolUse"), native
            assert forms in ({"none", WITHHOLD}, {WITHHOLD}) or WITHHOLD not in forms


def test_filters() -> None:
    assert {row.client for row in rows(event="tab.read")} == {"cursor"}
    assert [row.event for row in rows("cursor", native="stop")] == ["agent.stop"]
    assert rows("cursor", event="permission.request") == []


def test_ask_depends_on_the_permission_mode() -> None:
    row = find("claude-code", "PreToolUse", "shell.before")
    assert row is not None
    modes = ("default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions", "")
    assert [row.ask_becomes(mode) for mode in modes] == ["ask", "ask", "ask", "ask", "deny", "deny", "ask"]
    shell = find("cursor", "preToolUse", "shell.before")
    write = find("cursor", "preToolUse", "file.write")
    assert shell is not None
    assert write is not None
    assert (shell.ask_becomes(""), write.ask_becomes("")) == ("specific", "deny")


# version, exit code of a deny: what every generation documents, unless it is known to need the exit code
DENIES = [
    ("", 0),
    ("1.0.0", 0),
    ("1.7.54", 0),
    ("2.3.41", 0),
    ("2.4.0", 2),
    ("2.6.22", 2),
    ("3.0.0", 0),
    ("3.15.6", 0),
    ("2026.10.01-e373342", 0),
    ("2025.9.18", 0),
    ("17.1", 0),
    ("next", 0),
    ("2.four", 0),
    ("-", 0),
    ("9" * 5000, 0),
]


@pytest.mark.parametrize(("version", "code"), DENIES)
def test_the_exit_code_of_a_deny_depends_on_the_version(version: str, code: int) -> None:
    assert deny_exit(version) == code


def test_the_table_of_denies_is_in_order_and_says_why() -> None:
    starts = [since for since, _, _ in DENY_EXIT]
    assert starts == sorted(starts)
    assert starts[0] == (0,)
    assert all(reason for _, _, reason in DENY_EXIT)


def test_a_question_is_left_to_an_event_that_asks() -> None:
    found = [row for row in rows() if "specific" in row.ask.values()]
    assert {(row.native, row.event) for row in found} == set(SPECIFIC)
    for row in found:
        twin = find(row.client, specific(row.client, row.native, row.event), row.event)
        assert twin is not None
        assert twin.ask_becomes("") == "ask"
    assert specific("claude-code", "PreToolUse", "shell.before") == ""


def test_no_version_of_cursor_is_proved_to_ask_about_an_mcp_call() -> None:
    for row in rows("cursor", "mcp.before"):
        assert row.ask == {"*": "deny"}
        assert "ask" not in row.effects
    assert any("beforeMCPExecution" in one for one in install_of("cursor").notes)


def test_what_may_be_installed() -> None:
    assert set(ACCEPTED.values()) == set(GENERATIONS)
    boundaries = [since for since, _, _ in DENY_EXIT]
    assert {since for since in GENERATIONS.values() if since} <= set(boundaries)
    assert not installable("cursor", "postCompact"), "no loader accepts it"
    assert not installable("cursor", "workspaceOpen"), f"older than {SUPPORTED} or only newer"
    assert not installable("claude-code", "WorktreeCreate")
    assert all(installable(row.client, row.native) for row in rows() if row.blocks)


def test_what_a_payload_needs() -> None:
    assert required("claude-code", "PreCompact") == ("hook_event_name",)
    assert "tool_name" in required("claude-code", "PreToolUse")
    assert required("copilot-cli", "agentStop") == ()
    assert required("windsurf", "x") == ()


def test_an_unknown_native_event_passes() -> None:
    row = find("cursor", "someNewEvent", "other")
    assert row is not None
    assert (row.effects, row.blocks, row.deny) == (frozenset(), False, "none")
    assert find("cursor", "someNewEvent", "shell.before") is None
    assert find("cursor", "stop", "shell.before") is None
    assert find("windsurf", "x", "other") is None


def test_who_vouches() -> None:
    names = ("event.os", "event.branch", "event.repo", "tool.name", "file.content")
    assert [vouches_for(name) for name in names] == ["machine", "workspace", "workspace", "client", "workspace"]


def test_a_lookup_loads_one_clients_rows_and_nothing_of_the_library() -> None:
    code = (
        "import sys; sys.path.insert(0, '.'); before = set(sys.modules)\n"
        "from policyhooks.clients.catalog import find\n"
        "assert find('cursor', 'stop', 'agent.stop')\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    shown = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True, cwd=sys.path[0] or "."
    )
    loaded = shown.stdout.split()
    tables = [name for name in loaded if ".clients." in name and name.endswith(".events")]
    assert tables == ["policyhooks.clients.cursor.events"]
    assert [name for name in loaded if not name.startswith("policyhooks")] == ["__future__"]
