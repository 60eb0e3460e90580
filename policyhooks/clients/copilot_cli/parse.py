"""GitHub Copilot CLI's adapter: its events in the canonical form. How it is answered: answer.py.

The same event has two spellings: camelCase in its own hook files, whose payloads carry no event
name, and PascalCase for entries in Claude Code's format.
"""

from __future__ import annotations

from policyhooks.clients.calls import AFTER, mcp_call, read_call
from policyhooks.clients.catalog import required
from policyhooks.clients.copilot_cli.answer import NAME, NAMES, STOPS, fail, output_of, render, rewrite, tool_of
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.fields import NO_TEXT, demand, mapping, optional_text, text, told, told_count, told_text
from policyhooks.clients.reading import assemble, in_turn, info_of
from policyhooks.clients.results import readable
from policyhooks.core.event import Event
from policyhooks.core.records import Notification, Prompt, Session, Subagent, Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


__all__ = ["NAME", "fail", "output_of", "parse", "render", "rewrite"]

_EVENTS = {
    "permissionRequest": "permission.request",
    "postToolUseFailure": "tool.failed",
    "userPromptSubmitted": "prompt.submit",
    "agentStop": "agent.stop",
    "subagentStop": "subagent.stop",
    "sessionStart": "session.start",
    "sessionEnd": "session.end",
    "notification": "notification",
    "preCompact": "compact.before",
}
_TOOL_EVENTS = ("preToolUse", "permissionRequest", "postToolUse", "postToolUseFailure")


def parse(native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event:
    """The canonical event of a payload; MalformedPayload where a needed field is missing or a known one is wrong."""
    claimed = optional_text(payload, "hook_event_name", "hookName")
    native = NAMES.get(native, native)
    if claimed and NAMES.get(claimed, claimed) != native:
        raise MalformedPayload("hook_event_name", "is not the event that the hook was started for")
    demand(payload, required(NAME, native))
    cwd = optional_text(payload, "cwd")
    if native in _TOOL_EVENTS:
        name, parts = _read_tool(native, payload)
    else:
        name, parts = _EVENTS.get(native, "other"), _read_event(native, payload)
    info = info_of(NAME, native, name, cwd, cwd)
    return assemble(
        payload, info, in_turn(_read_session(native, payload), payload, "", "transcriptPath", "transcript_path"), parts
    )


def _arguments(payload: Mapping[str, object]) -> dict[str, object]:
    """Objects today; older versions sent a JSON string."""
    for key in ("toolArgs", "toolInput", "tool_input"):
        value = payload.get(key)
        if type(value) is str:
            from policyhooks.core.strict_json import RejectedJson, parse

            try:
                found = parse(value) if value.strip() else {}
            except RejectedJson as problem:
                raise MalformedPayload(key, f"does not hold strict JSON: {problem.message}") from None
            if type(found) is not dict:
                raise MalformedPayload(key, "does not hold a JSON object")
            return found
    return mapping(payload, "toolArgs", "toolInput", "tool_input")


def _read_tool(native: str, payload: Mapping[str, object]) -> tuple[str, Event]:
    name, values = text(payload, "toolName", "tool_name"), _arguments(payload)
    spec = tool_of(name)
    canonical, output, error = _EVENTS.get(native, spec[0]), NO_TEXT, NO_TEXT
    if native == "postToolUse":
        if payload.get("toolResult") is not None or payload.get("tool_result") is not None:
            output = readable(mapping(payload, "toolResult", "tool_result"))
        canonical = AFTER.get(spec[0], "tool.after")
    elif native == "postToolUseFailure" and payload.get("error") is not None:
        error = readable(payload["error"])
    tool = told(Tool, name=name, input=values, output=output, error=error)
    if spec[0] == "mcp.before":
        server, called = _split(name)
        return canonical, Event(tool=tool, mcp=mcp_call(server, called, values))
    return canonical, read_call(spec, values, tool)


def _split(name: str) -> tuple[str, str]:
    if name.startswith("mcp__"):
        server, _, tool = name[5:].partition("__")
        return server, tool
    # The longest possible server: a longer tool name can then never borrow the name of another server.
    server, _, tool = name.rpartition("/" if "/" in name else "-")
    return server, tool


def _read_session(native: str, payload: Mapping[str, object]) -> Session:
    number = told_text(payload, "sessionId", "session_id")
    if native in STOPS:
        why = told_text(payload, "stopReason", "stop_reason")
        return told(Session, id=number, loop_count=told_count(payload, "stop_hook_active"), reason=why)
    if native == "sessionStart":
        return told(Session, id=number, source=told_text(payload, "source"))
    if native == "sessionEnd":
        return told(Session, id=number, reason=told_text(payload, "reason"))
    if native == "preCompact":
        return told(Session, id=number, source=told_text(payload, "trigger"))
    return told(Session, id=number)


def _read_event(native: str, payload: Mapping[str, object]) -> Event:
    if native in ("userPromptSubmitted", "userPromptTransformed"):
        return Event(prompt=told(Prompt, text=told_text(payload, "prompt")))
    if native == "sessionStart":
        first = optional_text(payload, "initialPrompt", "initial_prompt")
        return Event(prompt=Prompt(text=first)) if first else Event()
    if native == "notification":
        notice = told(
            Notification,
            type=told_text(payload, "notification_type", "notificationType"),
            title=told_text(payload, "title"),
        )
        return told(Event, text=told_text(payload, "message"), notification=notice)
    kind = optional_text(payload, "agentName", "agent_name", "agentType", "agent_type")
    return Event(subagent=Subagent(type=kind)) if kind and native.startswith("subagent") else Event()
