"""Cursor's adapter: every event of all schema generations in the canonical form. Answers: answer.py.

Generations differ in names (`prompt_text`/`prompt`, `filePath`/`file_path`, `prompt`/`task`): all
are read. MCP input comes as a JSON string, post-tool output as text or as a JSON string.
"""

from __future__ import annotations

from policyhooks.clients.calls import AFTER, edited_file, mcp_call, names_server, read_call, tool_record
from policyhooks.clients.catalog import required
from policyhooks.clients.cursor.answer import fail, output_of, render, rewrite, tool_of
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.fields import (
    NO_COUNT,
    NO_FLAG,
    NO_TEXT,
    demand,
    mapping,
    optional_list,
    optional_text,
    optional_texts,
    text,
    told,
    told_count,
    told_flag,
    told_text,
)
from policyhooks.clients.reading import assemble, folders_of, system, workspace_of
from policyhooks.clients.results import readable
from policyhooks.core.event import Event
from policyhooks.core.records import EventInfo, File, Prompt, Session, Tool
from policyhooks.core.shell_records import PathRef
from policyhooks.core.strict_json import RejectedJson
from policyhooks.core.strict_json import parse as parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

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
# Events that belong to no call: lifecycle.py reads them.
_LIFECYCLE = frozenset(
    "beforeSubmitPrompt subagentStart subagentStop stop afterAgentResponse afterAgentThought"  # noqa: SIM905
    " sessionStart sessionEnd preCompact".split()
)
# What an entry of a Claude Code settings file may be called in a payload of Cursor.
_CLAUDE_NAMES = {"beforeSubmitPrompt": "UserPromptSubmit"}


