"""Codex's adapter: its events in the canonical form. How it is answered: answer.py."""

from __future__ import annotations

from policyhooks.clients.calls import AFTER, UNKNOWN, mcp_call, names_server, read_call
from policyhooks.clients.catalog import required
from policyhooks.clients.codex.answer import NAME, STOPS, fail, output_of, render, rewrite, tool_of
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.fields import NO_TEXT, demand, mapping, optional_text, text, told, told_count, told_text
from policyhooks.clients.reading import assemble, in_turn, info_of
from policyhooks.clients.results import readable
from policyhooks.core.event import Event
from policyhooks.core.records import Prompt, Session, Subagent, Tool
from policyhooks.core.values import but

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


__all__ = ["NAME", "fail", "output_of", "parse", "render", "rewrite"]

_EVENTS = {
    "UserPromptSubmit": "prompt.submit",
    "Stop": "agent.stop",
    "SubagentStop": "subagent.stop",
    "SessionStart": "session.start",
    "SessionEnd": "session.end",
    "PreCompact": "compact.before",
}
_TOOL_EVENTS = ("PreToolUse", "PermissionRequest", "PostToolUse")


def parse(native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event:
    """The canonical event of a payload; MalformedPayload where a needed field is missing or a known one is wrong."""
    if text(payload, "hook_event_name") != native:
        raise MalformedPayload("hook_event_name", "is not the event that the hook was started for")
    demand(payload, required(NAME, native))
    cwd = optional_text(payload, "cwd")
    if native in _TOOL_EVENTS:
        name, parts = _read_tool(native, payload)
    else:
        name, parts = _EVENTS.get(native, "other"), _read_event(native, payload)
    info = info_of(NAME, native, name, cwd, cwd, told_text(payload, "model"), told_text(payload, "permission_mode"))
    info = but(info, in_subagent=bool(optional_text(payload, "agent_id")))
    return assemble(payload, info, in_turn(_read_session(native, payload), payload, "turn_id"), parts)


def _read_tool(native: str, payload: Mapping[str, object]) -> tuple[str, Event]:
    name, values = text(payload, "tool_name"), mapping(payload, "tool_input")
    spec = tool_of(name)
    called_by_name = name.startswith("mcp__")
    if spec[0] == "mcp.before" and not (called_by_name or names_server(spec, values)):
        spec = UNKNOWN  # every server is asked
    canonical, output = spec[0], NO_TEXT
    if native == "PermissionRequest":
        canonical = "permission.request"
    elif native == "PostToolUse":
        canonical, output = AFTER.get(canonical, "tool.after"), readable(payload["tool_response"])
    tool = told(Tool, name=name, input=values, use_id=told_text(payload, "tool_use_id"), output=output)
    if called_by_name:
        server, _, called = name[5:].partition("__")
        return canonical, Event(tool=tool, mcp=mcp_call(server, called, values))
    return canonical, read_call(spec, values, tool)


def _read_session(native: str, payload: Mapping[str, object]) -> Session:
    number = told_text(payload, "session_id")
    if native in STOPS:
        last = told_text(payload, "last_assistant_message")
        return told(Session, id=number, loop_count=told_count(payload, "stop_hook_active"), last_message=last)
    if native == "SessionStart":
        return told(Session, id=number, source=told_text(payload, "source"))
    if native == "SessionEnd":
        return told(Session, id=number, reason=told_text(payload, "reason"))
    if native in ("PreCompact", "PostCompact"):
        return told(Session, id=number, source=told_text(payload, "trigger"))
    return told(Session, id=number)


def _read_event(native: str, payload: Mapping[str, object]) -> Event:
    if native == "UserPromptSubmit":
        return Event(prompt=Prompt(text=text(payload, "prompt")))
    if native.startswith("Subagent"):
        kind, number = told_text(payload, "agent_type"), told_text(payload, "agent_id")
        return Event(subagent=told(Subagent, type=kind, id=number))
    return Event()
