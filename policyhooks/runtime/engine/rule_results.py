"""What one rule comes to on one event: condition, exceptions, mode, messages, value (laws 2 to 4).

It knows the functions of a compiled rule; how results combine is combine.py's.
"""

from __future__ import annotations

from policyhooks.core.effects import GUARDING, LADDER, REFUSALS, VALUED
from policyhooks.core.values import Record
from policyhooks.core.verdict import RuleResult
from policyhooks.runtime.engine.combine import (
    OUTSIDE_KINDS,
    applicable_exceptions,
    closed_effect,
    counts,
    lower_by_exceptions,
    lower_by_mode,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.core.event import Event
    from policyhooks.core.program import Namespace, Rule


NOTHING: frozenset[str] = frozenset()


class Carrier(Record):
    """What the event that carries a rule's event can do, from its catalog row."""

    gates: bool = True  # it can be stopped: errors close
    denies: bool = True  # a deny means something here, if only that an output is withheld
    withholds: bool = False  # its result can be kept back: errors of rules that guard results close
    effects: frozenset[str] | None = None  # what it can express; None when the catalog does not know it
    now: float = 0.0  # seconds since the epoch, for exceptions that end
    machine: str = ""
    top: int = 0  # the highest rank that has a program here


class Pending(Record):
    """A judge or command rule whose condition holds: what is outside decides the rest."""

    rule: Rule
    namespace: Namespace
    event: Event
    carrier: Carrier
    derived: str = ""


def fire(rule: Rule, namespace: Namespace, event: Event, carrier: Carrier, derived: str) -> RuleResult | Pending | None:
    """The result of a rule; None when `match` and `unless` leave it out."""
    functions, number = rule.functions, rule.number
    try:
        if "select" in functions and not _boolean(namespace[f"select_{number}"], event):
            return None
        if "when" in functions and not _boolean(namespace[f"when_{number}"], event):
            return RuleResult(rule=rule, derived=derived)
    except Exception as problem:  # noqa: BLE001 - any failure of a condition is the rule's error, never "false"
        if rule.effect == "followup" and rule.on_error == "closed" and is_forgotten(problem):
            # Nothing can be denied there, and silence would be looser than every answer that memory could give.
            return settled(rule, namespace, event, carrier, rule.effect, derived)
        return errored(rule, namespace, event, carrier, describe(problem), derived)
    if rule.kind in OUTSIDE_KINDS:
        if not counts(rule, carrier.top):
            return RuleResult(rule=rule, outcome="skipped", would=rule.effect, why="not delegated", derived=derived)
        if carrier.effects == NOTHING and rule.effect not in LADDER and rule.mode == "enforce":
            # The client's other event for the same call says it (compiler/checks/effects.py): nobody is asked twice.
            why = "nobody would read it here"
            return RuleResult(rule=rule, outcome="skipped", would=rule.effect, why=why, derived=derived)
        return Pending(rule=rule, namespace=namespace, event=event, carrier=carrier, derived=derived)
    return settled(rule, namespace, event, carrier, rule.effect, derived)


def is_forgotten(problem: Exception) -> bool:
    """Whether a condition failed because nobody can tell what is remembered."""
    from policyhooks.core.memory_records import UnknownMemory

    return isinstance(problem, UnknownMemory)


def settled(
    rule: Rule,
    namespace: Namespace,
    event: Event,
    carrier: Carrier,
    effect: str,
    derived: str = "",
    quote: tuple[str, ...] = (),
) -> RuleResult:
    """The result of a rule that fired with `effect`; `quote` is what its messages may repeat."""
    would = degraded(rule, event, effect, carrier)
    value: object = None
    if would in VALUED:
        try:
            function: Callable[..., object] = namespace[f"{would}_{rule.number}"]  # type: ignore[assignment]
            value = function(event, *quote)
        except Exception as problem:  # noqa: BLE001 - a modifier without its value is an error of the rule
            return errored(rule, namespace, event, carrier, describe(problem), derived)
    elif would == "redact":
        value = rule.redact
    final, why = lowered(rule, namespace, event, carrier, would)
    if final and not counts(rule, carrier.top):
        final, why = "", "not delegated"
    user = agent = ""
    if final:
        (user, agent), why = messages(rule, namespace, event, final, would, why, quote)
    return RuleResult(
        rule=rule,
        outcome="fired",
        effect=final,
        would=would,
        why=why,
        user=user,
        agent=agent,
        value=value,
        derived=derived,
    )


def errored(
    rule: Rule, namespace: Namespace, event: Event, carrier: Carrier, cause: str, derived: str = ""
) -> RuleResult:
    """The result of a rule that could not be evaluated: its on_error."""
    would = closed_effect(rule, carrier.gates or (carrier.withholds and rule.effect in GUARDING))
    if not carrier.denies and would in ("deny", "ask"):
        would = ""  # nobody would hear it, and judges must not be spared for it (law 8)
    final, why = lowered(rule, namespace, event, carrier, would)
    why = f"{cause}; {why}" if why else cause
    return RuleResult(rule=rule, outcome="error", effect=final, would=would, why=why, derived=derived)


def lowered(rule: Rule, namespace: Namespace, event: Event, carrier: Carrier, effect: str) -> tuple[str, str]:
    """The effect after exceptions and mode, and why it changed."""
    if rule.mode == "enforce" and not rule.exceptions:
        return effect, ""
    applied = []
    for k in applicable_exceptions(rule, carrier.now):
        exception = rule.exceptions[k]
        try:
            if exception.conditional and not _boolean(namespace[f"exception_{rule.number}_{k}"], event):
                continue
        except Exception:  # noqa: BLE001, S112 - an erroring exception does not apply
            continue
        applied.append(exception)
    excepted = lower_by_exceptions(effect, [exception.becomes for exception in applied])
    final = lower_by_mode(excepted, rule.mode)
    why = [f"exception {exception.id}" for exception in applied if excepted != effect]
    if final != excepted:
        why.append(f"mode {rule.mode}")
    return final, ", ".join(why)


def degraded(rule: Rule, event: Event, effect: str, carrier: Carrier) -> str:
    """The effect, or the replacement that the rule names for an event that cannot express it."""
    if not rule.degrade or (carrier.effects is not None and effect in carrier.effects):
        return effect
    replacement = rule.degrade.get(f"{event.client}.{event.native}") or rule.degrade.get(event.client)
    return effect if replacement is None else "" if replacement == "pass" else replacement


def messages(
    rule: Rule, namespace: Namespace, event: Event, effect: str, would: str, why: str, quote: tuple[str, ...]
) -> tuple[list[str], str]:
    """What the rule says to user and agent, and `why` again: a message that fails leaves the default and is told."""
    said = []
    for reader in ("user", "agent"):
        words = quote[0] if quote and effect in REFUSALS else ""
        if reader in rule.functions:
            words = ""
            try:
                words = worded(rule, reader, namespace, event, quote)
            except Exception as problem:  # noqa: BLE001 - the effect stands without its words
                why = f"{why} {reader} message: {describe(problem)}".strip()
        said.append(words)
    if effect == "warn" and would not in LADDER and not said[0]:
        said[0] = f"Policy rule {rule.id} would {would} ({why})."
    return said, why


def worded(rule: Rule, reader: str, namespace: Namespace, event: Event, quote: tuple[str, ...]) -> str:
    """What a message says, without the secrets of the event if it quotes something."""
    function: Callable[..., object] = namespace[f"{reader}_{rule.number}"]  # type: ignore[assignment]
    words = str(function(event, *quote))
    if f"{reader}_fixed" in rule.functions:
        return words
    from policyhooks.runtime.engine.concealment import conceal, secrets_of

    return conceal(words, secrets_of(event))


def describe(problem: BaseException) -> str:
    """An error in words that hold no input values: only our own errors speak for themselves."""
    if type(problem).__module__.startswith("policyhooks."):
        return str(problem)[:200]
    return type(problem).__name__


def _boolean(function: object, event: Event) -> bool:
    answer = function(event)  # type: ignore[operator]
    if answer is True or answer is False:
        return answer
    raise TypeError("a condition must be true or false")
