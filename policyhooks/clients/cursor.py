"""Cursor's adapter: every event of all schema generations in the canonical form. Answers: cursor_answers.

Generations differ in names (`prompt_text`/`prompt`, `filePath`/`file_path`, `prompt`/`task`): all
are read. MCP input comes as a JSON string, post-tool output as text or as a JSON string.
"""

from __future__ import annotations

from policyhooks.clients.calls import AFTER, join_edits, mcp_call, read_call
from policyhooks.clients.cursor_answers import fail, output_of, render, rewrite, tool_of
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.fields import (
    demand,
    mapping,
    optional_list,
    optional_text,
    optional_texts,
    put_count,
    put_flag,
    put_text,
    text,
)
from policyhooks.clients.reading import assemble, located, workspace_of
from policyhooks.clients.results import readable
from policyhooks.core.catalog import required
from policyhooks.core.records import Attachment, File, PathRef, Prompt, Session, Subagent, Tool
from policyhooks.core.strict_json import RejectedJson
from policyhooks.core.strict_json import parse as parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.core.event import Event
    from policyhooks.core.records import Mcp

__all__ = ["NAME", "fail", "output_of", "parse", "render", "rewrite"]

NAME = "cursor"

_EVENTS = {
    "beforeShellExecution": "shell.before",
    "afterShellExecution": "shell.after",
    "beforeMCPExecution": "mcp.before",
    "afterMCPExecution": "mcp.after",
    "beforeReadFile": "file.read",
    "beforeTabFileRead": "tab.read",
    "afterFileEdit": "file.edited",
    "afterTabFileEdit": "tab.edited",
    "beforeSubmitPrompt": "prompt.submit",
    "subagentStart": "subagent.start",
    "subagentStop": "subagent.stop",
    "stop": "agent.stop",
    "afterAgentResponse": "agent.response",
    "afterAgentThought": "agent.thought",
    "sessionStart": "session.start",
    "sessionEnd": "session.end",
    "preCompact": "compact.before",
    "postToolUseFailure": "tool.failed",
}
_TOOL_EVENTS = ("preToolUse", "postToolUse", "postToolUseFailure")
# What an entry of a Claude Code settings file may be called in a payload of Cursor.
_CLAUDE_NAMES = {"beforeSubmitPrompt": "UserPromptSubmit"}


