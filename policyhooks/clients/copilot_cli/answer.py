"""Decisions in GitHub Copilot CLI's own words.

Answers are flat under both spellings of its events, except that a rewrite is `modifiedArgs` under
its own and `updatedInput` under that of Claude Code's files.
"""

from __future__ import annotations

from policyhooks.clients.answers import SILENCE, block, closes, context, for_agent, for_user, reply, settle
from policyhooks.clients.calls import UNKNOWN, rewrite_call
from policyhooks.clients.catalog import row_of
from policyhooks.clients.copilot_cli.tools import TOOLS
from policyhooks.clients.errors import CannotRewrite
from policyhooks.core.effects import ALLOW, ASK, DENY
from policyhooks.core.verdict import Decision, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.clients.calls import ToolData
    from policyhooks.core.event import Event

NAME = "copilot-cli"

# PascalCase to the client's own name.
NAMES = {
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
STOPS = ("agentStop", "subagentStop")
_AFTER = "postToolUse"


def tool_of(name: str) -> ToolData:
    """The row of the called tool; one that the table does not know is tool.before."""
    spec = TOOLS.get(name)
    if spec is None:
        # MCP tools are <server>-<tool> or mcp__<server>__<tool>.
        called = name.startswith("mcp__") or "-" in name or "/" in name
        return ("mcp.before", "", ()) if called else UNKNOWN
    return spec


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
    elif native in STOPS and decision.followup:
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
    own = NAMES.get(native, native)
    if not closes(NAME, own, guarded):
        return SILENCE
    decision = Decision(verdict=DENY, user=reason)
    return _withhold(decision, native != own) if own == _AFTER else _deny(own, decision)


def rewrite(event: Event, changes: Mapping[str, object]) -> dict[str, object]:
    """The payload as the client would send it after the rewrite."""
    if event.native != "preToolUse":
        raise CannotRewrite(f"{event.native} cannot rewrite")
    values = rewrite_call(tool_of(event.tool.name), event.tool.input, changes)
    return {**event.payload, "toolArgs" if "toolArgs" in event.payload else "tool_input": values}


def output_of(event: Event) -> object:
    """The tool's result in its own shape, or None where the event has none to replace."""
    if event.native != "postToolUse":
        return None
    return event.payload.get("toolResult") or event.payload.get("tool_result")
