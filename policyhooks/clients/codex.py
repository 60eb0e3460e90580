"""Codex CLI's adapter: its events in the canonical form, and decisions in its own words.

Codex voids an answer that holds an unknown key, an empty reason or an `ask`, and then runs the
call: every answer here has the keys of its event and nothing else. A rewrite needs the word
`allow` beside it, which there does not skip the client's own approval.
"""

from __future__ import annotations

from policyhooks.clients.answers import SILENCE, block, closes, context, for_agent, for_user, reply, settle, warning
from policyhooks.clients.calls import AFTER, UNKNOWN, mcp_call, read_call, rewrite_call
from policyhooks.clients.errors import CannotRewrite, MalformedPayload
from policyhooks.clients.fields import demand, mapping, optional_text, put_count, put_text, text
from policyhooks.clients.reading import assemble, located
from policyhooks.clients.results import readable
from policyhooks.core.catalog import find, required
from policyhooks.core.records import Prompt, Session, Subagent, Tool
from policyhooks.core.verdict import ALLOW, DENY, Decision, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.clients.calls import ToolData
    from policyhooks.core.event import Event

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
    info = located(cwd, cwd)
    info["in_subagent"] = bool(optional_text(payload, "agent_id"))
    put_text(info, "model", payload, "model")
    put_text(info, "permission_mode", payload, "permission_mode")
    session: dict[str, object] = {}
    put_text(session, "id", payload, "session_id")
    optional_text(payload, "turn_id")
    if native in _TOOL_EVENTS:
        name, parts = _read_tool(native, payload)
    else:
        name, parts = _EVENTS.get(native, "other"), _read_event(native, payload, session)
    return assemble(NAME, native, name, payload, info, {**parts, "session": Session(**session)})


def _tool_of(name: str) -> ToolData:
    return ("mcp.before", "", ()) if name.startswith("mcp__") else TOOLS.get(name, UNKNOWN)


def _read_tool(native: str, payload: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    name, values = text(payload, "tool_name"), mapping(payload, "tool_input")
    spec = _tool_of(name)
    tool: dict[str, object] = {"name": name, "input": values}
    put_text(tool, "use_id", payload, "tool_use_id")
    canonical = "permission.request" if native == "PermissionRequest" else spec[0]
    if native == "PostToolUse":
        tool["output"] = readable(payload["tool_response"])
        canonical = AFTER.get(spec[0], "tool.after")
    parts: dict[str, object] = {}
    if spec[0] == "mcp.before":
        server, _, called = name[5:].partition("__")
        parts["mcp"] = mcp_call(server, called, values)
    else:
        parts = read_call(spec, values)
    return canonical, {"tool": Tool(**tool), **parts}


def _read_event(native: str, payload: Mapping[str, object], session: dict[str, object]) -> dict[str, object]:
    if native == "UserPromptSubmit":
        return {"prompt": Prompt(text=text(payload, "prompt"))}
    if native in _STOPS:
        put_count(session, "loop_count", payload, "stop_hook_active")
        put_text(session, "last_message", payload, "last_assistant_message")
    elif native == "SessionStart":
        put_text(session, "source", payload, "source")
    elif native == "SessionEnd":
        put_text(session, "reason", payload, "reason")
    elif native in ("PreCompact", "PostCompact"):
        put_text(session, "source", payload, "trigger")
    if not native.startswith("Subagent"):
        return {}
    subagent: dict[str, object] = {}
    put_text(subagent, "type", payload, "agent_type")
    return {"subagent": Subagent(**subagent)}


def render(event: Event, decision: Decision) -> Response:
    """The decision in the words of this event."""
    native = event.native
    row = find(NAME, native, event.name)
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
