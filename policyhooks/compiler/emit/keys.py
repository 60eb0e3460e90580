"""Chooses each rule's place in the index: the keys of which an event must have one, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from policyhooks.compiler.facts import required
from policyhooks.compiler.needs import Need, all_of
from policyhooks.compiler.placement import Counts, Place, choose, count
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.rarity import Key


@dataclass(frozen=True)
class Placed:
    """A rule with its places in the index; without any it is looked at for every event of its kind."""

    rule: PlannedRule
    places: tuple[Place, ...]

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple(sorted({key for key, _ in self.places}))


def need_of(rule: PlannedRule) -> Need | None:
    """What a rule needs, by its matchers and its condition."""
    condition = required(rule.when, rule.scope) if rule.when is not None else None
    return all_of((*(test.need for test in rule.tests), condition))


def place(rule: PlannedRule, need: Need | None, counts: Counts) -> Placed:
    return Placed(rule, choose(need, counts).places if need is not None else ())


def keys_of(rule: PlannedRule) -> tuple[Key, ...]:
    """The keys of a rule that shares none with others; nothing means always."""
    return place(rule, need_of(rule), {}).keys


def order(rules: Sequence[PlannedRule]) -> list[Placed]:
    """Rules in the order of their numbers: those of one event and key stand together."""
    needs = [need_of(rule) for rule in rules]
    counts = count(needs)
    placed = [place(rule, need, counts) for rule, need in zip(rules, needs, strict=True)]
    return sorted(placed, key=lambda one: (one.rule.events, one.keys, one.rule.id))
