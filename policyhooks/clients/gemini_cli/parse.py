"""Gemini CLI's adapter: its events in the canonical form. How it is answered: answer.py."""

from __future__ import annotations

from policyhooks.clients.calls import AFTER, UNKNOWN, mcp_call, names_server, read_call
from policyhooks.clients.catalog import required
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.fields import (
    NO_TEXT,
    demand,
    mapping,
    optional_mapping,
    optional_text,
    optional_texts,
    text,
    told,
    told_count,
    told_text,
)
from policyhooks.clients.gemini_cli.answer import NAME, fail, output_of, render, rewrite, tool_of
from policyhooks.clients.gemini_cli.tools import TOOLS
from policyhooks.clients.reading import assemble, in_turn, info_of, workspace_of
from policyhooks.clients.results import readable
from policyhooks.core.event import Event
from policyhooks.core.records import Notification, Prompt, Session, Tool, Web

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.core.records import Mcp

__all__ = ["NAME", "fail", "output_of", "parse", "render", "rewrite"]

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
    info = info_of(NAME, native, name, cwd, workspace)
    return assemble(payload, info, in_turn(_read_session(native, payload), payload, ""), parts)


def _read_tool(native: str, payload: Mapping[str, object]) -> tuple[str, Event]:
    name, values = text(payload, "tool_name"), mapping(payload, "tool_input")
    spec = tool_of(payload)
    listed = name in TOOLS and spec[0] == "mcp.before"
    if listed and not names_server(spec, values):
        spec, listed = UNKNOWN, False  # every server is asked
    canonical, output, error = spec[0], NO_TEXT, NO_TEXT
    if native == "AfterTool":
        response = mapping(payload, "tool_response")
        output = readable(response)
        if response.get("error") is not None:
            error = readable(response["error"])
        canonical = AFTER.get(spec[0], "tool.after")
    tool = told(Tool, name=name, input=values, output=output, error=error)
    if spec[0] == "mcp.before" and not listed:
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
        " ".join([optional_text(told, "command"), *optional_texts(told, "args")]).strip(),
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
        kind = told(Notification, type=told_text(payload, "notification_type"))
        return told(Event, text=told_text(payload, "message"), notification=kind)
    return Event()
