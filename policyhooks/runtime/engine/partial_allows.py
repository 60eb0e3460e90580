"""Allows that speak of a part of a call: of one path or command inside it, or of one file of several (law 5).

A part may deny the whole, and never allow it: who allows reading a file has said nothing of what else the command does.
It knows results and the event that carries them, and no rules.
"""

from __future__ import annotations

from policyhooks.core.values import but

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import RuleResult

PART = "allows a part of the call"


def without_partial(event: Event, results: Sequence[RuleResult]) -> list[RuleResult]:
    """The results, in which an allow counts only where it is one of the whole call, of each of its files."""
    allowed = {result.derived for result in results if result.effect == "allow"}
    whole = all(file.path.raw in allowed for file in event.files)
    return [
        but(result, effect="", why=PART) if result.effect == "allow" and (result.derived or not whole) else result
        for result in results
    ]
