"""Why a decision is what it is: every rule on the event with the value of its parts.

It asks the engine for the decision and looks at the same rules again, part by part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import CodeType
from typing import TYPE_CHECKING, Any

from policyhooks.core import matching, sparing
from policyhooks.core.effects import STRENGTH
from policyhooks.core.event import Event
from policyhooks.core.verdict import Decision, RuleResult
from policyhooks.inspect.rule_view import RuleView
from policyhooks.inspect.trace import Part, Tracer
from policyhooks.runtime.engine.lifting import is_liftable

if TYPE_CHECKING:
    from policyhooks.inspect.rule_outlines import Outline, RuleOutline, Selector
    from policyhooks.runtime.engine.command_secrets import Concealed

# What the compiler writes out where it is used.
HELPERS: Mapping[str, Callable[..., bool]] = {
    "one_of": lambda value, known: value in known,
    "some_of": lambda values, known: any(value in known for value in values),
}


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
    source: Mapping[str, object] = field(default_factory=dict)  # which policies these are


@dataclass(frozen=True)
class Ruled:
    """The outline of one program that decides, and its rank there."""

    outline: Outline
    rank: int = 0


def view_rules(
    event: Event, derived: Sequence[Event], spoken: Sequence[RuleResult], programs: Sequence[Ruled]
) -> list[RuleView]:
    """A view of every rule that looks at the event or at something inside it, those that spoke first.

    Of a rule without an outline there is what the decision says of it.
    """
    views = []
    results: dict[tuple[str, int, str], RuleResult] = {}
    for result in spoken:
        results.setdefault((result.rule.id, result.rule.rank, result.derived), result)
    for program, rule, seen in product_of(programs, (event, *derived)):
        label = "" if seen is event else (seen.file.path.raw if seen.command is None else seen.command)
        views.append(_view(rule, program.outline, seen, label, results.get((rule.id, program.rank, label))))
    known = {(rule.id, program.rank) for program in programs for rule in program.outline.rules}
    views += [_bare(result) for (rule_id, rank, _), result in results.items() if (rule_id, rank) not in known]
    order = {"fired": 0, "error": 0, "skipped": 1, "clear": 2, "unmatched": 3}
    return sorted(views, key=lambda view: (order[view.outcome], -STRENGTH.get(view.effect, 0), view.id, view.derived))


def product_of(programs: Sequence[Ruled], events: Sequence[Event]) -> Iterator[tuple[Ruled, RuleOutline, Event]]:
    """Every rule with every event that it looks at."""
    for program in programs:
        for rule in program.outline.rules:
            yield from ((program, rule, seen) for seen in events if any(name in rule.events for name in seen.names))


def _bare(result: RuleResult) -> RuleView:
    return RuleView(
        id=result.rule.id,
        place="",
        kind=result.rule.kind,
        effect=result.effect or result.would or result.rule.effect,
        outcome=result.outcome,
        why=result.why,
        derived=result.derived,
        user=result.user,
        agent=result.agent,
        judged=result.judged,
    )


def _view(rule: RuleOutline, outline: Outline, event: Event, label: str, result: RuleResult | None) -> RuleView:
    selection = [_select(selector, event) for selector in rule.selectors]
    outcome = result.outcome if result is not None else "unmatched"
    if result is None and all(part.holds for part in selection):
        outcome = "clear"

    def tracer() -> Tracer | None:
        unit = rule.condition()
        return None if unit is None else Tracer(unit, event, outline.unit)

    return RuleView(
        id=rule.id,
        place=rule.place,
        kind=rule.kind,
        effect=(result.effect or result.would if result is not None else "") or rule.effect,
        outcome=outcome,
        why=_why(rule, result),
        derived=label,
        user=result.user if result is not None else "",
        agent=result.agent if result is not None else "",
        judged=result.judged if result is not None else None,
        maps=rule.maps,
        selection=selection,
        tracer=tracer,
    )


def _why(rule: RuleOutline, result: RuleResult | None) -> str:
    if result is not None and result.why:
        return result.why
    if result is not None and result.effect == "allow" and rule.answered_for:
        return rule.answered_for
    if result is not None and result.effect == "deny" and is_liftable(result):
        return "a person can lift it"
    return "" if rule.mode == "enforce" else f"mode {rule.mode}"


def _select(selector: Selector, event: Event) -> Part:
    """A key of `match` or `unless`, with whether it holds."""
    text, kind, tests, negated = selector
    return Part(text, "true" if all(_holds(one, event) for one in tests) != negated else "false", kind=kind)


def _holds(one: tuple[Any, ...], event: Event) -> bool:
    word, *rest = one
    if word == "clients":
        return event.client in rest
    if word == "natives":
        return event.native in rest or f"{event.client}.{event.native}" in rest
    subject, data = rest
    helper = HELPERS.get(word) or getattr(sparing if word.startswith("spare_") else matching, word)
    space = {"helper": helper, "data": data, "e": event}
    # The subject is a Python expression of the compiler's own table, never text of a policy.
    return bool(eval(_code(subject), space))  # noqa: S307


@cache
def _code(subject: str) -> CodeType:
    return compile(f"helper(({subject}), data)", "<match>", "eval")
