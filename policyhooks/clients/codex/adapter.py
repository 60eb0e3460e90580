"""Codex CLI's adapter: its events in the canonical form, and decisions in its own words.

Codex voids an answer that holds an unknown key, an empty reason or an `ask`, and then runs the
call: every answer here has the keys of its event and nothing else. A rewrite needs the word
`allow` beside it, which there does not skip the client's own approval.
"""

from __future__ import annotations

from policyhooks.clients.answers import SILENCE, block, closes, context, for_agent, for_user, reply, settle, warning
from policyhooks.clients.calls import AFTER, UNKNOWN, mcp_call, read_call, rewrite_call
from policyhooks.clients.catalog import required, row_of
from policyhooks.clients.errors import CannotRewrite, MalformedPayload
from policyhooks.clients.fields import NO_TEXT, demand, mapping, optional_text, text, told, told_count, told_text
from policyhooks.clients.reading import assemble, folders_of, system
from policyhooks.clients.results import readable
from policyhooks.core.effects import ALLOW, DENY
from policyhooks.core.event import Event
from policyhooks.core.records import EventInfo, Prompt, Session, Subagent, Tool
from policyhooks.core.verdict import Decision, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.clients.calls import ToolData

NAME = "codex"

_PATCH = (("patch", "command|input|patch", True),)
_AGENT = (("type", "agent_type|subagent_type", False), ("task", "message|prompt|task", True), ("model", "model", False))
TOOLS: dict[str, ToolData] = {
    "Bash": ("shell.before", "bash", (("command", "command", True),)),
    "apply_patch": ("file.write", "edit", _PATCH),
    "Write": ("file.write", "edit", _PATCH),
    "Edit": ("file.write", "edit", _PATCH),
    "view_image": ("file.read", "read", (("path", "path", True),)),
    "spawn_agent": ("subagent.start", "", _AGENT),
    "Agent": ("subagent.start", "", _AGENT),
}
_EVENTS = {
    "UserPromptSubmit": "prompt.submit",
    "Stop": "agent.stop",
    "SubagentStop": "subagent.stop",
    "SessionStart": "session.start",
    "SessionEnd": "session.end",
    "PreCompact": "compact.before",
}
_TOOL_EVENTS = ("PreToolUse", "PermissionRequest", "PostToolUse")
_STOPS = ("Stop", "SubagentStop")


def parse(native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event:
    """The canonical event of a payload; MalformedPayload where a needed field is missing or a known one is wrong."""
    if text(payload, "hook_event_name") != native:
        raise MalformedPayload("hook_event_name", "is not the event that the hook was started for")
    demand(payload, required(NAME, native))
    cwd = optional_text(payload, "cwd")
    optional_text(payload, "turn_id")
    if native in _TOOL_EVENTS:
        name, parts = _read_tool(native, payload)
    else:
        name, parts = _EVENTS.get(native, "other"), _read_event(native, payload)
    info = told(
        EventInfo,
        client=NAME,
        native=native,
        name=name,
        os=system(),
        cwd=cwd or NO_TEXT,
        workspace=cwd or NO_TEXT,
        workspaces=folders_of(cwd),
        in_subagent=bool(optional_text(payload, "agent_id")),
        model=told_text(payload, "model"),
        permission_mode=told_text(payload, "permission_mode"),
    )
    return assemble(payload, info, _read_session(native, payload), parts)


def _tool_of(name: str) -> ToolData:
    return ("mcp.before", "", ()) if name.startswith("mcp__") else TOOLS.get(name, UNKNOWN)


def _read_tool(native: str, payload: Mapping[str, object]) -> tuple[str, Event]:
    name, values = text(payload, "tool_name"), mapping(payload, "tool_input")
    spec = _tool_of(name)
    canonical, output = spec[0], NO_TEXT
    if native == "PermissionRequest":
        canonical = "permission.request"
    elif native == "PostToolUse":
        canonical, output = AFTER.get(canonical, "tool.after"), readable(payload["tool_response"])
    tool = told(Tool, name=name, input=values, use_id=told_text(payload, "tool_use_id"), output=output)
    if spec[0] == "mcp.before":
        server, _, called = name[5:].partition("__")
        return canonical, Event(tool=tool, mcp=mcp_call(server, called, values))
    return canonical, read_call(spec, values, tool)


def _read_session(native: str, payload: Mapping[str, object]) -> Session:
    number = told_text(payload, "session_id")
    if native in _STOPS:
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
        return Event(subagent=told(Subagent, type=told_text(payload, "agent_type")))
    return Event()


def render(event: Event, decision: Decision) -> Response:
    """The decision in the words of this event."""
    native = event.native
    row = row_of(event)
    verdict = settle(row, event, decision)
    if verdict == DENY:
        return _deny(native, decision)
    effects = row.effects if row is not None else frozenset()
    document: dict[str, object] = {}
    specific: dict[str, object] = {}
    if "warn" in effects and warning(decision):
        document["systemMessage"] = warning(decision)
    if "context" in effects and context(decision):
        specific["additionalContext"] = context(decision)
    if native == "PreToolUse" and "rewrite" in effects and decision.rewrite:
        specific["permissionDecision"] = "allow"
        specific["updatedInput"] = rewrite(event, decision.rewrite)["tool_input"]
    elif native == "PermissionRequest" and verdict == ALLOW:
        specific["decision"] = {"behavior": "allow"}
    elif native in _STOPS and decision.followup:
        document.update({"decision": "block", "reason": decision.followup})
    if specific:
        document["hookSpecificOutput"] = {"hookEventName": native, **specific}
    return reply(document) if document else SILENCE


def _deny(native: str, decision: Decision) -> Response:
    reason = for_agent(decision)
    if native == "PreToolUse":
        specific = {"hookEventName": native, "permissionDecision": "deny", "permissionDecisionReason": reason}
        return block(reason, {"hookSpecificOutput": specific})
    if native == "PermissionRequest":
        refusal = {"hookEventName": native, "decision": {"behavior": "deny", "message": reason}}
        return block(reason, {"hookSpecificOutput": refusal})
    if native not in ("UserPromptSubmit", "PostToolUse"):
        return block(reason, None)
    if native == "UserPromptSubmit":
        reason = for_user(decision)
    document: dict[str, object] = {"decision": "block", "reason": reason}
    if native == "PostToolUse" and decision.halt:
        document.update({"continue": False, "stopReason": for_user(decision)})
        return reply(document)
    return block(reason, document)


def fail(native: str, reason: str, seen: bytes = b"", guarded: bool = True) -> Response:
    """The answer when nothing could be decided: a deny where the event has one, else silence.

    A block of PostToolUse puts the reason in the place of any tool's result: the call need not be read for it.
    """
    return _deny(native, Decision(verdict=DENY, user=reason)) if closes(NAME, native, guarded) else SILENCE


def rewrite(event: Event, changes: Mapping[str, object]) -> dict[str, object]:
    """The payload as the client would send it after the rewrite."""
    if event.native != "PreToolUse" or event.name == "file.write":
        raise CannotRewrite(f"{event.native} cannot rewrite {event.name}")
    values = rewrite_call(_tool_of(event.tool.name), mapping(event.payload, "tool_input"), changes)
    return {**event.payload, "tool_input": values}


def output_of(event: Event) -> object:
    """None: no event replaces a tool's output by another one."""
    return None
