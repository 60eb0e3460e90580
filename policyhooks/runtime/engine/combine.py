"""The laws by which the results of rules become one decision (laws 2 to 7 and 9 of the design).

Pure: values in, values out. It knows neither conditions nor clients nor the clock.
"""

from __future__ import annotations

from policyhooks.core.effects import JOINED, JOINING, LADDER, LOOSENING, RUNGS, STRENGTH
from policyhooks.core.program import TRUSTED
from policyhooks.core.values import build, but
from policyhooks.core.verdict import Decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from policyhooks.core.program import Rule
    from policyhooks.core.verdict import RuleResult

OUTSIDE_KINDS = ("judge", "command")
AUDIT = "audit"  # below the ladder: recorded, and nothing else


def closed_effect(rule: Rule, gates: bool) -> str:
    """The effect of an error (law 2): never an allow; nothing where there is nothing to stop or to withhold.

    `closed` is an ask, which law 9 turns into a deny where nobody can be asked.
    """
    if rule.on_error == "closed":
        return "ask" if gates else ""
    return "" if rule.on_error == "pass" else rule.on_error


def lower_by_exceptions(effect: str, becomes: Iterable[str]) -> str:
    """The effect under the exceptions that apply (law 3); they only lower, and the lowest one counts."""
    floor = min((0 if word == AUDIT else LADDER[word] for word in becomes), default=None)
    if floor is None:
        return effect
    height = LADDER.get(effect)
    if height is None:  # an allow or a modifier: it is not applied, and named unless the exception is silent
        return "" if effect in ("allow", "") or floor == 0 else "warn"
    return effect if height <= floor else RUNGS.get(floor, "")


def lower_by_mode(effect: str, mode: str) -> str:
    """The effect under the rule's mode (law 4)."""
    if mode == "enforce" or not effect:
        return effect
    return "warn" if mode == "warn" else ""


def counts(rule: Rule, top: int = 0) -> bool:
    """Whether a rule's rank lets it have its effect at all (law 6). `top` is the highest rank of this decision:

    nobody stands above it, so nobody has to delegate to it. What was only trusted is never at the top.
    """
    if rule.delegated or (rule.rank <= top and rule.rank < TRUSTED):
        return True
    return rule.kind not in OUTSIDE_KINDS and rule.effect not in LOOSENING


def applicable_exceptions(rule: Rule, now: float) -> list[int]:
    """Positions of the exceptions that are neither expired nor from a rank below the rule's (law 3)."""
    if not rule.exceptable:
        return []
    return [
        k
        for k, exception in enumerate(rule.exceptions)
        if now < exception.expires and (exception.rank is None or exception.rank <= rule.rank)
    ]


def rank(result: RuleResult) -> tuple[int, str, str]:
    """The order in which results speak: highest severity, then rule id, then the derived event."""
    return (-result.rule.severity, result.rule.id, result.derived)


def first_of(results: Iterable[RuleResult], effect: str) -> RuleResult | None:
    """The one that is given of a modifier such as `followup`: a lower rank speaks only where higher ones are silent."""
    speaking = [result for result in results if result.effect == effect and result.value]
    return min(speaking, key=lambda result: (result.rule.rank, *rank(result)), default=None)


def strongest(results: Iterable[RuleResult]) -> str:
    """The verdict of results (law 5): deny > ask > allow > pass. Modifiers have no say."""
    verdict = "pass"
    for result in results:
        if result.effect in STRENGTH and STRENGTH[result.effect] > STRENGTH[verdict]:
            verdict = result.effect
    return verdict


def could_change(rule: Rule, verdict: str) -> bool:
    """Whether a judge or command rule can still move the verdict (law 8)."""
    if verdict in ("pass", "allow"):
        return True
    return any(STRENGTH.get(effect, 0) > STRENGTH[verdict] for effect in (rule.effect, rule.on_error))


def merge_rewrites(results: Iterable[RuleResult]) -> tuple[dict[str, object], list[str]]:
    """All rewrites as one, and the fields on which two rules disagree (law 7)."""
    merged: dict[str, object] = {}
    clashes: list[str] = []
    for result in results:
        if result.effect != "rewrite" or not isinstance(result.value, dict):
            continue
        for field, value in result.value.items():
            if field in merged and not _same(merged[field], value) and field not in clashes:
                clashes.append(field)
            merged.setdefault(field, value)
    return merged, sorted(clashes)