def parse(native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event:
    """The canonical event of a payload; MalformedPayload where a needed field is missing or a known one is wrong."""
    if _plain(text(payload, "hook_event_name")) not in (_plain(native), _plain(_CLAUDE_NAMES.get(native, native))):
        raise MalformedPayload("hook_event_name", "is not the event that the hook was started for")
    demand(payload, required(NAME, native))
    roots = optional_texts(payload, "workspace_roots")
    root = workspace_of("", *roots, environ.get("CURSOR_PROJECT_DIR"))
    cwd = optional_text(payload, "cwd") or root  # some versions send an empty folder and mean the workspace
    if native in _TOOL_EVENTS:
        name, parts = _read_tool(native, payload)
        if parts.command is not None:
            folder = optional_text(parts.tool.input, "cwd", "working_directory")
            cwd = folder if folder.startswith("/") else cwd
    else:
        name, parts = _EVENTS.get(native, "other"), _read_event(native, payload, environ)
    info = told(
        EventInfo,
        client=NAME,
        native=native,
        name=name,
        os=system(),
        cwd=cwd or NO_TEXT,
        workspace=root or cwd or NO_TEXT,
        workspaces=folders_of(root or cwd, roots),
        remote=bool(environ.get("CURSOR_CODE_REMOTE")),
        version=told_text(payload, "cursor_version"),
        model=told_text(payload, "model"),
        email=optional_text(payload, "user_email") or environ.get("CURSOR_USER_EMAIL") or NO_TEXT,
    )
    return assemble(payload, info, _read_session(native, payload), parts)


def _plain(native: str) -> str:
    return native[:1].lower() + native[1:]


def _read_tool(native: str, payload: Mapping[str, object]) -> tuple[str, Event]:
    name, values = text(payload, "tool_name"), _input(payload)
    spec = tool_of(name)
    canonical, output, error, failure, interrupted = spec[0], NO_TEXT, NO_TEXT, NO_TEXT, NO_FLAG
    if native == "postToolUse":
        canonical = AFTER.get(canonical, "tool.after")
        output = _output(payload)
    elif native == "postToolUseFailure":
        canonical = "tool.failed"
        error, failure = told_text(payload, "error_message"), told_text(payload, "failure_type")
        interrupted = told_flag(payload, "is_interrupt")
    said = {"output": output, "error": error, "failure": failure, "agent_message": told_text(payload, "agent_message")}
    tool = tool_record(payload, name, values, spec, interrupted=interrupted, **said)
    if spec[0] != "mcp.before" or names_server(spec, values):
        return canonical, read_call(spec, values, tool)
    call = _mcp(name, values, payload)
    if call.server or native != "preToolUse":
        return canonical, Event(tool=tool, mcp=call)
    # Who serves the tool is only told to beforeMCPExecution, so rules on servers run there.
    return "tool.before", Event(tool=tool)


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


def _output(payload: Mapping[str, object]) -> str:
    """The output's text: newer versions wrap it in a JSON string, older ones send it raw."""
    output = told_text(payload, "tool_output", "result_json", "output")
    if output is NO_TEXT:
        return output
    try:
        return readable(parse_json(output))
    except RejectedJson:
        return output


def _mcp(name: str, values: Mapping[str, object], payload: Mapping[str, object]) -> Mcp:
    """The called server: by the name that Cursor puts before the tool, else by what runs it."""
    command, url = optional_text(payload, "command"), optional_text(payload, "url")
    told = optional_text(payload, "server_name", "server", "mcp_server_name")
    tool = name.removeprefix("MCP:")
    server, mark, rest = tool.removeprefix("mcp__").partition("__" if tool.startswith("mcp__") else ":")
    if mark:
        tool = rest
    return mcp_call(told or (server if mark else "") or command or url, tool, values, command, url)


def _read_event(native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event:
    if native in ("beforeShellExecution", "afterShellExecution"):
        return _read_shell(native, payload)
    if native in ("beforeMCPExecution", "afterMCPExecution"):
        return _read_mcp(native, payload)
    if native in ("beforeReadFile", "beforeTabFileRead", "afterFileEdit", "afterTabFileEdit"):
        return _read_file(native, payload)
    if native not in _LIFECYCLE:
        return Event()
    from policyhooks.clients.cursor.lifecycle import read_event

    return read_event(native, payload, environ)


def _read_session(native: str, payload: Mapping[str, object]) -> Session:
    number = told_text(payload, "conversation_id", "session_id")
    turn, transcript = told_text(payload, "generation_id"), told_text(payload, "transcript_path")
    if native not in _LIFECYCLE:
        return told(Session, id=number, turn=turn, transcript=transcript)
    from policyhooks.clients.cursor.lifecycle import read_session

    return read_session(native, payload, number, turn, transcript)


def _read_shell(native: str, payload: Mapping[str, object]) -> Event:
    command = text(payload, "command")
    output, duration = NO_TEXT, NO_COUNT
    if native == "afterShellExecution":
        output, duration = told_text(payload, "output"), told_count(payload, "duration")
    tool = told(
        Tool,
        name="Shell",
        input={"command": command},
        output=output,
        duration_ms=duration,
        sandbox=told_flag(payload, "sandbox"),
        timeout=told_count(payload, "timeout"),
    )
    return Event(tool=tool, command=command)


def _read_mcp(native: str, payload: Mapping[str, object]) -> Event:
    name, values = text(payload, "tool_name"), _input(payload)
    output, duration = NO_TEXT, NO_COUNT
    if native == "afterMCPExecution":
        output, duration = _output(payload), told_count(payload, "duration")
    call = _mcp(name, values, payload)
    if native == "beforeMCPExecution" and not call.server:
        raise MalformedPayload("url", "is missing, and so is `command`: the server is unknown")
    return Event(tool=told(Tool, name=name, input=values, output=output, duration_ms=duration), mcp=call)


def _read_file(native: str, payload: Mapping[str, object]) -> Event:
    reads = native in ("beforeReadFile", "beforeTabFileRead")
    operation = "read" if reads else "edit"
    path = text(payload, "file_path", "filePath")
    tool = Tool(name="Read" if reads else "Write", input={"file_path": path})
    if not reads and payload.get("edits") is not None:
        return Event(tool=tool, file=edited_file(path, operation, optional_list(payload, "edits")))
    content = text(payload, "content") if reads else NO_TEXT
    file = told(File, path=PathRef(raw=path, op=operation), op=operation, via="tool", content=content)
    if reads and payload.get("attachments") is not None:
        from policyhooks.clients.cursor.lifecycle import read_attachments

        return Event(tool=tool, file=file, prompt=Prompt(attachments=read_attachments(payload)))
    return Event(tool=tool, file=file)
