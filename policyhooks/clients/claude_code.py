"""Claude Code's adapter: its 33 events in the canonical form. How it is answered: claude_code_answers."""

from __future__ import annotations

from policyhooks.clients.calls import AFTER, mcp_call, read_call
from policyhooks.clients.claude_code_answers import fail, output_of, render, rewrite, tool_of
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.fields import (
    flag,
    mapping,
    optional_count,
    optional_mapping,
    optional_text,
    text,
)
from policyhooks.clients.reading import assemble, workspace_of
from policyhooks.clients.results import readable
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


def parse(native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event:
    """The canonical event of a payload; MalformedPayload where a known field is missing or wrong."""
    if text(payload, "hook_event_name") != native:
        raise MalformedPayload("hook_event_name", "is not the event that the hook was started for")
    cwd = text(payload, "cwd")
    workspace = workspace_of(cwd, environ.get("CLAUDE_PROJECT_DIR"))
    info: dict[str, object] = {
        "cwd": cwd,
        "workspace": workspace,
        "workspaces": [workspace],
        "remote": environ.get("CLAUDE_CODE_REMOTE") == "true",
        "headless": environ.get("CLAUDE_CODE_ENTRYPOINT") == "sdk-cli",
        "in_subagent": bool(optional_text(payload, "agent_id")),
    }
    mode = optional_text(payload, "permission_mode")
    if mode:
        info["permission_mode"] = mode
    session: dict[str, object] = {"id": text(payload, "session_id")}
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
    if "tool_use_id" in payload:  # an identity that no decision rests on; not every version and event has it
        tool["use_id"] = text(payload, "tool_use_id")
    canonical = _TOOL_EVENTS[native] or spec[0]
    if native == "PostToolUse":
        if "tool_response" not in payload:
            raise MalformedPayload("tool_response", "is missing")
        tool["output"] = readable(payload["tool_response"])
        canonical = AFTER.get(spec[0], "tool.after")
    elif native == "PostToolUseFailure":
        tool["error"] = text(payload, "error")
        if payload.get("is_interrupt") is not None:
            tool["failure"] = "interrupt" if flag(payload, "is_interrupt") else "error"
    if payload.get("duration_ms") is not None:
        tool["duration_ms"] = optional_count(payload, "duration_ms")
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
        session["loop_count"] = int(flag(payload, "stop_hook_active"))
        if payload.get("last_assistant_message") is not None:
            session["last_message"] = text(payload, "last_assistant_message")
        return {"subagent": Subagent(type=text(payload, "agent_type"))} if native == "SubagentStop" else {}
    if native == "SessionStart":
        session["source"] = text(payload, "source")
        if payload.get("model") is not None:
            info["model"] = text(payload, "model")
    elif native == "SessionEnd":
        session["reason"] = text(payload, "reason")
    elif native == "PreCompact":
        session["source"] = text(payload, "trigger")
    elif native in _FILE_EVENTS:
        if native == "ConfigChange":
            session["source"] = text(payload, "source")
        path = optional_text(payload, "file_path") if native == "ConfigChange" else text(payload, "file_path")
        operation = _FILE_EVENTS[native]
        return {"file": File(path=PathRef(raw=path, op=operation), op=operation, via="tool")} if path else {}
    elif native in ("Notification", "Elicitation", "ElicitationResult"):
        parts: dict[str, object] = {}
        if native != "ElicitationResult":
            parts["text"] = text(payload, "message")
        if native != "Notification":
            parts["mcp"] = Mcp(server=text(payload, "mcp_server_name"))
        return parts
    elif native == "MessageDisplay":
        return {"text": text(payload, "delta")}
    elif native == "SubagentStart":
        return {"subagent": Subagent(type=text(payload, "agent_type"))}
    return {}
