"""Makes the outline of a program from what it was compiled from. Conditions are taken apart when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from policyhooks.compiler.matchers import given, test
from policyhooks.inspect.rule_outlines import Outline, RuleOutline, Selector
from policyhooks.inspect.trace import Unit, variable_key
from policyhooks.inspect.trace_plan import Texts, plan_condition

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled
    from policyhooks.compiler.model.matching import Match
    from policyhooks.compiler.plan import PlannedRule
    from policyhooks.compiler.scope import Variable

LISTED = 4

T = TypeVar("T")


def outline_of(compiled: Compiled) -> Outline:
    """The outline of everything that was compiled."""
    named = {file.model.metadata.id: file.model.variables for file in compiled.policies}
    named |= {file.model.metadata.id: file.model.variables for file in compiled.libraries}
    texts = {(owner, f"vars.{name}"): text for owner, mine in named.items() for name, text in mine.items()}
    variables: dict[str, Callable[[], Unit]] = {}
    for rule in compiled.rules:
        for variable in _reached(rule.scope.variables):
            variables.setdefault(variable_key(variable.owner, variable.name), _variable(variable, texts))
    return Outline([outline_rule(rule, texts) for rule in compiled.rules], variables)


def outline_rule(rule: PlannedRule, texts: Texts) -> RuleOutline:
    """One rule."""
    return RuleOutline(
        id=rule.id,
        place=f"{rule.file.path}:{rule.file.line(rule.place)}",
        kind=rule.kind,
        effect=rule.effect,
        mode=rule.mode,
        answered_for=rule.model.answered_for or "",
        events=tuple(rule.events),
        maps=rule.maps,
        selectors=tuple(_selectors(rule)),
        condition=_once(
            lambda: None if rule.when is None else plan_condition(rule.scope, texts, rule.when, rule.condition)
        ),
    )


def _reached(named: Mapping[str, Variable]) -> Iterator[Variable]:
    """The variables of a scope, and those that they stand on in theirs, each once."""
    waiting = list(named.values())
    seen: set[int] = set()
    while waiting:
        variable = waiting.pop()
        if id(variable) not in seen:
            seen.add(id(variable))
            yield variable
            waiting.extend(variable.scope.variables.values())


def _variable(variable: Variable, texts: Texts) -> Callable[[], Unit]:
    text = texts.get((variable.owner, variable.name), "")
    return _once(lambda: plan_condition(variable.scope, texts, variable.checked, text))


def _once(make: Callable[[], T]) -> Callable[[], T]:
    made: list[T] = []

    def give() -> T:
        if not made:
            made.append(make())
        return made[0]

    return give


def _selectors(rule: PlannedRule) -> Iterator[Selector]:
    """The keys of `match` and `unless`, each as text and as tests."""
    if rule.clients:
        yield f"clients: {', '.join(rule.clients)}", "bound", (("clients", *rule.clients),), False
    if rule.natives:
        yield f"native: {', '.join(rule.natives)}", "bound", (("natives", *rule.natives),), False
    for match in (rule.file.model.match, rule.model.match):
        for key, values in given(match) if match is not None else ():
            one = test(key, values, unless=False)
            yield f"{key}: {_listed(values)}", "match", ((one.helper, one.subject, one.data),), False
    if rule.model.unless is not None:
        tests = tuple((one.helper, one.subject, one.data) for one in rule.unless)
        yield f"unless {_describe(rule.model.unless)}", "match", tests, True


def _describe(match: Match) -> str:
    return "; ".join(f"{key}: {_listed(values)}" for key, values in match.model_dump(exclude_none=True).items())


def _listed(values: Sequence[str]) -> str:
    more = f", and {len(values) - LISTED} more" if len(values) > LISTED else ""
    return ", ".join(values[:LISTED]) + more
