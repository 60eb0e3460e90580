"""GitHub Copilot CLI's adapter: its events in the canonical form, and decisions in its own words.

The same event has two spellings: camelCase in its own hook files, whose payloads carry no event
name, and PascalCase for entries in Claude Code's format. Answers are flat under both, except that
a rewrite is `modifiedArgs` under the first and `updatedInput` under the second.
"""

from __future__ import annotations

from policyhooks.clients.answers import SILENCE, block, closes, context, for_agent, for_user, reply, settle
from policyhooks.clients.calls import AFTER, UNKNOWN, mcp_call, read_call, rewrite_call
from policyhooks.clients.copilot_cli_tools import TOOLS
from policyhooks.clients.errors import CannotRewrite, MalformedPayload
from policyhooks.clients.fields import demand, mapping, optional_text, put_count, put_text, text
from policyhooks.clients.reading import assemble, located
from policyhooks.clients.results import readable
from policyhooks.core.catalog import find, required
from policyhooks.core.records import Prompt, Session, Subagent, Tool
from policyhooks.core.verdict import ALLOW, ASK, DENY, Decision, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.clients.calls import ToolData
    from policyhooks.core.event import Event

NAME = "copilot-cli"

# PascalCase to the client's own name.
_NAMES = {
    "PreToolUse": "preToolUse",
    "PostToolUse": "postToolUse",
    "PostToolUseFailure": "postToolUseFailure",
    "PermissionRequest": "permissionRequest",
    "UserPromptSubmit": "userPromptSubmitted",
    "UserPromptSubmitted": "userPromptSubmitted",
    "UserPromptTransformed": "userPromptTransformed",
    "Stop": "agentStop",
    "AgentStop": "agentStop",
    "SubagentStart": "subagentStart",
    "SubagentStop": "subagentStop",
    "SessionStart": "sessionStart",
    "SessionEnd": "sessionEnd",
    "PreCompact": "preCompact",
    "Notification": "notification",
    "ErrorOccurred": "errorOccurred",
}
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
_STOPS = ("agentStop", "subagentStop")
_AFTER = "postToolUse"


