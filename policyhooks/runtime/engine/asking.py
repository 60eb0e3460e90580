"""Whether a question can be left to the specific event of the same call, which asks where the generic one cannot.

Only when it is sure to be put there: every rule that asks now must ask on that event too, whatever of its payload
is not known yet, and our entry for it must be installed. Everything else is a deny now, never a lost question.
"""

from __future__ import annotations

from policyhooks.clients.catalog import row_of, specific
from policyhooks.runtime.engine.combine import merge_rewrites, strongest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision, RuleResult
    from policyhooks.runtime.engine.rule_results import Pending
    from policyhooks.runtime.engine.selection import LoadedProgram
    from policyhooks.runtime.ports.outside_world import Outside

    Asker = tuple[str, str]  # the rule's id and the derived event


def is_left(
    event: Event, decision: Decision, clashes: Sequence[str], programs: Sequence[LoadedProgram], outside: Outside
) -> bool:
    """Whether the specific event will put every question of this decision."""
    native = specific(event.client, event.native, event.name)
    if not native or event.foreign or not outside.has_entry(event.client, native):
        return False
    asking = [result for result in decision.results if result.effect == "ask"]
    clashed = clashes if not asking else ()
    try:
        twins = outside.following(event, native)
        if "memory" in event.__dict__:
            twins = [event.memory.beside(twin) for twin in twins]
        return bool(twins) and all(_asks(twin, asking, clashed, programs, outside) for twin in twins)
    except Exception:  # noqa: BLE001 - what cannot be foreseen is not left to others
        return False


def _asks(
    twin: Event,
    asking: Sequence[RuleResult],
    clashed: Sequence[str],
    programs: Sequence[LoadedProgram],
    outside: Outside,
) -> bool:
    from policyhooks.runtime.engine.deciding import carrier_of, run_rules

    row = row_of(twin)
    if row is None or row.ask_becomes(twin.event.permission_mode) != "ask":
        return False
    results, pending = run_rules(twin, programs, carrier_of(twin, row, outside, programs))
    if strongest(results) == "deny":
        return True
    first = {_asker(result): result for result in asking}
    again = [_again(one, first[one.rule.id, one.derived]) for one in pending if (one.rule.id, one.derived) in first]
    told = {_asker(result) for result in (*results, *again) if result is not None and result.effect in ("ask", "deny")}
    return first.keys() <= told and set(clashed) <= set(merge_rewrites(results)[1])


def _asker(result: RuleResult) -> Asker:
    return result.rule.id, result.derived


def _again(one: Pending, first: RuleResult) -> RuleResult | None:
    """What the same answer of a judge or command, or its failure to give one, comes to on the specific event.

    There it is consulted again, and what it says then counts. None where the rule asked for another reason.
    """
    from policyhooks.runtime.engine.rule_results import errored, settled

    rule = one.rule
    if first.outcome == "fired":
        return settled(rule, one.namespace, one.event, one.carrier, rule.effect, one.derived, (first.user,))
    if first.why.startswith(f"{rule.kind}: "):
        return errored(rule, one.namespace, one.event, one.carrier, first.why, one.derived)
    return None
