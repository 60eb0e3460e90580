"""Decisions in Claude Code's own words.

Facts it rests on (observed on 2.1.197 and 2.1.325): an answer whose `hookEventName` is missing or
wrong is void and the tool runs; `permissionDecision: allow` skips the client's prompt, so it is
sent for an allow and nothing else; `continue: false` alone does not stop a tool.
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
from policyhooks.clients.claude_code.tools import TOOLS
from policyhooks.clients.errors import CannotRewrite
from policyhooks.clients.fields import mapping, text
from policyhooks.core.effects import ALLOW, ASK, DENY, PASS
from policyhooks.core.values import but
from policyhooks.core.verdict import Decision, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.clients.calls import ToolData
    from policyhooks.core.event import Event

NAME = "claude-code"
_STOPS = ("Stop", "SubagentStop")
_AFTER = "PostToolUse"
_DIALOG = "PermissionRequest"
_UNCHANGED = "Policy changes this call, and its dialog would run it as it is: repeat it in the changed form."


def tool_of(payload: Mapping[str, object]) -> ToolData:
    """The row of the called tool; one that the table does not know is tool.before."""
    name = text(payload, "tool_name")
    return ("mcp.before", "", ()) if name.startswith("mcp__") else TOOLS.get(name, UNKNOWN)


def render(event: Event, decision: Decision) -> Response:
    """The decision in the words of this event."""
    native = event.native
    row = row_of(event)
    verdict = settle(row, event, decision)
    if native == _DIALOG and decision.rewrite and verdict in (ASK, PASS):
        # A dialog that a person answers would run the call as it was.
        return _deny(native, but(decision, user=_UNCHANGED, agent=_UNCHANGED))
    if verdict == DENY:
        decision = but(decision, halt=True) if decision.endings else decision
        return _withhold(decision, payload=event.payload) if native == _AFTER else _deny(native, decision)
    if native == "TeammateIdle" and decision.followup:
        return block(decision.followup, None)
    effects = row.effects if row is not None else frozenset()
    document, told = _told(event, decision, effects)
    specific = _specific(event, decision, verdict)
    if told:
        specific = {"additionalContext": told, **specific}
    if specific:
        document["hookSpecificOutput"] = {"hookEventName": native, **specific}
        if (
            decision.suppress
            and "suppress" in effects
            and verdict == PASS
            and document.keys() == {"hookSpecificOutput"}
        ):
            document["suppressOutput"] = True  # nothing in it is for the user
    response = reply(document) if document else SILENCE
    return _with_environment(event, decision, response)


def _told(event: Event, decision: Decision, effects: frozenset[str]) -> tuple[dict[str, object], str]:
    """What the answer says outside of the event's own part, and the context that is left for that part."""
    native = event.native
    document: dict[str, object] = {}
    if "warn" in effects and warning(decision):
        document["systemMessage"] = warning(decision)
    told = context(decision) if "context" in effects else ""
    if "end" in effects and decision.endings:
        document.update({"continue": False, "stopReason": ending(decision)})
        return document, "" if native in _STOPS else told
    if native in _STOPS and decision.followup:
        # One text: a version that takes no context on these events would drop both.
        return {**document, "decision": "block", "reason": f"{decision.followup}\n\n{told}".strip()}, ""
    if native in _STOPS and event.session.loop_count:
        return document, ""  # context makes it go on, so it is told once (seen on 2.1.325)
    if native == _AFTER and decision.feedback:
        document.update({"decision": "block", "reason": context(Decision(feedback=decision.feedback))})
        told = context(Decision(contexts=decision.contexts))
    return document, told


def _specific(event: Event, decision: Decision, verdict: str) -> dict[str, object]:
    """What the event's own part of the answer says of the call: may it run, as what, with which result."""
    native = event.native
    found: dict[str, object] = {}
    if native in ("PreToolUse", "PreModelSwitch") and verdict in (ALLOW, ASK):
        found = {"permissionDecision": verdict, "permissionDecisionReason": for_user(decision)}
    if native == "PreToolUse" and decision.rewrite:
        found["updatedInput"] = rewrite(event, decision.rewrite)["tool_input"]
    elif native == _DIALOG and verdict == ALLOW:
        changed = {"updatedInput": rewrite(event, decision.rewrite)["tool_input"]} if decision.rewrite else {}
        kept = {"updatedPermissions": _kept(decision)} if decision.remember else {}
        found["decision"] = {"behavior": "allow", **changed, **kept}
    elif native == _AFTER and decision.output is not None:
        free = isinstance(decision.output, str) and not isinstance(event.payload.get("tool_response"), str)
        found["updatedToolOutput"] = [{"type": "text", "text": decision.output}] if free else decision.output
    elif native == "PermissionDenied" and decision.retries:
        found["retry"] = True
    return found


