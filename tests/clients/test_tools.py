"""Tools of each client in the words of the policy language, and tools that no table knows by their arguments."""

from pathlib import Path
from typing import Any

import pytest

from policyhooks.compiler.compile import compile_policies
from policyhooks.inspect.place import make_place
from policyhooks.inspect.program import load_modules
from policyhooks.runtime.engine.selection import LoadedProgram
from policyhooks.runtime.engine.session import read_event
from tests.runtime.programs import decide_on

PLACE = make_place(links=False)
POLICY = """apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.tools, title: Tools, owner: a@b.example}
rules:
  - id: env
    match: {events: [file.read, file.write], paths: ["**/.env"]}
    effect: deny
    message: {user: "No.", agent: "No."}
  - id: deletes
    match: {events: [shell.before], commands: [rm]}
    effect: deny
    message: {user: "No.", agent: "No."}
  - id: agents
    match: {events: [subagent.start], subagents: [explorer]}
    effect: deny
    message: {user: "No.", agent: "No."}
  - id: mail
    match: {events: [mcp.before], mcp: ["mail/*"]}
    effect: deny
    message: {user: "No.", agent: "No."}
"""
SENT: dict[str, tuple[str, dict[str, Any]]] = {
    "claude-code": ("PreToolUse", {"session_id": "s", "cwd": "/w", "hook_event_name": "PreToolUse"}),
    "cursor": ("preToolUse", {"conversation_id": "c", "workspace_roots": ["/w"], "hook_event_name": "preToolUse"}),
    "codex": ("PreToolUse", {"session_id": "s", "turn_id": "t", "cwd": "/w", "hook_event_name": "PreToolUse"}),
    "gemini-cli": ("BeforeTool", {"session_id": "s", "timestamp": "t", "cwd": "/w", "hook_event_name": "BeforeTool"}),
    "copilot-cli": ("preToolUse", {"sessionId": "s", "timestamp": 1, "cwd": "/w"}),
}
# client, tool, its arguments, the canonical event, the rule that stops it
CALLED: list[tuple[str, str, dict[str, Any], str, str]] = [
    ("codex", "read_file", {"file_path": "/w/.env"}, "file.read", "env"),
    ("codex", "list_dir", {"dir_path": "/w/.env"}, "file.read", "env"),
    ("codex", "grep_files", {"pattern": "KEY", "include": ".env", "path": "/w"}, "file.read", "env"),
    ("codex", "read_mcp_resource", {"server": "mail", "uri": "mail://1"}, "mcp.before", "mail"),
    ("codex", "list_mcp_resources", {"server": "mail"}, "mcp.before", "mail"),
    ("codex", "list_mcp_resources", {}, "tool.before", ""),
    ("codex", "list_mcp_resource_templates", {"server": "mail"}, "mcp.before", "mail"),
    ("codex", "write_stdin", {"session_id": 3, "chars": "rm -rf x\n"}, "tool.before", "deletes"),
    ("codex", "js_repl", {"code": "require('child_process').execSync('rm -rf x')"}, "tool.before", "deletes"),
    ("gemini-cli", "invoke_agent", {"agent_name": "explorer", "prompt": "look"}, "subagent.start", "agents"),
    ("gemini-cli", "list_mcp_resources", {"serverName": "mail"}, "mcp.before", "mail"),
    ("gemini-cli", "list_mcp_resources", {}, "tool.before", ""),
    ("gemini-cli", "read_mcp_resource", {"uri": "file:///w/.env"}, "tool.before", "env"),
    ("gemini-cli", "discovered_tool_clean", {"cmd": "rm -rf x"}, "tool.before", "deletes"),
    ("copilot-cli", "show_file", {"path": "/w/.env"}, "file.read", "env"),
    ("copilot-cli", "LS", {"path": "/w/.env"}, "file.read", "env"),
    (
        "copilot-cli",
        "MultiEdit",
        {"file_path": "/w/.env", "edits": [{"old_string": "a", "new_string": "b"}]},
        "file.write",
        "env",
    ),
    ("copilot-cli", "write_bash", {"shellId": "1", "input": "rm -rf x{enter}"}, "tool.before", "deletes"),
    ("cursor", "ReadLints", {"paths": ["/w/.env"]}, "file.read", "env"),
    ("cursor", "WriteShellStdin", {"shell_id": 1, "data": "rm -rf x\n"}, "tool.before", "deletes"),
    ("cursor", "FetchMcpResource", {"server": "mail", "uri": "x"}, "mcp.before", "mail"),
    ("claude-code", "ReadMcpResourceTool", {"server": "mail", "uri": "x"}, "mcp.before", "mail"),
    *((client, "NewTool", {"file_path": "/w/.env"}, "tool.before", "env") for client in SENT),
    *((client, "NewTool", {"command": "rm -rf x"}, "tool.before", "deletes") for client in SENT),
    *((client, "NewTool", {"note": "rm is a program, .env is a file"}, "tool.before", "") for client in SENT),
]


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> LoadedProgram:
    path = Path(tmp_path_factory.mktemp("tools")) / "tools.yaml"
    path.write_text(POLICY)
    return load_modules(compile_policies([str(path)]).modules)


@pytest.mark.parametrize(("client", "tool", "values", "canonical", "stopped"), CALLED)
def test_a_tool_is_read_and_stopped(
    rules: LoadedProgram, client: str, tool: str, values: dict[str, Any], canonical: str, stopped: str
) -> None:
    native, common = SENT[client]
    keys = ("toolName", "toolArgs") if client == "copilot-cli" else ("tool_name", "tool_input")
    event = read_event(client, native, {**common, "tool_use_id": "u", keys[0]: tool, keys[1]: values}, {}, PLACE)
    assert event.name == canonical
    decision = decide_on(rules, on=event)
    assert set(decision.rules) == ({f"acme.tools/{stopped}"} if stopped else set())
