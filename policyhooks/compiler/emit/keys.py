"""Chooses each rule's place in the index: the keys of which an event must have one, or none."""

from __future__ import annotations

from collections.abc import Sequence

from policyhooks.compiler.facts import required_clause
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.rarity import Clause, Key, rarest


def keys_of(rule: PlannedRule) -> tuple[Key, ...]:
    """The best keys of a rule, from its matchers and from what its condition requires; nothing means always."""
    clauses: list[Clause | None] = [
        frozenset((test.keys[0], value) for value in test.keys[1]) for test in rule.tests if test.keys is not None
    ]
    if rule.when is not None:
        clauses.append(required_clause(rule.when, rule.scope))
    return tuple(sorted(rarest(clauses) or ()))


def order(rules: Sequence[PlannedRule]) -> list[tuple[PlannedRule, tuple[Key, ...]]]:
    """Rules in the order of their numbers: those of one event and key stand together."""
    return sorted(((rule, keys_of(rule)) for rule in rules), key=lambda pair: (pair[0].events, pair[1], pair[0].id))
