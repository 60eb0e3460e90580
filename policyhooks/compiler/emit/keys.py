"""Chooses each rule's place in the index: the keys of which an event must have one, or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from policyhooks.compiler.facts import required_keys
from policyhooks.compiler.matchers import Keys
from policyhooks.compiler.rules import PlannedRule

# The kinds, the most telling first.
PREFERENCE = ("command", "server", "part", "host", "gram", "tool")


@dataclass(frozen=True)
class Entry:
    """A rule's place: keys of one kind, grams of one text field, or neither."""

    kind: str = ""
    values: tuple[str, ...] = ()
    field: str = ""  # of grams


def entry_of(rule: PlannedRule) -> Entry:
    """The best keys of a rule, from its matchers and from what its condition requires."""
    found: list[Keys] = [test.keys for test in rule.tests if test.keys is not None]
    if rule.when is not None:
        found.extend(required_keys(rule.when, rule.scope))
    if not found:
        return Entry()
    name, values = min(found, key=lambda keys: (PREFERENCE.index(keys[0].split(" ")[0]), len(keys[1]), keys))
    kind, _, field = name.partition(" ")
    return Entry(kind, tuple(dict.fromkeys(values)), field)


def order(rules: Sequence[PlannedRule]) -> list[tuple[PlannedRule, Entry]]:
    """Rules in the order of their numbers: those of one event and key stand together."""
    entries = [(rule, entry_of(rule)) for rule in rules]
    return sorted(entries, key=lambda pair: (pair[0].events, pair[1].kind, pair[1].field, pair[1].values, pair[0].id))


Table = Mapping[str, tuple[int, ...]]
