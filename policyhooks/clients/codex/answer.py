"""Decisions in Codex's own words.

Codex voids an answer that holds an unknown key, an empty reason or an `ask`, and then runs the
call: every answer here has the keys of its event and nothing else. A rewrite needs the word
`allow` beside it, which there does not skip the client's own approval.
"""

from __future__ import annotations

from policyhooks.clients.answers import (
    SILENCE,
    block,
    closes,
    context,
    ending,
    for_agent,
    for_user,
    reply,
    settle,
    warning,
)
from policyhooks.clients.calls import UNKNOWN, rewrite_call
from policyhooks.clients.catalog import row_of
from policyhooks.clients.codex.tools import TOOLS
from policyhooks.clients.errors import CannotRewrite
from policyhooks.clients.fields import mapping
from policyhooks.core.effects import ALLOW, DENY
from policyhooks.core.verdict import Decision, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.clients.calls import ToolData
    from policyhooks.core.event import Event

NAME = "codex"
STOPS = ("Stop", "SubagentStop")


def tool_of(name: str) -> ToolData:
    """The row of the called tool; one that the table does not know is tool.before."""
    return ("mcp.before", "", ()) if name.startswith("mcp__") else TOOLS.get(name, UNKNOWN)


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
    elif native in STOPS and decision.followup:
        document.update({"decision": "block", "reason": decision.followup})
    if "end" in effects and decision.endings:
        document.update({"continue": False, "stopReason": ending(decision)})
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
    values = rewrite_call(tool_of(event.tool.name), mapping(event.payload, "tool_input"), changes)
    return {**event.payload, "tool_input": values}


def output_of(event: Event) -> object:
    """None: no event replaces a tool's output by another one."""
    return None
