"""Decisions in Gemini CLI's own words.

It reads stdout as JSON whatever the exit code; exit 2 with text on stderr blocks even when stdout
was spoiled. Its `decision: ask` hangs a run that nobody watches and is never sent.
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
from policyhooks.clients.errors import CannotRewrite
from policyhooks.clients.fields import mapping, text
from policyhooks.clients.gemini_cli.tools import TOOLS
from policyhooks.core.effects import DENY
from policyhooks.core.verdict import Decision, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.clients.calls import ToolData
    from policyhooks.core.event import Event

NAME = "gemini-cli"


def tool_of(payload: Mapping[str, object]) -> ToolData:
    """The row of the called tool; one that the table does not know is tool.before."""
    name = text(payload, "tool_name")
    called = name.startswith("mcp_") or payload.get("mcp_context") is not None
    return ("mcp.before", "", ()) if called else TOOLS.get(name, UNKNOWN)


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
    if "end" in effects and decision.endings:
        document.update({"continue": False, "stopReason": ending(decision)})
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
    values = rewrite_call(tool_of(event.payload), mapping(event.payload, "tool_input"), changes)
    return {**event.payload, "tool_input": values}


def output_of(event: Event) -> object:
    """None: a result is withheld as a whole, not replaced by another one."""
    return None
