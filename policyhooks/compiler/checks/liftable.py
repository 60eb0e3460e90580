"""Rules whose deny a person may lift (law 10): where that means something, and where nobody may."""

from __future__ import annotations

from collections.abc import Iterator

from policyhooks.compiler.plan import PlannedRule
from policyhooks.core.lifts import LIFTABLE_EVENTS
from policyhooks.errors import Diagnostic

SHORTEST_MS, LONGEST_MS = 60_000, 8 * 3_600_000
OWN = "packs.self-protection/"  # what keeps an agent from lifting anything


def check_lift(rule: PlannedRule) -> Iterator[Diagnostic]:
    """What is wrong with a rule's `lift`."""
    lift, place = rule.model.lift, (*rule.place, "lift")
    if lift is None:
        return
    if rule.kind != "effect" or rule.effect != "deny":
        what = f"says {rule.effect}" if rule.kind == "effect" else f"asks a {rule.kind}"
        yield rule.file.at(
            place, "useless-key", f"`lift` has no use in a rule that {what}", "only a deny is lifted", key=True
        )
    if not rule.model.exceptable or rule.id.startswith(OWN):
        message = f"the rule `{rule.id}` allows no exceptions, and a lift is one"
        yield rule.file.at(place, "not-liftable", message, "leave `lift` out", key=True)
    others = [event for event in rule.events if event not in LIFTABLE_EVENTS]
    if others and rule.effect == "deny":
        message = f"nothing is tried again on {', '.join(others)}, so no lift can be used there"
        yield rule.file.at(place, "not-liftable", message, f"narrow `match` to {', '.join(LIFTABLE_EVENTS)}", key=True)
    if not SHORTEST_MS <= lift.for_ <= LONGEST_MS:
        message = "a lift holds for one minute to eight hours"
        yield rule.file.at((*place, "for"), "out-of-range", message, "for example `15m`")
