"""GitHub Copilot CLI's adapter: its events in the canonical form, and decisions in its own words.

The same event has two spellings: camelCase in its own hook files, whose payloads carry no event
name, and PascalCase for entries in Claude Code's format. Answers are flat under both, except that
a rewrite is `modifiedArgs` under the first and `updatedInput` under the second.
"""

from __future__ import annotations

from policyhooks.clients.answers import SILENCE, block, closes, context, for_agent, for_user, reply, settle
from policyhooks.clients.calls import AFTER, UNKNOWN, mcp_call, read_call, rewrite_call
from policyhooks.clients.catalog import required, row_of
from policyhooks.clients.copilot_cli.tools import TOOLS
from policyhooks.clients.errors import CannotRewrite, MalformedPayload
from policyhooks.clients.fields import NO_TEXT, demand, mapping, optional_text, text, told, told_count, told_text
from policyhooks.clients.reading import assemble, folders_of, system
from policyhooks.clients.results import readable
from policyhooks.core.effects import ALLOW, ASK, DENY
from policyhooks.core.event import Event
from policyhooks.core.records import EventInfo, Prompt, Session, Subagent, Tool
from policyhooks.core.verdict import Decision, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.clients.calls import ToolData

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
    claimed = optional_text(payload, "hook_event_name", "hookName")
    native = _NAMES.get(native, native)
    if claimed and _NAMES.get(claimed, claimed) != native:
        raise MalformedPayload("hook_event_name", "is not the event that the hook was started for")
    demand(payload, required(NAME, native))
    cwd = optional_text(payload, "cwd")
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
    )
    return assemble(payload, info, _read_session(native, payload), parts)


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


def _read_tool(native: str, payload: Mapping[str, object]) -> tuple[str, Event]:
    name, values = text(payload, "toolName", "tool_name"), _arguments(payload)
    spec = _tool_of(name)
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
    if native in _STOPS:
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
        return told(Event, text=told_text(payload, "message"))
    kind = optional_text(payload, "agentName", "agent_name", "agentType", "agent_type")
    return Event(subagent=Subagent(type=kind)) if kind and native.startswith("subagent") else Event()


def render(event: Event, decision: Decision) -> Response:
    """The decision in the words of this event."""
    native = event.native
    row = row_of(event)
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
