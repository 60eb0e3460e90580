"""Responses and their texts: what every adapter's answer is made of. It knows no client's keys.

INVARIANT: a reason is never empty, and stdout is nothing or one JSON document in ASCII.
"""

from __future__ import annotations

from policyhooks.clients.catalog import UNKNOWN, denies, withheld_events
from policyhooks.core.effects import ASK, DENY, PASS
from policyhooks.core.json_text import encode
from policyhooks.core.verdict import Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.clients.catalog import Row
    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision

DEFAULT_REASON = "Blocked by policy."
SILENCE = Response()


def reply(document: Mapping[str, object]) -> Response:
    """Exit 0 with one JSON document."""
    return Response(stdout=(encode(document) + "\n").encode("ascii"))


def block(reason: str, document: Mapping[str, object] | None) -> Response:
    """Exit 2 with the reason on stderr and, where the event reads one, the deny document."""
    return Response(
        stdout=b"" if document is None else (encode(document) + "\n").encode("ascii"),
        stderr=(reason + "\n").encode("utf-8", "backslashreplace"),
        exit_code=2,
    )


def for_agent(decision: Decision) -> str:
    """What the agent reads: what to do instead, else the reason."""
    return decision.agent.strip() or decision.user.strip() or DEFAULT_REASON


def for_user(decision: Decision) -> str:
    """What the person reads."""
    return decision.user.strip() or decision.agent.strip() or DEFAULT_REASON


def warning(decision: Decision) -> str:
    """All warnings, a line each; empty where there are none."""
    return "\n".join([one for one in decision.warnings if one.strip()])


def context(decision: Decision) -> str:
    """All added context, with what is said of a result where that has no word of its own; empty where there is none."""
    return "\n\n".join([one for one in (*decision.feedback, *decision.contexts) if one.strip()])


def ending(decision: Decision) -> str:
    """Why the turn ends; empty where no rule ends it."""
    return "\n".join(decision.endings)


def closes(client: str, native: str, guarded: bool) -> bool:
    """Whether a failure has an answer there: the deny where the event can be stopped, the withheld result where not.

    A result is withheld only where some rule guards it (`guarded`): who never looks at results loses none.
    """
    return denies(client, native) and (guarded or not withheld_events(client, native))


def settle(row: Row | None, event: Event, decision: Decision) -> str:
    """The verdict that this event can express: an ask that nobody would see is a deny.

    An event that cannot deny has no verdict at all. An ask is left to the specific event of the same
    call only when the decision says that it will be put there; a foreign entry cannot know that.
    """
    if row is None or row.deny == "none":
        # Nobody knows how an unknown event is stopped; who denies it nevertheless gets a plain block.
        stopped = row is not None and row.evidence == UNKNOWN and decision.verdict == DENY
        return DENY if stopped else PASS
    if decision.verdict != ASK:
        return decision.verdict
    becomes = row.ask_becomes(event.event.permission_mode)
    if event.event.headless:
        return DENY
    if becomes == "specific":
        return PASS if decision.left and not event.foreign else DENY
    return becomes if becomes in (ASK, DENY) else PASS
