"""Where a rule stands in the index: of what it needs, the keys that fewest events have and fewest rules share.

Most keys are chosen by their kind (rarity.py). A key that very many rules of the program need says little whatever its
kind: another one is taken, and where every choice is crowded the rules behind a key are divided once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from policyhooks.compiler.needs import All, Keys, Need, Text, all_of, keys_in
from policyhooks.compiler.rarity import Key, commonness, key_weight

CROWD = 32  # rules that may share a key before another one is looked for
Counts = Mapping[Key, int]
Place = tuple[Key, Need | None]  # a key, and what else must hold of an event that has it


@dataclass(frozen=True)
class Choice:
    """The places of one rule: an event that it concerns has the key of one, and meets the rest of it."""

    crowd: int
    weight: int
    places: tuple[Place, ...]

    @property
    def cost(self) -> tuple[int, int, int]:
        return self.crowd, self.weight, len(self.places)


def count(needs: Iterable[Need | None]) -> Counts:
    """How many of these need a key."""
    found: Counter[Key] = Counter()
    for need in needs:
        if need is not None:
            found.update(set(keys_in(need)))
    return found


def choose(need: Need, counts: Counts) -> Choice:
    """The best places that a need allows."""
    if isinstance(need, Keys):
        crowd = max((crowd_of(key, counts) for key in need.keys), default=0)
        weight = max((key_weight(*key) for key in need.keys), default=0)
        return Choice(crowd, weight, tuple((key, None) for key in sorted(need.keys | need.odd)))
    if isinstance(need, Text):
        return choose_window(need, counts)
    choices = [choose(part, counts) for part in need.parts]
    if isinstance(need, All):
        best = min(range(len(choices)), key=lambda at: choices[at].cost)
        others = (*need.parts[:best], *need.parts[best + 1 :])
        places = tuple((key, all_of((rest, *others))) for key, rest in choices[best].places)
        return Choice(choices[best].crowd, choices[best].weight, places)
    together = tuple(place for choice in choices for place in choice.places)
    return Choice(max(one.crowd for one in choices), max(one.weight for one in choices), together)


def choose_window(need: Text, counts: Counts) -> Choice:
    """The four characters of a text that fewest rules and fewest texts have."""
    kind = f"gram {need.field}"

    def cost(window: str) -> tuple[int, int, str]:
        return crowd_of((kind, window), counts), commonness(window), window

    best = min(need.windows, key=cost)
    places: list[Place] = [((kind, best), need if len(need.text) > len(best) else None)]
    return Choice(cost(best)[0], key_weight(kind, best), (*places, *((key, None) for key in sorted(need.odd))))


def crowd_of(key: Key, counts: Counts) -> int:
    shared = counts.get(key, 0)
    return shared if shared > CROWD else 0
