"""What adapters read, and that nothing malformed gets past them."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.clients.answers import DEFAULT_REASON
from policyhooks.clients.catalog import find
from policyhooks.clients.detection import read_event
from policyhooks.clients.errors import CannotRewrite, MalformedPayload
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.core.event import Event
from policyhooks.core.verdict import Decision
from policyhooks.errors import UsageError
from tests.clients.fixtures import Fixture, load
from tests.support.counts import scaled
from tests.support.shared import shared

FIXTURES = [fixture for client in CLIENTS for fixture in load(client)]
NUMBERED = [pytest.param(one, id=f"{number}-{one.name}") for number, one in enumerate(FIXTURES)]


def _find(client: str, native: str, tool: str = "", generation: str = "") -> Event:
    for one in load(client):
        named = one.payload.get("tool_name") or one.payload.get("toolName") or ""
        if one.native == native and tool in ("", named) and generation in ("", one.generation):
            return one.event()
    raise AssertionError(f"no fixture {client} {native} {tool}")


# Filled by the hook, not by an adapter.
OF_THE_MACHINE = frozenset(
    (
        "event.time", "event.repo", "event.branch", "event.own_branch", "event.linked_worktree", "event.container",
        "event.user", "event.ci",
    )
)  # fmt: skip


@pytest.mark.parametrize("fixture", NUMBERED)
def test_an_event_supplies_what_its_row_promises(fixture: Fixture) -> None:
    event = fixture.event()
    row = find(event.client, event.native, event.name)
    assert row is not None
    assert row.fields <= event.supplied <= row.fields | row.optional
    for name in row.fields - OF_THE_MACHINE:
        root, _, field = name.partition(".")
        if root == "shell":
            assert event.command is not None
        elif name in (
            "web.host",
            "mcp.paths",
            "mcp.hosts",
            "mcp.urls",
            "mcp.sql",
            "mcp.sql_understood",
            "mcp.understood",
        ):
            assert getattr(event, root).__dict__, "the engine fills it from what is there"
        elif not field:
            assert event.__dict__[root]
        else:
            assert field in getattr(event, root).__dict__, name


# client, native event, tool, what a rule must see
READ: list[tuple[str, str, str, dict[str, object]]] = [
    ("claude-code", "PreToolUse", "Bash", {"command": "npm install", "dialect": "bash"}),
    ("claude-code", "PreToolUse", "PowerShell", {"dialect": "powershell"}),
    ("claude-code", "PreToolUse", "Grep", {"file.path.raw": ".", "file.op": "read"}),
    ("claude-code", "PreToolUse", "Edit", {"file.added": "2", "file.removed": "1", "file.op": "edit"}),
    ("claude-code", "PreToolUse", "MultiEdit", {"file.added": "two", "file.removed": "one"}),
    ("claude-code", "PreToolUse", "Write", {"file.content": "x = 1\n", "file.added": "x = 1\n"}),
    ("claude-code", "PreToolUse", "mcp__github__search_issues", {"mcp.server": "github", "mcp.tool": "search_issues"}),
    ("claude-code", "PreToolUse", "mcp__my__srv__tool__x", {"mcp.server": "my__srv", "mcp.tool": "tool__x"}),
    ("claude-code", "PreToolUse", "Agent", {"subagent.type": "general-purpose", "subagent.task": "look"}),
    ("claude-code", "PreToolUse", "SomethingNew", {"name": "tool.before"}),
    ("claude-code", "PostToolUse", "Bash", {"tool.output": "out\nerr", "name": "shell.after"}),
    ("claude-code", "PostToolUse", "Read", {"tool.output": "x = 1", "name": "tool.after"}),
    ("cursor", "beforeMCPExecution", "", {"mcp.arguments": {"query": "bug", "limit": 5}}),
    ("cursor", "beforeMCPExecution", "", {"mcp.server": "https://mcp.acme.example/sse", "mcp.tool": "search_issues"}),
    ("cursor", "beforeMCPExecution", "", {"mcp.identity": "https://mcp.acme.example/sse/search_issues"}),
    ("cursor", "preToolUse", "MCP:search_issues", {"name": "tool.before"}),
    ("cursor", "preToolUse", "MCP:github:search_issues", {"name": "mcp.before", "mcp.server": "github"}),
    ("cursor", "preToolUse", "Delete", {"name": "file.write", "file.op": "delete"}),
    ("cursor", "preToolUse", "SomethingNew", {"name": "tool.before"}),
    ("cursor", "brandNewEvent", "", {"name": "other"}),
    ("cursor", "preToolUse", "ReadLints", {"name": "file.read", "file.path.raw": "/w/project/.env"}),
    ("cursor", "preToolUse", "List", {"name": "file.read", "file.path.raw": "/etc"}),
    ("cursor", "preToolUse", "Fetch", {"name": "web.before", "web.url": "https://acme.example/x"}),
    ("cursor", "preToolUse", "FetchMcpResource", {"mcp.server": "github", "mcp.tool": "read_resource"}),
    ("cursor", "preToolUse", "WriteShellStdin", {"name": "tool.before"}),
    ("cursor", "afterFileEdit", "", {"file.added": "two", "file.removed": "one"}),
    ("codex", "PreToolUse", "apply_patch", {"file.path.raw": "a.txt", "file.op": "write", "file.added": "hello"}),
    ("codex", "PreToolUse", "mcp__github__search_issues", {"mcp.server": "github"}),
    (
        "gemini-cli",
        "BeforeTool",
        "mcp_my_srv_tool",
        {"mcp.server": "my_srv", "mcp.tool": "tool", "mcp.command": "npx -y s"},
    ),
    ("gemini-cli", "BeforeTool", "mcp_github_search_issues", {"mcp.server": "github", "mcp.tool": "search_issues"}),
    ("gemini-cli", "BeforeTool", "web_fetch", {"web.url": "https://acme.example/x"}),
    ("gemini-cli", "AfterTool", "write_file", {"tool.error": '{"message":"disk"}'}),
    ("copilot-cli", "preToolUse", "github-mcp-server-search_issues", {"mcp.server": "github-mcp-server"}),
    ("copilot-cli", "preToolUse", "bash", {"command": "npm install"}),
    ("copilot-cli", "PreToolUse", "Bash", {"command": "npm install", "native": "preToolUse"}),
]


@pytest.mark.parametrize(("client", "native", "tool", "expected"), READ)
def test_read(client: str, native: str, tool: str, expected: dict[str, object]) -> None:
    event = _find(client, native, tool)
    for name, value in expected.items():
        found: Any = event
        for part in name.split("."):
            found = getattr(found, part)
        assert found == value


def test_every_file_of_a_patch_is_seen() -> None:
    event = _find("codex", "PreToolUse", "apply_patch")
    seen = [(one.path.raw, one.op, one.added, one.removed) for one in (event.file, *event.files)]
    assert seen == [("a.txt", "write", "hello", ""), ("b.txt", "edit", "", ""), ("c.txt", "write", "y", "x")]


def test_a_path_beside_several_is_seen() -> None:
    fixture = next(one for one in load("cursor") if one.payload.get("tool_name") == "Grep")
    payload = {**fixture.payload, "tool_input": {"pattern": "x", "path": "/etc", "paths": ["a", "b"]}}
    event = read_event("cursor", "preToolUse", payload, {})
    assert [event.file.path.raw, *(one.path.raw for one in event.files)] == ["/etc", "a", "b"]
    none = read_event("cursor", "preToolUse", {**payload, "tool_input": {"paths": []}}, {})
    assert none.file.path.raw == "."


def test_several_paths_of_one_call_are_seen() -> None:
    event = _find("gemini-cli", "BeforeTool", "read_many_files")
    assert [one.path.raw for one in (event.file, *event.files)] == ["a.py", "b.py"]


# A search reads what its pattern names, not only the folder that it starts in.
SEARCHES: list[tuple[str, str, str, dict[str, object], str]] = [
    ("claude-code", "PreToolUse", "Grep", {"pattern": "KEY"}, "."),
    ("claude-code", "PreToolUse", "Grep", {"pattern": "KEY", "glob": "**/.env"}, "**/.env"),
    ("claude-code", "PreToolUse", "Grep", {"pattern": "KEY", "path": "/w/", "glob": ".env"}, "/w/.env"),
    ("claude-code", "PreToolUse", "Glob", {"pattern": "/home/dev/.ssh/*"}, "/home/dev/.ssh/*"),
    ("claude-code", "PreToolUse", "Glob", {"pattern": "~/.ssh/*", "path": "/w"}, "~/.ssh/*"),
    ("cursor", "preToolUse", "Grep", {"pattern": "KEY", "glob": "**/.env"}, "**/.env"),
]


@pytest.mark.parametrize(("client", "native", "tool", "values", "path"), SEARCHES)
def test_searches(client: str, native: str, tool: str, values: dict[str, object], path: str) -> None:
    payload = {**_find(client, native, tool).payload, "tool_input": values}
    assert Fixture(client, "", native, payload).event().file.path.raw == path


def test_a_fetch_of_several_pages_is_refused() -> None:
    values = {"prompt": "compare https://a.example/ with (https://b.example/x)"}
    payload = {**_find("gemini-cli", "BeforeTool", "web_fetch").payload, "tool_input": values}
    with pytest.raises(MalformedPayload, match="one call for each page"):
        Fixture("gemini-cli", "", "BeforeTool", payload).event()


def test_cursor_reads_both_spellings_of_every_generation() -> None:
    prompts = [one.event() for one in load("cursor") if one.native == "beforeSubmitPrompt"]
    assert {event.prompt.text for event in prompts} == {"fix it"}
    assert all(event.prompt.attachments[0].path.startswith("/w/project/") for event in prompts)
    starts = [one.event() for one in load("cursor") if one.native == "subagentStart"]
    assert [(event.subagent.task, event.subagent.model) for event in starts] == [
        ("explore", "model-b"),
        ("look", "model-b"),
    ]
    outputs = [one.event().tool.output for one in load("cursor") if one.native == "postToolUse"]
    assert outputs[:2] == ["All tests passed", "All tests passed"]


def test_an_empty_folder_of_cursor_means_the_workspace() -> None:
    assert _find("cursor", "preToolUse", "Shell", "cli").event.cwd == "/w/project"


def test_workspace_comes_from_the_client_where_it_says_so() -> None:
    fixture = load("claude-code")[0]
    assert fixture.event({"CLAUDE_PROJECT_DIR": "/w"}).event.workspace == "/w"
    assert fixture.event({"CLAUDE_PROJECT_DIR": "relative"}).event.workspace == "/w/project"


FOLDERS = {
    "claude-code-2.1.197": "claude-code",
    "claude-code-2.1.325": "claude-code",
    "codex-0.166.0": "codex",
    "gemini-cli-0.61.0": "gemini-cli",
    "copilot-cli-1.0.102": "copilot-cli",
    "cursor-public-shapes": "cursor",
}


@pytest.mark.parametrize("folder", FOLDERS)
def test_recorded_events_parse_and_are_answered(folder: str) -> None:
    files = sorted(shared(f"payloads/{folder}").glob("*.json"))
    assert files
    for file in files:
        event = _recorded(FOLDERS[folder], file).event()
        assert event.name != "other" or find(event.client, event.native, "other") is not None
        for verdict in ("deny", "ask", "allow", "pass"):
            adapter_for(event.client).render(event, Decision(verdict=verdict))


def _recorded(client: str, file: Path) -> Fixture:
    payload = json.loads(file.read_text("utf-8"))
    payload = payload.get("body", payload)
    told = payload.get("hook_event_name") or ""
    native = file.name.replace(".", "-").split("-")[0] if client == "copilot-cli" else told
    return Fixture(client, "recorded", native, payload)


WRONG: tuple[object, ...] = (None, 7, "text", [], {}, [1], {"a": 1}, True)


@pytest.mark.parametrize("fixture", NUMBERED)
def test_a_field_that_is_missing_or_wrong_is_malformed_or_read_never_a_crash(fixture: Fixture) -> None:
    def attempt(payload: dict[str, object]) -> None:
        try:
            Fixture(fixture.client, fixture.generation, fixture.native, payload).event()
        except MalformedPayload:
            return

    for key in fixture.payload:
        attempt({name: value for name, value in fixture.payload.items() if name != key})
        for value in WRONG:
            attempt({**fixture.payload, key: value})
    values = fixture.payload.get("tool_input") or fixture.payload.get("toolArgs")
    name = "tool_input" if "tool_input" in fixture.payload else "toolArgs"
    if isinstance(values, dict):
        for key in values:
            attempt({**fixture.payload, name: {inner: one for inner, one in values.items() if inner != key}})
            for value in WRONG:
                attempt({**fixture.payload, name: {**values, key: value}})


# A known field whose absence must be an error, because rules rest on it.
NEEDED = [
    ("claude-code", "PreToolUse", "Bash", "tool_input"),
    ("claude-code", "PreToolUse", "Bash", "tool_name"),
    ("claude-code", "PreToolUse", "Bash", "cwd"),
    ("claude-code", "PreToolUse", "Bash", "session_id"),
    ("claude-code", "PreToolUse", "Bash", "hook_event_name"),
    ("claude-code", "UserPromptSubmit", "", "prompt"),
    ("cursor", "beforeShellExecution", "", "command"),
    ("cursor", "beforeMCPExecution", "", "tool_input"),
    ("cursor", "beforeReadFile", "", "file_path"),
    ("cursor", "beforeReadFile", "", "content"),
    ("cursor", "beforeSubmitPrompt", "", "prompt"),
    ("cursor", "subagentStart", "", "subagent_type"),
    ("codex", "PreToolUse", "Bash", "tool_input"),
    ("gemini-cli", "BeforeTool", "run_shell_command", "tool_input"),
    ("copilot-cli", "preToolUse", "bash", "toolArgs"),
]


@pytest.mark.parametrize(("client", "native", "tool", "field"), NEEDED)
def test_needed(client: str, native: str, tool: str, field: str) -> None:
    payload = dict(_find(client, native, tool).payload)
    del payload[field]
    with pytest.raises(MalformedPayload):
        Fixture(client, "", native, payload).event()


@pytest.mark.parametrize("text", ["{", "[1]", '{"a":1,"a":2}', "NaN", '{"a":1} x'])
def test_mcp_input_must_hold_a_strict_json_object(text: str) -> None:
    payload = {**_find("cursor", "beforeMCPExecution").payload, "tool_input": text}
    with pytest.raises(MalformedPayload):
        Fixture("cursor", "", "beforeMCPExecution", payload).event()


def test_a_patch_without_a_file_is_malformed() -> None:
    payload = {**_find("codex", "PreToolUse", "apply_patch").payload, "tool_input": {"command": "rm -rf"}}
    with pytest.raises(MalformedPayload):
        Fixture("codex", "", "PreToolUse", payload).event()


def test_errors_never_quote_values() -> None:
    payload = {**_find("claude-code", "PreToolUse", "Bash").payload, "tool_input": "secret-value"}
    with pytest.raises(MalformedPayload) as problem:
        Fixture("claude-code", "", "PreToolUse", payload).event()
    assert "secret-value" not in problem.value.message


REWRITES: list[tuple[str, str, str, dict[str, object], dict[str, object]]] = [
    ("claude-code", "PreToolUse", "Bash", {"shell.command": "npm ci"}, {"command": "npm ci", "description": "d"}),
    ("claude-code", "PreToolUse", "Write", {"file.content": "y"}, {"file_path": "/w/project/a.py", "content": "y"}),
    ("claude-code", "PreToolUse", "WebFetch", {"web.url": "https://b/"}, {"url": "https://b/", "prompt": "p"}),
    ("claude-code", "PreToolUse", "mcp__github__search_issues", {"mcp.arguments": {"q": 1}}, {"q": 1}),
    ("claude-code", "PreToolUse", "SomethingNew", {"tool.input": {"b": 2}}, {"b": 2}),
    ("cursor", "preToolUse", "StrReplace", {"file.path": "/x"}, {"path": "/x", "old_string": "1", "new_string": "2"}),
    ("gemini-cli", "BeforeTool", "google_web_search", {"web.query": "z"}, {"query": "z"}),
    (
        "copilot-cli",
        "preToolUse",
        "task",
        {"subagent.task": "z"},
        {"agent_type": "explore", "prompt": "z", "description": "d"},
    ),
]


@pytest.mark.parametrize(("client", "native", "tool", "changes", "expected"), REWRITES)
def test_rewrite(client: str, native: str, tool: str, changes: dict[str, object], expected: dict[str, object]) -> None:
    event = _find(client, native, tool)
    payload = adapter_for(client).rewrite(event, changes)
    assert (payload.get("tool_input") or payload.get("toolArgs")) == expected
    again = adapter_for(client).parse(native, payload, {})
    assert again.tool.input == expected
    assert event.tool.input != expected, "the event itself is not changed"


def test_what_a_call_does_not_have_cannot_be_rewritten() -> None:
    for client, native, tool, field in (
        ("claude-code", "PreToolUse", "Read", "shell.command"),
        ("claude-code", "PermissionRequest", "Bash", "web.url"),
        ("cursor", "beforeShellExecution", "", "shell.command"),
        ("codex", "PreToolUse", "apply_patch", "file.content"),
    ):
        with pytest.raises(CannotRewrite):
            adapter_for(client).rewrite(_find(client, native, tool), {field: "x"})


def _skips_prompt(client: str, native: str, document: dict[str, Any]) -> bool:
    """Whether an answer makes its client skip the prompt it would show by itself."""
    specific = document.get("hookSpecificOutput", {})
    if client == "claude-code":
        decided = specific.get("permissionDecision") == "allow" or document.get("decision") == "approve"
        return decided or specific.get("decision", {}).get("behavior") == "allow"
    if client == "codex":
        # `allow` beside a rewrite is the word for the rewrite; its approval comes after.
        alone = specific.get("permissionDecision") == "allow" and "updatedInput" not in specific
        return alone or specific.get("decision", {}).get("behavior") == "allow"
    if client == "copilot-cli":
        return "allow" in (document.get("permissionDecision"), document.get("behavior"))
    # Cursor's allow is its neutral answer and its own approval comes after the hook; Gemini's has no effect.
    return document.get("decision") == "allow" if client == "gemini-cli" else False


TEXT = st.text(max_size=20)


@settings(max_examples=scaled(4000), deadline=None)
@given(
    fixture=st.sampled_from(FIXTURES),
    verdict=st.sampled_from(["deny", "ask", "pass"]),
    user=TEXT,
    agent=TEXT,
    halt=st.booleans(),
    warnings=st.lists(TEXT, max_size=2),
    contexts=st.lists(TEXT, max_size=2),
    followup=TEXT,
    rewrite=st.booleans(),
    redact=st.booleans(),
)
def test_only_an_allow_skips_a_prompt(
    fixture: Fixture,
    verdict: str,
    user: str,
    agent: str,
    halt: bool,
    warnings: list[str],
    contexts: list[str],
    followup: str,
    rewrite: bool,
    redact: bool,
) -> None:
    event = fixture.event()
    row = find(event.client, event.native, event.name)
    changes = {"tool.input": {**event.tool.input}} if rewrite and row and "rewrite" in row.effects else None
    adapter = adapter_for(event.client)
    decision = Decision(
        verdict=verdict,
        user=user,
        agent=agent,
        halt=halt and verdict == "deny",
        warnings=warnings,
        contexts=contexts,
        followup=followup,
        rewrite=changes,
        output=adapter.output_of(event) if redact else None,
    )
    response = adapter.render(event, decision)
    document = json.loads(response.stdout or b"{}")
    assert isinstance(document, dict)
    response.stdout.decode("ascii")
    assert "suppressOutput" not in document
    assert not _skips_prompt(event.client, event.native, document)
    assert response.exit_code in (0, 2)
    assert (response.exit_code == 2) <= bool(response.stderr.strip()), "a block always has a reason"
    if verdict == "deny" and row is not None and row.deny != "none":
        if row.withholds:
            reason = agent.strip() or user.strip() or DEFAULT_REASON
            assert reason in _texts(document), "the reason stands in the place of the result"
            assert event.tool.output not in _texts(document) or event.tool.output in ("", reason, user.strip())
        else:
            said = "block" in str(document) or "deny" in str(document) or document.get("continue") is False
            assert response.exit_code == 2 or said
    if verdict == "pass" and not (warnings or contexts or followup or changes or decision.output):
        assert event.client == "cursor" or not response.stdout


def _texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for inner in value.values() for text in _texts(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in _texts(inner)]
    return [value.strip()] if isinstance(value, str) else []


@pytest.mark.parametrize("client", CLIENTS)
def test_an_unknown_event_can_be_denied_by_whoever_wants_to(client: str) -> None:
    (fixture,) = [one for one in load(client) if "randNewEvent" in one.native]
    event = fixture.event()
    assert adapter_for(client).render(event, Decision(verdict="ask", user="No.")).exit_code == 0
    response = adapter_for(client).render(event, Decision(verdict="deny", user="No."))
    assert (response.exit_code, response.stderr) == (2, b"No.\n")


def test_unknown_client() -> None:
    with pytest.raises(UsageError, match="unknown client"):
        adapter_for("windsurf")