def parse(native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event:
    """The canonical event of a payload; MalformedPayload where a needed field is missing or a known one is wrong."""
    if _plain(text(payload, "hook_event_name")) not in (_plain(native), _plain(_CLAUDE_NAMES.get(native, native))):
        raise MalformedPayload("hook_event_name", "is not the event that the hook was started for")
    demand(payload, required(NAME, native))
    roots = optional_texts(payload, "workspace_roots")
    root = workspace_of("", *roots, environ.get("CURSOR_PROJECT_DIR"))
    # Some versions send an empty folder and mean the workspace.
    cwd = optional_text(payload, "cwd") or root
    info = located(cwd, root or cwd, roots)
    info["remote"] = bool(environ.get("CURSOR_CODE_REMOTE"))
    put_text(info, "version", payload, "cursor_version")
    put_text(info, "model", payload, "model")
    session: dict[str, object] = {}
    put_text(session, "id", payload, "conversation_id", "session_id")
    if native in _TOOL_EVENTS:
        name, parts = _read_tool(native, payload, info)
    else:
        name, parts = _EVENTS.get(native, "other"), _read_event(native, payload, session)
    return assemble(NAME, native, name, payload, info, {**parts, "session": Session(**session)})


def _plain(native: str) -> str:
    return native[:1].lower() + native[1:]


def _read_tool(native: str, payload: Mapping[str, object], info: dict[str, object]) -> tuple[str, dict[str, object]]:
    name, values = text(payload, "tool_name"), _input(payload)
    spec = tool_of(name)
    tool: dict[str, object] = {"name": name, "input": values}
    put_text(tool, "use_id", payload, "tool_use_id")
    put_count(tool, "duration_ms", payload, "duration")
    canonical = spec[0]
    if native == "postToolUse":
        canonical = AFTER.get(canonical, "tool.after")
        _put_output(tool, payload)
    elif native == "postToolUseFailure":
        canonical = "tool.failed"
        put_text(tool, "error", payload, "error_message")
        put_text(tool, "failure", payload, "failure_type")
    parts: dict[str, object] = {}
    if spec[0] != "mcp.before":
        parts = read_call(spec, values)
    elif (call := _mcp(name, values, payload)).server or native != "preToolUse":
        parts["mcp"] = call
    else:
        # Who serves the tool is only told to beforeMCPExecution, so rules on servers run there.
        canonical = "tool.before"
    if "command" in parts:
        folder = optional_text(values, "cwd", "working_directory")
        if folder.startswith("/"):
            info["cwd"] = folder
    return canonical, {"tool": Tool(**tool), **parts}


def _input(payload: Mapping[str, object]) -> dict[str, object]:
    """`tool_input` as an object or as a JSON string of one."""
    value = payload.get("tool_input")
    if type(value) is str:
        try:
            value = parse_json(value) if value.strip() else {}
        except RejectedJson as problem:
            raise MalformedPayload("tool_input", f"does not hold strict JSON: {problem.message}") from None
        if type(value) is not dict:
            raise MalformedPayload("tool_input", "does not hold a JSON object")
        return value
    return mapping(payload, "tool_input")


def _put_output(tool: dict[str, object], payload: Mapping[str, object]) -> None:
    """The output's text: newer versions wrap it in a JSON string, older ones send it raw."""
    put_text(tool, "output", payload, "tool_output", "result_json", "output")
    try:
        tool["output"] = readable(parse_json(str(tool["output"])))
    except (KeyError, RejectedJson):
        return


def _mcp(name: str, values: Mapping[str, object], payload: Mapping[str, object]) -> Mcp:
    """The called server: by the name that Cursor puts before the tool, else by what runs it."""
    command, url = optional_text(payload, "command"), optional_text(payload, "url")
    told = optional_text(payload, "server_name", "server", "mcp_server_name")
    tool = name.removeprefix("MCP:")
    server, mark, rest = tool.removeprefix("mcp__").partition("__" if tool.startswith("mcp__") else ":")
    if mark:
        tool = rest
    return mcp_call(told or (server if mark else "") or command or url, tool, values, command, url)


def _read_event(native: str, payload: Mapping[str, object], session: dict[str, object]) -> dict[str, object]:
    if native in ("beforeShellExecution", "afterShellExecution"):
        return _read_shell(native, payload)
    if native in ("beforeMCPExecution", "afterMCPExecution"):
        name, values = text(payload, "tool_name"), _input(payload)
        tool: dict[str, object] = {"name": name, "input": values}
        if native == "afterMCPExecution":
            _put_output(tool, payload)
            put_count(tool, "duration_ms", payload, "duration")
        call = _mcp(name, values, payload)
        if native == "beforeMCPExecution" and not call.server:
            raise MalformedPayload("url", "is missing, and so is `command`: the server is unknown")
        return {"tool": Tool(**tool), "mcp": call}
    if native in ("beforeReadFile", "beforeTabFileRead", "afterFileEdit", "afterTabFileEdit"):
        return _read_file(native, payload)
    if native == "beforeSubmitPrompt":
        prompt: dict[str, object] = {"text": text(payload, "prompt", "prompt_text")}
        if payload.get("attachments") is not None:
            prompt["attachments"] = _attachments(payload)
        return {"prompt": Prompt(**prompt)}
    if native in ("subagentStart", "subagentStop"):
        return _read_subagent(native, payload, session)
    if native in ("afterAgentResponse", "afterAgentThought"):
        parts: dict[str, object] = {}
        put_text(parts, "text", payload, "text")
        return parts
    _read_session(native, payload, session)
    return {}


def _read_session(native: str, payload: Mapping[str, object], session: dict[str, object]) -> None:
    if native == "stop":
        put_text(session, "status", payload, "status")
        put_count(session, "loop_count", payload, "loop_count")
    elif native in ("sessionStart", "sessionEnd"):
        put_flag(session, "background", payload, "is_background_agent")
        put_text(session, "mode", payload, "composer_mode")
        put_text(session, "reason", payload, "reason")
        put_text(session, "status", payload, "final_status")
    elif native == "preCompact":
        put_text(session, "source", payload, "trigger")


def _read_shell(native: str, payload: Mapping[str, object]) -> dict[str, object]:
    command = text(payload, "command")
    tool: dict[str, object] = {"name": "Shell", "input": {"command": command}}
    if native == "afterShellExecution":
        put_text(tool, "output", payload, "output")
        put_count(tool, "duration_ms", payload, "duration")
    return {"tool": Tool(**tool), "command": command}


def _read_file(native: str, payload: Mapping[str, object]) -> dict[str, object]:
    reads = native in ("beforeReadFile", "beforeTabFileRead")
    operation = "read" if reads else "edit"
    path = text(payload, "file_path", "filePath")
    file: dict[str, object] = {"path": PathRef(raw=path, op=operation), "op": operation, "via": "tool"}
    parts: dict[str, object] = {"tool": Tool(name="Read" if reads else "Write", input={"file_path": path})}
    if reads:
        file["content"] = text(payload, "content")
        if payload.get("attachments") is not None:
            parts["prompt"] = Prompt(attachments=_attachments(payload))
    elif payload.get("edits") is not None:
        file.update(join_edits(optional_list(payload, "edits")))
    return {**parts, "file": File(**file)}


def _attachments(payload: Mapping[str, object]) -> list[Attachment]:
    found = []
    for one in optional_list(payload, "attachments"):
        if type(one) is not dict:
            raise MalformedPayload("attachments", "holds something that is not an object")
        found.append(Attachment(kind=optional_text(one, "type"), path=optional_text(one, "file_path", "filePath")))
    return found


def _read_subagent(native: str, payload: Mapping[str, object], session: dict[str, object]) -> dict[str, object]:
    subagent: dict[str, object] = {}
    put_text(subagent, "type", payload, "subagent_type")
    if native == "subagentStop":
        put_text(session, "status", payload, "status")
        put_text(session, "last_message", payload, "summary", "result")
        put_count(session, "loop_count", payload, "loop_count")
        put_text(subagent, "task", payload, "task")
        return {"subagent": Subagent(**subagent)}
    subagent["task"] = text(payload, "task", "prompt")
    model = optional_text(payload, "subagent_model", "model")
    if model:
        subagent["model"] = model
    values = {"subagent_type": subagent["type"], "prompt": subagent["task"]}
    tool: dict[str, object] = {"name": "Task", "input": values}
    put_text(tool, "use_id", payload, "tool_call_id")
    return {"subagent": Subagent(**subagent), "tool": Tool(**tool)}
