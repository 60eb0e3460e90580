"""Gemini CLI's adapter: its events in the canonical form, and decisions in its own words.

It reads stdout as JSON whatever the exit code; exit 2 with text on stderr blocks even when stdout
was spoiled. Its `decision: ask` hangs a run that nobody watches and is never sent.
"""

from __future__ import annotations

from policyhooks.clients.answers import SILENCE, block, closes, context, for_agent, for_user, reply, settle, warning
from policyhooks.clients.calls import AFTER, UNKNOWN, mcp_call, read_call, rewrite_call
from policyhooks.clients.catalog import required, row_of
from policyhooks.clients.errors import CannotRewrite, MalformedPayload
from policyhooks.clients.fields import (
    NO_TEXT,
    demand,
    mapping,
    optional_mapping,
    optional_text,
    text,
    told,
    told_count,
    told_text,
)
from policyhooks.clients.reading import assemble, folders_of, system, workspace_of
from policyhooks.clients.results import readable
from policyhooks.core.effects import DENY
from policyhooks.core.event import Event
from policyhooks.core.records import EventInfo, Prompt, Session, Tool, Web
from policyhooks.core.verdict import Decision, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.clients.calls import ToolData
    from policyhooks.core.records import Mcp

NAME = "gemini-cli"

_PATH = "file_path|absolute_path|path"
_SEARCH = (("path", "dir_path|path|directory", False),)
TOOLS: dict[str, ToolData] = {
    "run_shell_command": ("shell.before", "bash", (("command", "command", True),)),
    "read_file": ("file.read", "read", (("path", _PATH, True),)),
    "read_many_files": ("file.read", "read", (("paths", "include|paths", True),)),
    "list_directory": ("file.read", "read", _SEARCH),
    "glob": ("file.read", "read", (*_SEARCH, ("pattern", "pattern", False))),
    "grep_search": ("file.read", "read", (*_SEARCH, ("pattern", "include|include_pattern", False))),
    "search_file_content": ("file.read", "read", (*_SEARCH, ("pattern", "include", False))),
    "write_file": ("file.write", "write", (("path", _PATH, True), ("content", "content", True))),
    "replace": (
        "file.write",
        "edit",
        (("path", _PATH, True), ("removed", "old_string", True), ("added", "new_string", True)),
    ),
    "web_fetch": ("web.before", "", (("url", "url", False), ("query", "prompt", False))),
    "google_web_search": ("web.before", "", (("query", "query", True),)),
}
_EVENTS = {
    "BeforeAgent": "prompt.submit",
    "AfterAgent": "agent.stop",
    "SessionStart": "session.start",
    "SessionEnd": "session.end",
    "Notification": "notification",
    "PreCompress": "compact.before",
}


