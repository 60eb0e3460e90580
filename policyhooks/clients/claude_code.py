"""Claude Code's adapter: its 33 events in the canonical form. How it is answered: claude_code_answers."""

from __future__ import annotations

from policyhooks.clients.calls import AFTER, mcp_call, read_call
from policyhooks.clients.claude_code_answers import fail, output_of, render, rewrite, tool_of
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.fields import (
    demand,
    flag,
    mapping,
    optional_mapping,
    optional_text,
    put_count,
    put_text,
    text,
)
from policyhooks.clients.reading import assemble, located, workspace_of
from policyhooks.clients.results import readable
from policyhooks.core.catalog import required
from policyhooks.core.records import File, Mcp, PathRef, Prompt, Session, Subagent, Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.core.event import Event

__all__ = ["NAME", "fail", "output_of", "parse", "render", "rewrite"]

NAME = "claude-code"

_TOOL_EVENTS = {
    "PreToolUse": "",
    "PermissionRequest": "permission.request",
    "PostToolUse": "",
    "PostToolUseFailure": "tool.failed",
    "PermissionDenied": "other",
}
_EVENTS = {
    "UserPromptSubmit": "prompt.submit",
    "UserPromptExpansion": "prompt.submit",
    "Stop": "agent.stop",
    "SubagentStop": "subagent.stop",
    "SessionStart": "session.start",
    "SessionEnd": "session.end",
    "PreCompact": "compact.before",
    "Notification": "notification",
    "ConfigChange": "config.change",
}
_FILE_EVENTS = {"ConfigChange": "edit", "InstructionsLoaded": "read", "FileChanged": "edit"}
_STOPS = ("Stop", "SubagentStop")
_TEXTS = {"Notification": "message", "MessageDisplay": "delta"}
# Native event -> the session's field and the payload's key for it.
_SESSION_FIELDS = {
    "SessionStart": ("source", "source"),
    "SessionEnd": ("reason", "reason"),
    "PreCompact": ("source", "trigger"),
}


def parse(native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event:
    """The canonical event of a payload; MalformedPayload where a needed field is missing or a known one is wrong."""
    if text(payload, "hook_event_name") != native:
        raise MalformedPayload("hook_event_name", "is not the event that the hook was started for")
    demand(payload, required(NAME, native))
    cwd = optional_text(payload, "cwd")
    info = located(cwd, workspace_of(cwd, environ.get("CLAUDE_PROJECT_DIR")))
    info.update(
        remote=environ.get("CLAUDE_CODE_REMOTE") == "true",
        headless=environ.get("CLAUDE_CODE_ENTRYPOINT") == "sdk-cli",
        in_subagent=bool(optional_text(payload, "agent_id")),
    )
    put_text(info, "permission_mode", payload, "permission_mode")
    session: dict[str, object] = {}
    put_text(session, "id", payload, "session_id")
    if native in _TOOL_EVENTS:
        name, parts = _read_tool(native, payload)
    else:
        name, parts = _EVENTS.get(native, "other"), _read_event(native, payload, session, info)
    if native == "SessionStart":
        parts["env_file"] = environ.get("CLAUDE_ENV_FILE", "")
    return assemble(NAME, native, name, payload, info, {**parts, "session": Session(**session)})


def _read_tool(native: str, payload: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    name, values = text(payload, "tool_name"), mapping(payload, "tool_input")
    spec = tool_of(payload)
    tool: dict[str, object] = {"name": name, "input": values}
    put_text(tool, "use_id", payload, "tool_use_id")
    canonical = _TOOL_EVENTS[native] or spec[0]
    if native == "PostToolUse":
        if "tool_response" in payload:
            tool["output"] = readable(payload["tool_response"])
        canonical = AFTER.get(spec[0], "tool.after")
    elif native == "PostToolUseFailure":
        put_text(tool, "error", payload, "error")
        if payload.get("is_interrupt") is not None:
            tool["failure"] = "interrupt" if flag(payload, "is_interrupt") else "error"
    put_count(tool, "duration_ms", payload, "duration_ms")
    parts: dict[str, object] = (
        {"mcp": _mcp(name, values, payload)} if name.startswith("mcp__") else read_call(spec, values)
    )
    if "command" in parts:
        parts["dialect"] = spec[1]
    return canonical, {"tool": Tool(**tool), **parts}


def _mcp(name: str, values: Mapping[str, object], payload: Mapping[str, object]) -> Mcp:
    told = optional_text(optional_mapping(payload, "mcp_server"), "name")
    # A server's own tool names may hold "__"; the name before the first one is the configured server.
    server, _, tool = name[5:].partition("__")
    if told and name.startswith(f"mcp__{told}__"):
        server, tool = told, name[len(told) + 7 :]
    return mcp_call(told or server, tool, values)


def _read_event(
    native: str, payload: Mapping[str, object], session: dict[str, object], info: dict[str, object]
) -> dict[str, object]:
    if native in ("UserPromptSubmit", "UserPromptExpansion"):
        return {"prompt": Prompt(text=text(payload, "prompt"))}
    if native in _STOPS:
        put_count(session, "loop_count", payload, "stop_hook_active")
        put_text(session, "last_message", payload, "last_assistant_message")
        return _subagent(payload) if native == "SubagentStop" else {}
    if native in _FILE_EVENTS:
        if native == "ConfigChange":
            session["source"] = text(payload, "source")
        path, operation = optional_text(payload, "file_path"), _FILE_EVENTS[native]
        return {"file": File(path=PathRef(raw=path, op=operation), op=operation, via="tool")} if path else {}
    if native in ("Elicitation", "ElicitationResult"):
        parts: dict[str, object] = {"mcp": Mcp(server=text(payload, "mcp_server_name"))}
        if native == "Elicitation":
            put_text(parts, "text", payload, "message")
        return parts
    if native in _TEXTS:
        parts = {}
        put_text(parts, "text", payload, _TEXTS[native])
        return parts
    if native in _SESSION_FIELDS:
        field, key = _SESSION_FIELDS[native]
        put_text(session, field, payload, key)
        if native == "SessionStart":
            put_text(info, "model", payload, "model")
    return _subagent(payload) if native == "SubagentStart" else {}


def _subagent(payload: Mapping[str, object]) -> dict[str, object]:
    subagent: dict[str, object] = {}
    put_text(subagent, "type", payload, "agent_type")
    return {"subagent": Subagent(**subagent)}
