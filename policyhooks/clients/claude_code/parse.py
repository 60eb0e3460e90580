"""Claude Code's adapter: its 33 events in the canonical form. How it is answered: answer.py."""

from __future__ import annotations

from policyhooks.clients.calls import AFTER, mcp_call, read_call, tool_record
from policyhooks.clients.catalog import required
from policyhooks.clients.claude_code.answer import fail, output_of, render, rewrite, tool_of
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.fields import (
    NO_FLAG,
    NO_TEXT,
    demand,
    mapping,
    optional_mapping,
    optional_text,
    text,
    told,
    told_count,
    told_flag,
    told_text,
)
from policyhooks.clients.reading import assemble, folders_of, in_turn, system, workspace_of
from policyhooks.clients.results import readable
from policyhooks.core.event import Event
from policyhooks.core.records import Compaction, EventInfo, File, Mcp, Notification, Prompt, Session, Subagent
from policyhooks.core.shell_records import PathRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

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
    """The canonical event of a payload; MalformedPayload where a needed field is missing or a known one is wrong."""
    if text(payload, "hook_event_name") != native:
        raise MalformedPayload("hook_event_name", "is not the event that the hook was started for")
    demand(payload, required(NAME, native))
    cwd = optional_text(payload, "cwd")
    workspace = workspace_of(cwd, environ.get("CLAUDE_PROJECT_DIR"))
    if native in _TOOL_EVENTS:
        name, parts = _read_tool(native, payload)
    else:
        name, parts = _EVENTS.get(native, "other"), _read_event(native, payload, environ)
    info = told(
        EventInfo,
        client=NAME,
        native=native,
        name=name,
        os=system(),
        cwd=cwd or NO_TEXT,
        workspace=workspace or NO_TEXT,
        workspaces=folders_of(workspace),
        remote=environ.get("CLAUDE_CODE_REMOTE") == "true",
        headless=environ.get("CLAUDE_CODE_ENTRYPOINT") == "sdk-cli",
        in_subagent=bool(optional_text(payload, "agent_id")),
        permission_mode=told_text(payload, "permission_mode"),
        model=told_text(payload, "model") if native == "SessionStart" else NO_TEXT,
    )
    return assemble(payload, info, in_turn(_read_session(native, payload), payload, "prompt_id"), parts)


def _read_tool(native: str, payload: Mapping[str, object]) -> tuple[str, Event]:
    name, values = text(payload, "tool_name"), mapping(payload, "tool_input")
    spec = tool_of(payload)
    canonical = _TOOL_EVENTS[native] or spec[0]
    output = error = failure = NO_TEXT
    interrupted = NO_FLAG
    if native == "PostToolUse":
        if "tool_response" in payload:
            output = readable(payload["tool_response"])
        canonical = AFTER.get(spec[0], "tool.after")
    elif native == "PostToolUseFailure":
        error = told_text(payload, "error")
        interrupted = told_flag(payload, "is_interrupt")
        if interrupted is not NO_FLAG:
            failure = "interrupt" if interrupted else "error"
    said = {"output": output, "error": error, "failure": failure}
    tool = tool_record(payload, name, values, spec, interrupted=interrupted, **said)
    if name.startswith("mcp__"):
        return canonical, Event(tool=tool, mcp=_mcp(name, values, payload))
    return canonical, read_call(spec, values, tool)


def _mcp(name: str, values: Mapping[str, object], payload: Mapping[str, object]) -> Mcp:
    told = optional_text(optional_mapping(payload, "mcp_server"), "name")
    # A server's own tool names may hold "__"; the name before the first one is the configured server.
    server, _, tool = name[5:].partition("__")
    if told and name.startswith(f"mcp__{told}__"):
        server, tool = told, name[len(told) + 7 :]
    return mcp_call(told or server, tool, values)


def _read_session(native: str, payload: Mapping[str, object]) -> Session:
    number = told_text(payload, "session_id")
    if native in _STOPS:
        last = told_text(payload, "last_assistant_message")
        return told(Session, id=number, loop_count=told_count(payload, "stop_hook_active"), last_message=last)
    if native == "ConfigChange":
        return told(Session, id=number, source=text(payload, "source"))
    if native == "SessionStart":
        return told(Session, id=number, source=told_text(payload, "source"))
    if native == "SessionEnd":
        return told(Session, id=number, reason=told_text(payload, "reason"))
    if native == "PreCompact":
        return told(Session, id=number, source=told_text(payload, "trigger"))
    return told(Session, id=number)


def _read_event(native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event:
    if native in ("UserPromptSubmit", "UserPromptExpansion"):
        return Event(prompt=Prompt(text=text(payload, "prompt")))
    if native in ("SubagentStart", "SubagentStop"):
        kind, number = told_text(payload, "agent_type"), told_text(payload, "agent_id")
        own = told_text(payload, "agent_transcript_path")
        return Event(subagent=told(Subagent, type=kind, id=number, transcript=own))
    if native == "PreCompact":
        return Event(compaction=told(Compaction, instructions=told_text(payload, "custom_instructions")))
    if native == "Notification":
        kind, title = told_text(payload, "notification_type"), told_text(payload, "title")
        notice = told(Notification, type=kind, title=title)
        return told(Event, text=told_text(payload, "message"), notification=notice)
    if native in _FILE_EVENTS:
        path, operation = optional_text(payload, "file_path"), _FILE_EVENTS[native]
        return Event(file=File(path=PathRef(raw=path, op=operation), op=operation, via="tool")) if path else Event()
    if native in ("Elicitation", "ElicitationResult"):
        message = told_text(payload, "message") if native == "Elicitation" else NO_TEXT
        return told(Event, mcp=Mcp(server=text(payload, "mcp_server_name")), text=message)
    if native == "MessageDisplay":
        return told(Event, text=told_text(payload, "delta"))
    return Event(env_file=environ.get("CLAUDE_ENV_FILE", "")) if native == "SessionStart" else Event()
