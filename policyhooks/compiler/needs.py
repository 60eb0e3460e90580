"""What must hold before a rule can fire, as a tree of index keys and texts. It knows neither expressions nor tables.

A need is *sound* when the rule can neither fire nor fail on an event that does not meet it. Every part of an `All`
must be met, one part of a `Some`; so an index may rest on any part of an `All`, and on all parts of a `Some` together.
None stands for "nothing is known".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from policyhooks.compiler.rarity import Clause, Key, weight
from policyhooks.core.candidates import GRAM

MOST = 200  # keys of one need: more say little
MOST_PARTS = 12
NONE: Clause = frozenset()


@dataclass(frozen=True)
class Keys:
    """Of `keys` and `odd` the event must have one; events seldom have the odd ones, whatever the rule."""

    keys: Clause
    odd: Clause = NONE

    @property
    def size(self) -> int:
        return len(self.keys) + len(self.odd)


@dataclass(frozen=True)
class Text:
    """A text (of at least GRAM characters) that occurs in a text of the event; or it has one of the odd keys."""

    field: str
    text: str
    odd: Clause = NONE

    @property
    def size(self) -> int:
        return 1 + len(self.odd)

    @property
    def windows(self) -> set[str]:
        text = self.text[:MOST]
        return {text[at : at + GRAM] for at in range(len(text) - GRAM + 1)}


@dataclass(frozen=True)
class All:
    """Every part."""

    parts: tuple[Need, ...]
    size: int = field(compare=False)


@dataclass(frozen=True)
class Some:
    """One part."""

    parts: tuple[Need, ...]
    size: int = field(compare=False)


Need = Keys | Text | All | Some


def one_key(kind: str, value: str) -> Keys:
    return Keys(frozenset(((kind, value),)))


def one_of(kind: str, values: Iterable[str]) -> Keys:
    return Keys(frozenset((kind, value) for value in values))


def text_in(where: str, text: str, odd: Clause = NONE) -> Need | None:
    """That a text occurs; nothing where it is too short to be looked for."""
    return Text(where, text, odd) if len(text) >= GRAM else None


def all_of(parts: Iterable[Need | None]) -> Need | None:
    """What is known of the parts, all of which must hold; of very many those that say most."""
    known = list(dict.fromkeys(part for part in flat(parts) if part is not None))
    size = sum(part.size for part in known)
    if len(known) > MOST_PARTS or size > MOST:
        known.sort(key=lambda part: (lightness(part), part.size))
        del known[MOST_PARTS:]
        while len(known) > 1 and sum(part.size for part in known) > MOST:
            known.pop()
        size = sum(part.size for part in known)
    return known[0] if len(known) == 1 else All(tuple(known), size) if known else None


def flat(parts: Iterable[Need | None]) -> Iterator[Need | None]:
    for part in parts:
        if isinstance(part, All):
            yield from part.parts
        else:
            yield part


def some_of(parts: Iterable[Need | None]) -> Need | None:
    """One of the parts holds: nothing is known where nothing is known of one of them."""
    known: dict[Need, None] = {}
    for part in parts:
        if part is None:
            return None
        known.update(dict.fromkeys(part.parts if isinstance(part, Some) else (part,)))
    size = sum(part.size for part in known)
    if not known or size > MOST:
        return None
    joined = join(known)
    return joined[0] if len(joined) == 1 else Some(joined, size)


def join(parts: Iterable[Need]) -> tuple[Need, ...]:
    """Plain keys as one part."""
    keys = [part for part in parts if isinstance(part, Keys)]
    rest = [part for part in parts if not isinstance(part, Keys)]
    if not keys:
        return tuple(rest)
    together = Keys(frozenset().union(*(one.keys for one in keys)), frozenset().union(*(one.odd for one in keys)))
    return (together, *rest)


def lightness(need: Need) -> int:
    """How often events meet it, by the kinds of its keys."""
    if isinstance(need, Keys):
        return weight(need.keys)
    if isinstance(need, Text):
        return weight(frozenset(((f"gram {need.field}", ""),)))
    parts = [lightness(part) for part in need.parts]
    return min(parts) if isinstance(need, All) else max(parts)


def keys_in(need: Need) -> Iterator[Key]:
    """Every key that an index may rest on; the odd ones left out."""
    if isinstance(need, Keys):
        yield from need.keys
    elif isinstance(need, Text):
        for window in need.windows:
            yield f"gram {need.field}", window
    else:
        for part in need.parts:
            yield from keys_in(part)


def every_key_in(need: Need) -> Iterator[Key]:
    """The same with the odd ones."""
    yield from keys_in(need)
    if isinstance(need, (Keys, Text)):
        yield from need.odd
    else:
        for part in need.parts:
            yield from every_key_in(part)
