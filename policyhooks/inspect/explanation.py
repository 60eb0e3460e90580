"""Why a decision is what it is: every rule on the event with the value of its parts, and what nearly fired.

It asks the engine for the decision and looks at the same rules again, part by part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from policyhooks.compiler.matchers import given, test
from policyhooks.compiler.model.matching import Match
from policyhooks.core import matching, sparing
from policyhooks.core.effects import STRENGTH
from policyhooks.core.event import Event
from policyhooks.core.verdict import Decision, RuleResult
from policyhooks.inspect.trace import Part, Texts, Tracer

if TYPE_CHECKING:
    from policyhooks.compiler.matchers import Test
    from policyhooks.compiler.rules import PlannedRule
    from policyhooks.runtime.engine.command_secrets import Concealed

# What the compiler writes out where it is used.
HELPERS: Mapping[str, Callable[..., bool]] = {
    "one_of": lambda value, known: value in known,
    "some_of": lambda values, known: any(value in known for value in values),
}
NEAR_MISSES = 5
NEAR = 2  # how much must hold for a rule to be near
# How much a part that holds says: that a rule speaks of this client, or that something is absent, says nothing.
WEIGHT = {"bound": 0, "not": 0, "match": 2}
LISTED = 4
NESTING = ("and", "or", "exists", "all", "element")


@dataclass(frozen=True)
class RuleView:
    """One rule on one event. `outcome`: fired, error, skipped, clear, or unmatched where `match` leaves it out."""

    id: str
    place: str  # file:line
    kind: str
    effect: str
    outcome: str
    why: str = ""
    derived: str = ""
    user: str = ""
    agent: str = ""
    trace: Callable[[], Sequence[Part]] = tuple  # costly, and of a rule that its match leaves out seldom asked for

    @cached_property
    def parts(self) -> Sequence[Part]:
        """What the rule's match and condition consist of, each with its value."""
        return self.trace()

    @cached_property
    def distance(self) -> tuple[int, int]:
        """How many parts would have to change for it to fire, and how many already hold."""
        return measure(Part("", "", parts=self.parts, kind="and"))

    @property
    def missing(self) -> Part | None:
        """The one part that kept a near miss from firing, as deep as it can be named."""
        here: Sequence[Part] = self.parts
        found: Part | None = None
        inside = False
        while wrong := [part for part in here if measure(part)[0] == 1]:
            found = max(wrong, key=lambda part: measure(part)[1])
            # A list inside an element is named as a whole: its single elements would say less.
            if inside and found.kind in ("exists", "all"):
                break
            inside = inside or found.kind == "element"
            here = found.parts if found.kind in NESTING else ()
        return found


@dataclass(frozen=True)
class Answer:
    """What one client would receive."""

    client: str
    native: str
    verdict: str
    exit_code: int
    stdout: str
    stderr: str


@dataclass(frozen=True)
class Explanation:
    """Everything that is told about one event."""

    client: str
    native: str
    event: str
    title: str
    decision: Decision
    views: Sequence[RuleView]
    near: Sequence[RuleView]
    rules: int
    answers: Sequence[Answer]
    digest: str
    milliseconds: float = 0.0
    notes: Sequence[str] = ()
    secrets: Sequence[Concealed] = ()  # of the event: no screen shows them


def view_rules(
    event: Event, derived: Sequence[Event], decision: Decision, rules: Sequence[PlannedRule], texts: Texts
) -> list[RuleView]:
    """A view of every rule that looks at the event or at something inside it, those that spoke first."""
    views = []
    results: dict[str, list[RuleResult]] = {}
    for result in decision.results:
        results.setdefault(result.rule.id, []).append(result)
    for rule in rules:
        for seen in (event, *derived):
            if not any(name in rule.events for name in seen.names):
                continue
            label = "" if seen is event else (seen.file.path.raw if seen.command is None else seen.command)
            found = [result for result in results.get(rule.id, ()) if result.derived == label]
            views.append(_view(rule, seen, label, found[0] if found else None, texts))
    order = {"fired": 0, "error": 0, "skipped": 1, "clear": 2, "unmatched": 3}
    return sorted(views, key=lambda view: (order[view.outcome], -STRENGTH.get(view.effect, 0), view.id, view.derived))