def parse(native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event:
    """The canonical event of a payload; MalformedPayload where a needed field is missing or a known one is wrong."""
    if text(payload, "hook_event_name") != native:
        raise MalformedPayload("hook_event_name", "is not the event that the hook was started for")
    demand(payload, required(NAME, native))
    optional_text(payload, "timestamp")
    cwd = optional_text(payload, "cwd")
    workspace = workspace_of(cwd, environ.get("GEMINI_PROJECT_DIR"))
    if native in ("BeforeTool", "AfterTool"):
        name, parts = _read_tool(native, payload)
        if parts.command is not None:
            folder = optional_text(parts.tool.input, "dir_path", "directory")
            cwd = cwd if not folder else folder if folder.startswith("/") else f"{workspace}/{folder}"
    else:
        name, parts = _EVENTS.get(native, "other"), _read_event(native, payload)
    info = told(
        EventInfo,
        client=NAME,
        native=native,
        name=name,
        os=system(),
        cwd=cwd or NO_TEXT,
        workspace=workspace or NO_TEXT,
        workspaces=folders_of(workspace),
    )
    return assemble(payload, info, _read_session(native, payload), parts)


def _tool_of(payload: Mapping[str, object]) -> ToolData:
    name = text(payload, "tool_name")
    called = name.startswith("mcp_") or payload.get("mcp_context") is not None
    return ("mcp.before", "", ()) if called else TOOLS.get(name, UNKNOWN)


def _read_tool(native: str, payload: Mapping[str, object]) -> tuple[str, Event]:
    name, values = text(payload, "tool_name"), mapping(payload, "tool_input")
    spec = _tool_of(payload)
    canonical, output, error = spec[0], NO_TEXT, NO_TEXT
    if native == "AfterTool":
        response = mapping(payload, "tool_response")
        output = readable(response)
        if response.get("error") is not None:
            error = readable(response["error"])
        canonical = AFTER.get(spec[0], "tool.after")
    tool = told(Tool, name=name, input=values, output=output, error=error)
    if spec[0] == "mcp.before":
        return canonical, Event(tool=tool, mcp=_mcp(name, values, optional_mapping(payload, "mcp_context")))
    if name == "web_fetch" and values.get("url") is None:
        asked = text(values, "prompt")
        return canonical, Event(tool=tool, web=Web(url=_only_url(asked), query=asked))
    return canonical, read_call(spec, values, tool)


def _only_url(prompt: str) -> str:
    """The page that a web_fetch asks for in the midst of its prompt; rules on hosts must see every one."""
    for mark in "\"'`<>()[]{},;":
        prompt = prompt.replace(mark, " ")
    found = list(dict.fromkeys(word for word in prompt.split() if "://" in word))
    if len(found) > 1:
        raise MalformedPayload("tool input prompt", "names several pages; make one call for each page")
    return found[0] if found else ""


def _mcp(name: str, values: Mapping[str, object], told: Mapping[str, object]) -> Mcp:
    # Without the context the server ends at the first underscore: the client warns of names that hold one.
    server, _, tool = name.removeprefix("mcp_").partition("_")
    return mcp_call(
        optional_text(told, "server_name") or server,
        optional_text(told, "tool_name") or tool,
        values,
        optional_text(told, "command"),
        optional_text(told, "url", "tcp"),
    )


def _read_session(native: str, payload: Mapping[str, object]) -> Session:
    number = told_text(payload, "session_id")
    if native == "AfterAgent":
        last = told_text(payload, "prompt_response")
        return told(Session, id=number, loop_count=told_count(payload, "stop_hook_active"), last_message=last)
    if native == "SessionStart":
        return told(Session, id=number, source=told_text(payload, "source"))
    if native == "SessionEnd":
        return told(Session, id=number, reason=told_text(payload, "reason"))
    if native == "PreCompress":
        return told(Session, id=number, source=told_text(payload, "trigger"))
    return told(Session, id=number)


def _read_event(native: str, payload: Mapping[str, object]) -> Event:
    if native in ("BeforeAgent", "AfterAgent"):
        return Event(prompt=told(Prompt, text=told_text(payload, "prompt")))
    if native == "Notification":
        return told(Event, text=told_text(payload, "message"))
    return Event()


def render(event: Event, decision: Decision) -> Response:
    """The decision in the words of this event."""
    native = event.native
    row = row_of(event)
    if settle(row, event, decision) == DENY:
        return _deny(native, decision)
    effects = row.effects if row is not None else frozenset()
    document: dict[str, object] = {}
    specific: dict[str, object] = {}
    if "warn" in effects and warning(decision):
        document["systemMessage"] = warning(decision)
    if "context" in effects and context(decision):
        specific["additionalContext"] = context(decision)
    if native == "BeforeTool" and decision.rewrite:
        specific["tool_input"] = rewrite(event, decision.rewrite)["tool_input"]
    elif native == "AfterAgent" and decision.followup:
        document.update({"decision": "deny", "reason": decision.followup})
    if specific:
        document["hookSpecificOutput"] = {"hookEventName": native, **specific}
    return reply(document) if document else SILENCE


def _deny(native: str, decision: Decision) -> Response:
    reason = for_user(decision) if native == "BeforeAgent" else for_agent(decision)
    document: dict[str, object] = {"decision": "deny", "reason": reason}
    if decision.halt:
        document.update({"continue": False, "stopReason": for_user(decision)})
    return block(reason, document)


def fail(native: str, reason: str, seen: bytes = b"", guarded: bool = True) -> Response:
    """The answer when nothing could be decided: a deny where the event has one, else silence.

    A deny of AfterTool puts the reason in the place of any tool's result: the call need not be read for it.
    """
    return _deny(native, Decision(verdict=DENY, user=reason)) if closes(NAME, native, guarded) else SILENCE


def rewrite(event: Event, changes: Mapping[str, object]) -> dict[str, object]:
    """The payload as the client would send it after the rewrite."""
    if event.native != "BeforeTool":
        raise CannotRewrite(f"{event.native} cannot rewrite")
    values = rewrite_call(_tool_of(event.payload), mapping(event.payload, "tool_input"), changes)
    return {**event.payload, "tool_input": values}


def output_of(event: Event) -> object:
    """None: a result is withheld as a whole, not replaced by another one."""
    return None
