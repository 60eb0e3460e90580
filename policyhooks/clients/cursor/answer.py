"""Decisions in Cursor's own words.

No opinion is an explicit allow: under `failClosed` an empty answer counts as a failure, and Cursor
asks its own questions after the hook. preToolUse and subagentStart changed their keys between
generations and are answered with both; every other event has one form. With which exit code a deny
is given depends on the version (DENY_EXIT in events.py).
"""

from __future__ import annotations

from policyhooks.clients.answers import block, closes, context, ending, for_agent, for_user, reply, settle, warning
from policyhooks.clients.calls import UNKNOWN, rewrite_call
from policyhooks.clients.catalog import UNKNOWN as UNKNOWN_EVENT
from policyhooks.clients.catalog import denies, row_of, withheld_events
from policyhooks.clients.cursor.events import DENY_EXIT
from policyhooks.clients.cursor.tools import TOOLS
from policyhooks.clients.errors import CannotRewrite
from policyhooks.clients.fields import text
from policyhooks.core.effects import ASK, DENY
from policyhooks.core.verdict import Decision, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.clients.calls import ToolData
    from policyhooks.core.event import Event

NAME = "cursor"
# Events whose answer has an `agent_message` beside the `user_message`.
_TWO_READERS = ("beforeShellExecution", "beforeMCPExecution", "preToolUse")
_BOTH_GENERATIONS = ("preToolUse", "subagentStart")
_FOLLOWED = ("stop", "subagentStop")


def tool_of(name: str) -> ToolData:
    """The row of the called tool; one that the table does not know is tool.before."""
    if name.startswith(("MCP:", "mcp__")) or name == "MCP":
        return ("mcp.before", "", ())
    return TOOLS.get(name, UNKNOWN)


def deny_exit(version: str) -> int:
    """With which exit code a version gets a deny beside its JSON; see DENY_EXIT for the reasons."""
    numbers = []
    for part in version.partition("-")[0].split("."):
        if not (part.isascii() and part.isdigit()):
            break
        numbers.append(int(part[:9]))
    return [code for since, code, _ in DENY_EXIT if tuple(numbers) >= since or since == (0,)][-1]


def render(event: Event, decision: Decision) -> Response:
    """The decision in the words of this event."""
    native = event.native
    row = row_of(event)
    verdict = settle(row, event, decision)
    if verdict == DENY:
        # The client's file has failClosed; an entry in a file of Claude Code cannot, and stdout may be spoiled.
        unsure = event.foreign or row is None or row.evidence == UNKNOWN_EVENT
        return _deny(native, decision, 2 if unsure else deny_exit(event.event.version))
    document = _neutral(native)
    effects = row.effects if row is not None else frozenset()
    if verdict == ASK:
        document = {"permission": "ask", "user_message": for_user(decision), "agent_message": for_agent(decision)}
    elif "warn" in effects and warning(decision):
        document["user_message"] = warning(decision)
    if native == "preToolUse" and decision.rewrite:
        document["updated_input"] = rewrite(event, decision.rewrite)["tool_input"]
    if native in _FOLLOWED and decision.followup:
        document["followup_message"] = decision.followup
    if "context" in effects and context(decision):
        document["additional_context"] = context(decision)
    if "env" in effects and decision.env:
        from policyhooks.core.variables import filled

        document["env"] = {name: filled(value, event.environ) for name, value in decision.env.items()}
    if "redact" in effects and decision.output is not None:
        given = decision.output
        free = {"content": [{"type": "text", "text": given}]} if isinstance(given, str) else given
        document["updated_mcp_tool_output"] = free
    if "end" in effects and decision.endings:
        document.update({"continue": False, "user_message": ending(decision)})
    return reply(document)


def _neutral(native: str) -> dict[str, object]:
    if not denies(NAME, native) or withheld_events(NAME, native):
        return {}
    if native == "beforeSubmitPrompt":
        return {"continue": True}
    if native in _BOTH_GENERATIONS:
        return {"permission": "allow", "decision": "allow"}
    return {"permission": "allow"}


def _deny(native: str, decision: Decision, exit_code: int) -> Response:
    user, agent = for_user(decision), for_agent(decision)
    if withheld_events(NAME, native):
        # Results of MCP calls have one shape; of other tools nothing can be replaced, and the key is not read.
        return reply({"updated_mcp_tool_output": {"content": [{"type": "text", "text": agent}]}})
    document: dict[str, object] = {"continue": False} if native == "beforeSubmitPrompt" else {"permission": "deny"}
    if native != "beforeTabFileRead":
        document["user_message"] = user
    if native in _TWO_READERS:
        document["agent_message"] = agent
    if native in _BOTH_GENERATIONS:
        document.update(decision="deny", reason=agent)
    return block(user if native == "beforeSubmitPrompt" else agent, document) if exit_code else reply(document)


def fail(native: str, reason: str, seen: bytes = b"", guarded: bool = True) -> Response:
    """The answer when nothing could be decided: a deny where the event has one, else an empty object.

    The version is not known then, and stdout may be what is broken: the exit code says it too.
    """
    if closes(NAME, native, guarded):
        return _deny(native, Decision(verdict=DENY, user=reason), 2)
    return reply({})


def rewrite(event: Event, changes: Mapping[str, object]) -> dict[str, object]:
    """The payload as the client would send it after the rewrite."""
    if event.native != "preToolUse":
        raise CannotRewrite(f"{event.native} cannot rewrite")
    values = rewrite_call(tool_of(text(event.payload, "tool_name")), event.tool.input, changes)
    return {**event.payload, "tool_input": values}


def output_of(event: Event) -> object:
    """An MCP tool's result as an object; None where the event has none to replace."""
    if event.native != "postToolUse" or event.name != "mcp.after":
        return None
    from policyhooks.core.strict_json import RejectedJson, parse

    value = text(event.payload, "tool_output")
    try:
        found = parse(value)
    except RejectedJson:
        found = value
    return found if isinstance(found, dict) else {"content": [{"type": "text", "text": event.tool.output}]}