def _view(rule: PlannedRule, event: Event, label: str, result: RuleResult | None, texts: Texts) -> RuleView:
    selection = list(_selection(rule, event))
    outcome = result.outcome if result is not None else "unmatched"
    if result is None and all(part.holds for part in selection):
        outcome = "clear"
    return RuleView(
        id=rule.id,
        place=f"{rule.file.path}:{rule.file.line(rule.place)}",
        kind=rule.kind,
        effect=(result.effect or result.would if result is not None else "") or rule.effect,
        outcome=outcome,
        why=_why(rule, result),
        derived=label,
        user=result.user if result is not None else "",
        agent=result.agent if result is not None else "",
        trace=lambda: [*selection, *_condition(rule, event, texts)],
    )


def _why(rule: PlannedRule, result: RuleResult | None) -> str:
    if result is not None and result.why:
        return result.why
    if result is not None and result.effect == "allow" and rule.model.answered_for:
        return rule.model.answered_for
    return "" if rule.mode == "enforce" else f"mode {rule.mode}"


def _selection(rule: PlannedRule, event: Event) -> Iterator[Part]:
    """The keys of `match` and `unless`, each with whether it holds."""
    yield from _bounds(rule, event)
    for match in (rule.file.model.match, rule.model.match):
        for key, values in given(match) if match is not None else ():
            holds = _holds(test(key, values, unless=False), event)
            yield Part(f"{key}: {_listed(values)}", "true" if holds else "false", kind="match")
    unless = rule.model.unless
    if unless is not None:
        holds = all(_holds(one, event) for one in rule.unless)
        yield Part(f"unless {_describe(unless)}", "false" if holds else "true", kind="match")


def _bounds(rule: PlannedRule, event: Event) -> Iterator[Part]:
    if rule.clients:
        holds = event.client in rule.clients
        yield Part(f"clients: {', '.join(rule.clients)}", "true" if holds else "false", kind="bound")
    if rule.natives:
        holds = event.native in rule.natives or f"{event.client}.{event.native}" in rule.natives
        yield Part(f"native: {', '.join(rule.natives)}", "true" if holds else "false", kind="bound")


def _describe(match: Match) -> str:
    return "; ".join(f"{key}: {_listed(values)}" for key, values in match.model_dump(exclude_none=True).items())


def _listed(values: Sequence[str]) -> str:
    more = f", and {len(values) - LISTED} more" if len(values) > LISTED else ""
    return ", ".join(values[:LISTED]) + more


def _holds(one: Test, event: Event) -> bool:
    helper = HELPERS.get(one.helper) or getattr(sparing if one.helper.startswith("spare_") else matching, one.helper)
    space = {"helper": helper, "data": one.data, "e": event}
    # The subject is a Python expression of the compiler's own table, never text of a policy.
    return bool(eval(f"helper({one.subject.join(('(', ')'))}, data)", space))  # noqa: S307


def _condition(rule: PlannedRule, event: Event, texts: Texts) -> Iterator[Part]:
    if rule.when is None:
        return
    part = Tracer(rule.scope, event, texts).trace(rule.when, rule.condition)
    yield from part.parts if part.kind == "and" else (part,)


def measure(part: Part) -> tuple[int, int]:
    """(parts that would have to change, parts that hold) on the nearest way to true."""
    if part.kind in ("and", "all", "element") and part.parts:
        found = [measure(one) for one in part.parts]
        return sum(missing for missing, _ in found), sum(held for _, held in found)
    if part.kind in ("or", "exists") and part.parts:
        return min((measure(one) for one in part.parts), key=lambda pair: (pair[0], -pair[1]))
    return (0, WEIGHT.get(part.kind, 1)) if part.holds else (1, 0)


def near_misses(views: Sequence[RuleView]) -> list[RuleView]:
    """Rules whose match fits and that one part of the condition kept from firing, the nearest first."""
    near = [view for view in views if view.outcome == "clear" and view.distance[0] == 1 and view.distance[1] >= NEAR]
    best: dict[str, RuleView] = {}
    for view in sorted(near, key=lambda view: (-view.distance[1], view.id)):
        best.setdefault(view.id, view)
    return list(best.values())[:NEAR_MISSES]


def variable_texts(models: Mapping[str, Mapping[str, str]]) -> dict[tuple[str, str], str]:
    """The texts of variables, from the `variables` of each file by its id."""
    return {(owner, f"vars.{name}"): text for owner, named in models.items() for name, text in named.items()}