def _kept(decision: Decision) -> list[dict[str, object]]:
    """What the client is to allow from now on: `Bash(npm test)` is a tool and what it is called with."""
    found = []
    for one in decision.remember:
        rules = []
        for written in one["rules"]:  # type: ignore[attr-defined]
            tool, bracket, rest = written.partition("(")
            rules.append({"toolName": tool, **({"ruleContent": rest.removesuffix(")")} if bracket else {})})
        found.append({"type": "addRules", "rules": rules, "behavior": "allow", "destination": one["destination"]})
    return found


def _deny(native: str, decision: Decision) -> Response:
    reason = for_agent(decision)
    told = "\n".join([one for one in (decision.user.strip(), warning(decision)) if one and one != reason])
    document: dict[str, object] = {"systemMessage": told} if told else {}
    if decision.halt:
        document.update({"continue": False, "stopReason": for_user(decision)})
    if native == _DIALOG:
        refusal: dict[str, object] = {"behavior": "deny", "message": reason}
        if decision.halt:
            refusal["interrupt"] = True
        return reply({**document, "hookSpecificOutput": {"hookEventName": native, "decision": refusal}})
    if native in ("TaskCreated", "TaskCompleted"):
        return block(reason, None)
    if native in ("Elicitation", "ElicitationResult"):
        return block(reason, {"hookSpecificOutput": {"hookEventName": native, "action": "decline"}})
    if native in ("PreToolUse", "PreModelSwitch"):
        specific = {"hookEventName": native, "permissionDecision": "deny", "permissionDecisionReason": reason}
        return block(reason, {**document, "hookSpecificOutput": specific})
    # These erase the prompt or stop the client's own step: the person, not the agent, reads the reason.
    reason = for_user(decision)
    document.pop("systemMessage", None)
    if native == "UserPromptSubmit":
        # It would be printed again beside the reason, with whatever was the reason.
        document["hookSpecificOutput"] = {"hookEventName": native, "suppressOriginalPrompt": True}
    return block(reason, {"decision": "block", "reason": reason, **document})


def _withhold(decision: Decision, payload: Mapping[str, object] | None = None, seen: bytes = b"") -> Response:
    """The reason in the place of the tool's result; where the client may not take it, the turn ends as well.

    Nothing more is sent to the model in a turn that ends (seen on 2.1.325).
    """
    from policyhooks.clients.claude_code.withholding import replace_result, replace_unread

    reason = for_agent(decision)
    result, sure = replace_unread(seen, reason) if payload is None else replace_result(payload, reason)
    document: dict[str, object] = {}
    told = "\n".join([one for one in (decision.user.strip(), warning(decision)) if one and one != reason])
    if told:
        document["systemMessage"] = told
    if decision.halt or not sure:
        document.update({"continue": False, "stopReason": for_user(decision)})
    return reply({**document, "hookSpecificOutput": {"hookEventName": _AFTER, "updatedToolOutput": result}})


def _with_environment(event: Event, decision: Decision, response: Response) -> Response:
    if not decision.env or not event.env_file:
        return response
    lines = [f"export {name}={_shell_word(value)}\n" for name, value in decision.env.items()]
    return Response(
        stdout=response.stdout, append_path=event.env_file, append_text="".join(lines).encode("utf-8", "strict")
    )


def _shell_word(value: str) -> str:
    """A variable's value for the shell that reads the file: what it refers to is filled in there, nothing else."""
    from policyhooks.core.variables import split

    parts = [f'"${{{part}}}"' if named else "'" + part.replace("'", "'\\''") + "'" for part, named in split(value)]
    return "".join(parts) or "''"


def fail(native: str, reason: str, seen: bytes = b"", guarded: bool = True) -> Response:
    """The answer when nothing could be decided: a deny where the event has one, else silence.

    `seen` is what was read of the payload: a result is replaced by one of its own shape, as far as its head tells.
    """
    if not closes(NAME, native, guarded):
        return SILENCE
    decision = Decision(verdict=DENY, user=reason)
    return _withhold(decision, seen=seen) if native == _AFTER else _deny(native, decision)


def rewrite(event: Event, changes: Mapping[str, object]) -> dict[str, object]:
    """The payload as the client would send it after the rewrite."""
    if event.native not in ("PreToolUse", _DIALOG):
        raise CannotRewrite(f"{event.native} cannot rewrite")
    values = rewrite_call(tool_of(event.payload), mapping(event.payload, "tool_input"), changes)
    return {**event.payload, "tool_input": values}


def output_of(event: Event) -> object:
    """The tool's result in its own shape, or None where the event has none to replace."""
    return event.payload.get("tool_response") if event.native == _AFTER else None
