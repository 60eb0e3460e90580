"""Law 7: the rewritten event is read like any other, and only what rules say to it counts."""

from __future__ import annotations

from policyhooks.core.values import but
from policyhooks.runtime.engine.rule_results import describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import RuleResult
    from policyhooks.runtime.ports.outside_world import Outside


def reread(
    event: Event, results: Sequence[RuleResult], changes: dict[str, object], outside: Outside
) -> tuple[Event | None, list[RuleResult]]:
    """The rewritten event with the results to keep; no event when it cannot be put into the client's words.

    That is an error of the rules that wanted the rewrite: an ask, beside everything the rules said
    about the event as it was.
    """
    try:
        second = outside.reread(event, changes)
    except Exception as problem:  # noqa: BLE001 - see the docstring
        return None, [_failed(result, problem) for result in results]
    return second, [result for result in results if result.effect == "rewrite"]


def _failed(result: RuleResult, problem: Exception) -> RuleResult:
    if result.effect != "rewrite":
        return result
    return but(result, outcome="error", effect="ask", why=f"rewrite: {describe(problem)}")
