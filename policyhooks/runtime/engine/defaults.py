"""What an installation's defaults say where no rule does: commands not understood, events nobody knows.

They are rules of their program's rank with ids of ours, so that they combine and are recorded like any other.
"""

from __future__ import annotations

from policyhooks.clients.catalog import natives
from policyhooks.core.program import Rule
from policyhooks.core.verdict import Response, RuleResult
from policyhooks.runtime.engine.selection import has_rules_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision
    from policyhooks.runtime.engine.selection import LoadedProgram

NOT_UNDERSTOOD = "policyhooks/not-understood"
UNKNOWN_EVENT = "policyhooks/unknown-event"
LOOKS_AT_COMMANDS = ("shell.before", "file.read", "file.write")


def add_defaults(event: Event, programs: Sequence[LoadedProgram], results: list[RuleResult]) -> None:
    """Add the results of the defaults that apply to the event."""
    for program in programs:
        options: Mapping[str, Mapping[str, str]] = program.index["OPTIONS"]  # type: ignore[assignment]
        defaults = options.get("defaults", {})
        if event.command is not None:
            effect = defaults.get("not_understood", "pass")
            # A program that looks at no command has nothing that an unreadable one could slip past.
            if effect in ("ask", "deny") and has_rules_on(program, LOOKS_AT_COMMANDS) and not event.shell.understood:
                user = "This command cannot be read reliably."
                agent = "Split it into simple steps without eval or nested quoting, then try again."
                results.append(_fired(NOT_UNDERSTOOD, program.rank, effect, user, agent))
        elif defaults.get("unknown_event") == "deny" and event.native not in natives(event.client):
            user = "This event of the client is not known to policyhooks."
            results.append(_fired(UNKNOWN_EVENT, program.rank, "deny", user, user))


def block_unknown(decision: Decision) -> Response | None:
    """The answer to an event that no adapter has words for, where the defaults deny it: exit 2 and a reason."""
    if UNKNOWN_EVENT not in decision.rules:
        return None
    return Response(stderr=decision.user.encode() + b"\n", exit_code=2)


def _fired(rule_id: str, rank: int, effect: str, user: str, agent: str) -> RuleResult:
    rule = Rule(id=rule_id, rank=rank, effect=effect)
    return RuleResult(rule=rule, outcome="fired", effect=effect, would=effect, user=user, agent=agent)