def _same(left: object, right: object) -> bool:
    """Equality that does not take 1 for True."""
    return type(left) is type(right) and left == right


def combine(results: Sequence[RuleResult], clashes: Sequence[str] = ()) -> Decision:
    """One decision from the results of all layers (laws 5 and 6). Order and duplicates do not matter."""
    results = sorted(results, key=rank)
    verdict = strongest(results)
    if clashes and STRENGTH[verdict] < STRENGTH["ask"]:
        return Decision(
            verdict="ask",
            user="Two policy rules rewrite " + ", ".join(clashes) + " differently.",
            agent="Two policy rules would change this call differently, so the user must decide.",
            rules=_ids(result for result in results if result.effect == "rewrite"),
            warnings=_texts(results, "warn"),
            results=results,
        )
    decision = Decision(verdict=verdict, results=results)
    if verdict != "pass":
        winners = [result for result in results if result.effect == verdict]
        decision = but(
            decision,
            rules=_ids(winners),
            user=next((result.user for result in winners if result.user), "") or default_user(winners[0]),
            agent=next((result.agent for result in winners if result.agent), "") or default_agent(winners[0]),
            halt=verdict == "deny" and any(result.rule.halt for result in winners),
            remember=[one.rule.remember for one in winners if one.rule.remember] if verdict == "allow" else (),
        )
    if any(result.rule.suppress for result in results):
        decision = but(decision, suppress=all(result.rule.suppress for result in results if result.effect))
    effects = {result.effect for result in results}
    return decision if effects.isdisjoint(JOINING) else _modified(decision, effects)


def _modified(decision: Decision, effects: set[str]) -> Decision:
    """Modifiers that are not rewrites or redactions: those the engine applies itself."""
    fields = dict(vars(decision))
    for effect, field, how in JOINED:
        if effect not in effects:
            continue
        if how == "first":
            first = first_of(decision.results, effect)
            fields[field] = "" if first is None else str(first.value)
        elif how == "one":
            chosen = first_of(decision.results, effect)
            fields[field] = None if chosen is None else chosen.value
        elif how == "merged":
            fields[field] = {**_merged(decision.results, effect), **fields.get(field, {})}
        else:
            fields[field] = (*fields.get(field, ()), *_texts(decision.results, effect, how))
    return build(Decision, fields)


def _merged(results: Iterable[RuleResult], effect: str) -> dict[str, str]:
    """The maps of one modifier as one; who speaks first sets a name."""
    merged: dict[str, str] = {}
    for result in results:
        if result.effect == effect and isinstance(result.value, dict):
            for name, value in result.value.items():
                merged.setdefault(name, str(value))
    return merged


def _ids(results: Iterable[RuleResult]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(result.rule.id for result in results))


def _texts(results: Iterable[RuleResult], effect: str, how: str = "words") -> tuple[str, ...]:
    """What the results of one modifier say, without repeats."""
    texts = (_text(result, how) for result in results if result.effect == effect)
    return tuple(dict.fromkeys(text for text in texts if text))


def _text(result: RuleResult, how: str) -> str:
    """`words` are for the user, those of `agents` for the agent; else it is the value."""
    if how == "agents":
        return result.agent or result.user or f"Policy rule {result.rule.id} objects to this result."
    return result.user or f"policy rule {result.rule.id}" if how == "words" else str(result.value)


def default_user(result: RuleResult) -> str:
    """What the user reads when the rule says nothing."""
    if result.effect == "allow":
        return f"Allowed by policy rule {result.rule.id}."
    if result.outcome == "error":
        return f"Policy rule {result.rule.id} could not be evaluated ({result.why})."
    return f"{'Blocked' if result.effect == 'deny' else 'Held'} by policy rule {result.rule.id}."


def default_agent(result: RuleResult) -> str:
    """What the agent reads when the rule says nothing: what to do instead, and not to look for a way round."""
    if result.effect == "allow":
        return f"Allowed by policy rule {result.rule.id}."
    return (
        f"Policy rule {result.rule.id} {'does not allow' if result.effect == 'deny' else 'needs consent for'} this. "
        "Do not try another route to the same end: tell the user what you wanted to do and let them decide."
    )


def express(decision: Decision, told: str) -> Decision:
    """The decision in an event that may not be able to ask (law 9): an ask that is told as a deny is one."""
    return but(decision, verdict=told) if told == "deny" else decision
