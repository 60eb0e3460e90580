"""Rules whose deny a person may lift (law 10): where that means something, and where nobody may."""

from __future__ import annotations

from collections.abc import Iterator

from policyhooks.compiler.plan import PlannedRule
from policyhooks.core.lifts import LIFTABLE_EVENTS
from policyhooks.errors import Diagnostic

SHORTEST_MS, LONGEST_MS = 60_000, 8 * 3_600_000
LONGEST_OF_A_RULE_MS = 3_600_000
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
    yield from check_width(rule)


def check_width(rule: PlannedRule) -> Iterator[Diagnostic]:
    """What is wrong with how far a lift goes, and with who gives it."""
    lift, place = rule.model.lift, (*rule.place, "lift")
    if lift is None:
        return
    if lift.by != "signer" and (lift.signers > 1 or lift.four_eyes):
        message = "who signs matters only where somebody signs"
        yield rule.file.at(place, "useless-key", message, "write `by: signer`", key=True)
    if lift.bind == "rule" and lift.by != "signer":
        message = "`bind: rule` lifts every call that the rule denies"
        yield rule.file.at((*place, "bind"), "not-liftable", message, "write `by: signer`, or `bind: exact`")
    if lift.bind == "rule" and lift.for_ > LONGEST_OF_A_RULE_MS:
        message = "with `bind: rule` a lift holds for one hour at most"
        yield rule.file.at((*place, "for"), "out-of-range", message, "for example `15m`")
    if lift.bind == "command" and set(rule.events) != {"shell.before"}:
        message = "`bind: command` is about commands of a shell"
        yield rule.file.at((*place, "bind"), "not-liftable", message, "narrow `match` to shell.before")