def parse(native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event:
    """The canonical event of a payload; MalformedPayload where a needed field is missing or a known one is wrong."""
    told = optional_text(payload, "hook_event_name", "hookName")
    native = _NAMES.get(native, native)
    if told and _NAMES.get(told, told) != native:
        raise MalformedPayload("hook_event_name", "is not the event that the hook was started for")
    demand(payload, required(NAME, native))
    cwd = optional_text(payload, "cwd")
    info = located(cwd, cwd)
    session: dict[str, object] = {}
    put_text(session, "id", payload, "sessionId", "session_id")
    if native in _TOOL_EVENTS:
        name, parts = _read_tool(native, payload)
    else:
        name, parts = _EVENTS.get(native, "other"), _read_event(native, payload, session)
    return assemble(NAME, native, name, payload, info, {**parts, "session": Session(**session)})


def _tool_of(name: str) -> ToolData:
    spec = TOOLS.get(name)
    if spec is None:
        # MCP tools are <server>-<tool> or mcp__<server>__<tool>.
        called = name.startswith("mcp__") or "-" in name or "/" in name
        return ("mcp.before", "", ()) if called else UNKNOWN
    return spec


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


def _read_tool(native: str, payload: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    name, values = text(payload, "toolName", "tool_name"), _arguments(payload)
    spec = _tool_of(name)
    tool: dict[str, object] = {"name": name, "input": values}
    canonical = _EVENTS.get(native, spec[0])
    if native == "postToolUse":
        if payload.get("toolResult") is not None or payload.get("tool_result") is not None:
            tool["output"] = readable(mapping(payload, "toolResult", "tool_result"))
        canonical = AFTER.get(spec[0], "tool.after")
    elif native == "postToolUseFailure":
        error = payload.get("error")
        if error is not None:
            tool["error"] = readable(error)
    parts: dict[str, object] = {}
    if spec[0] == "mcp.before":
        server, called = _split(name)
        parts["mcp"] = mcp_call(server, called, values)
    else:
        parts = read_call(spec, values)
    if "command" in parts:
        parts["dialect"] = spec[1]
    return canonical, {"tool": Tool(**tool), **parts}


def _split(name: str) -> tuple[str, str]:
    if name.startswith("mcp__"):
        server, _, tool = name[5:].partition("__")
        return server, tool
    # The longest possible server: a longer tool name can then never borrow the name of another server.
    server, _, tool = name.rpartition("/" if "/" in name else "-")
    return server, tool


def _read_event(native: str, payload: Mapping[str, object], session: dict[str, object]) -> dict[str, object]:
    if native in ("userPromptSubmitted", "userPromptTransformed"):
        prompt: dict[str, object] = {}
        put_text(prompt, "text", payload, "prompt")
        return {"prompt": Prompt(**prompt)}
    if native == "sessionStart":
        put_text(session, "source", payload, "source")
        first = optional_text(payload, "initialPrompt", "initial_prompt")
        return {"prompt": Prompt(text=first)} if first else {}
    if native in _STOPS:
        put_count(session, "loop_count", payload, "stop_hook_active")
        put_text(session, "reason", payload, "stopReason", "stop_reason")
    elif native == "sessionEnd":
        put_text(session, "reason", payload, "reason")
    elif native == "notification":
        parts: dict[str, object] = {}
        put_text(parts, "text", payload, "message")
        return parts
    elif native == "preCompact":
        put_text(session, "source", payload, "trigger")
    kind = optional_text(payload, "agentName", "agent_name", "agentType", "agent_type")
    return {"subagent": Subagent(type=kind)} if kind and native.startswith("subagent") else {}


def render(event: Event, decision: Decision) -> Response:
    """The decision in the words of this event."""
    native = event.native
    row = find(NAME, native, event.name)
    verdict = settle(row, event, decision)
    if verdict == DENY:
        return _withhold(decision, "tool_result" in event.payload) if native == _AFTER else _deny(native, decision)
    effects = row.effects if row is not None else frozenset()
    document: dict[str, object] = {}
    if native == "preToolUse":
        if verdict in (ALLOW, ASK):
            document = {"permissionDecision": verdict, "permissionDecisionReason": for_user(decision)}
        if decision.rewrite:
            document.update(_rewritten(event, decision.rewrite))
    elif native == "permissionRequest" and verdict == ALLOW:
        document["behavior"] = "allow"
    elif native in _STOPS and decision.followup:
        document = {"decision": "block", "reason": decision.followup}
    if "context" in effects and context(decision):
        document["additionalContext"] = context(decision)
    if "redact" in effects and decision.output is not None:
        document["modifiedResult"] = decision.output
    return reply(document) if document else SILENCE


def _rewritten(event: Event, changes: Mapping[str, object]) -> dict[str, object]:
    payload = rewrite(event, changes)
    if "toolArgs" in payload:
        return {"modifiedArgs": payload["toolArgs"]}
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": payload["tool_input"]}}


def _deny(native: str, decision: Decision) -> Response:
    if native == "userPromptSubmitted":
        return reply({"decision": "block", "reason": for_user(decision)})
    reason = for_agent(decision)
    if native == "permissionRequest":
        return block(reason, {"behavior": "deny", "message": reason})
    return block(reason, {"permissionDecision": "deny", "permissionDecisionReason": reason})


def _withhold(decision: Decision, pascal: bool) -> Response:
    """The reason in the place of the result, which has one shape for every tool, spelled like the payload's."""
    kind, result = ("result_type", "text_result_for_llm") if pascal else ("resultType", "textResultForLlm")
    return reply({"modifiedResult": {kind: "success", result: for_agent(decision)}})


def fail(native: str, reason: str, seen: bytes = b"", guarded: bool = True) -> Response:
    """The answer when nothing could be decided: a deny where the event has one, else silence."""
    own = _NAMES.get(native, native)
    if not closes(NAME, own, guarded):
        return SILENCE
    decision = Decision(verdict=DENY, user=reason)
    return _withhold(decision, native != own) if own == _AFTER else _deny(own, decision)


def rewrite(event: Event, changes: Mapping[str, object]) -> dict[str, object]:
    """The payload as the client would send it after the rewrite."""
    if event.native != "preToolUse":
        raise CannotRewrite(f"{event.native} cannot rewrite")
    values = rewrite_call(_tool_of(event.tool.name), event.tool.input, changes)
    return {**event.payload, "toolArgs" if "toolArgs" in event.payload else "tool_input": values}


def output_of(event: Event) -> object:
    """The tool's result in its own shape, or None where the event has none to replace."""
    if event.native != "postToolUse":
        return None
    return event.payload.get("toolResult") or event.payload.get("tool_result")
