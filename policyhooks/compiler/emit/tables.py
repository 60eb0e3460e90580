"""The index of numbered rules as tables and modules: keys, grams, and second tables behind keys that many share."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from policyhooks.compiler.emit.keys import Placed
from policyhooks.compiler.emit.literals import literal
from policyhooks.compiler.emit.screens import screen
from policyhooks.compiler.needs import Need, every_key_in
from policyhooks.compiler.placement import CROWD, choose, count
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.rarity import Key
from policyhooks.core.candidates import TEXTS, VALUES
from policyhooks.core.event_texts import ABSENT, EQUAL, NO_TEXT
from policyhooks.core.second_index import FEATURE

SMALL = 800  # keys up to which the index holds them itself
SHARD = 64  # keys in a shard, about
MANY_GRAMS = 500  # from here on they are one text
DEEPEST = 4  # tables behind each other

Entry = tuple[int, Need | None]  # a rule's number, and what else must hold
Group = dict[Key, list[Entry]]


@dataclass(frozen=True)
class Tables:
    """The index: rules without keys, which kinds of keys an event needs, and the keys."""

    always: Mapping[str, tuple[int, ...]]
    kinds: Mapping[str, tuple[str, ...]]
    keys: Mapping[str, tuple[int, ...]]
    grams: Mapping[str, tuple[tuple[str, str], ...]]
    shards: int
    modules: Mapping[str, str]
    features: tuple[str, ...]


@dataclass
class Divider:
    """Divides the rules behind a crowded key; a table that is there already is used again."""

    rules: Mapping[int, PlannedRule]
    modules: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)

    def numbers_of(self, entries: Sequence[Entry], depth: int = 0) -> tuple[int, ...]:
        """The rules behind a key: their numbers, or one below zero that names a second table."""
        plain = tuple(dict.fromkeys(number for number, _ in entries))
        if len(plain) <= CROWD:
            return plain
        if depth >= DEEPEST:
            return self.screened(plain)
        counts = count(need for _, need in entries)
        always: list[int] = []
        group: Group = {}
        for number, need in entries:
            choice = choose(need, counts) if need is not None else None
            if choice is None or 2 * choice.crowd > len(entries):
                always.append(number)
                continue
            for key, rest in choice.places:
                group.setdefault(key, []).append((number, rest))
        if 2 * len(always) > len(plain):
            return self.screened(plain)
        return (-1 - self.store(always, group, depth),)

    def store(self, always: Sequence[int], group: Group, depth: int) -> int:
        """A second table as a module; gives its number."""
        keys: dict[str, tuple[int, ...]] = {}
        grams: dict[str, dict[str, tuple[int, ...]]] = {}
        for (kind, value), entries in sorted(group.items()):
            numbers = self.numbers_of(entries, depth + 1)
            if kind.startswith("gram "):
                grams.setdefault(kind[5:], {})[value] = numbers
            else:
                keys[f"{kind}:{value}"] = numbers
        kinds = tuple(sorted({kind for kind, _ in group if not kind.startswith("gram ")}))
        tables = {"ALWAYS": self.screened(tuple(dict.fromkeys(always))), "KINDS": kinds, "KEYS": keys, "GRAMS": grams}
        return self.add("".join(f"{name} = {literal(value)}\n" for name, value in tables.items()))

    def screened(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Rules that no key tells apart: of many, tables that ask their conditions."""
        if len(numbers) <= CROWD:
            return numbers
        found = screen(numbers, self.rules)
        return (*(-1 - self.add(source) for source in found.sources), *found.rest)

    def add(self, text: str) -> int:
        """A table's number."""
        number = self.numbers.setdefault(text, len(self.numbers))
        self.modules[f"second_{number:03d}"] = text
        return number


def build_tables(numbered: Sequence[Placed]) -> Tables:
    """The index of numbered rules."""
    always: dict[str, list[int]] = {}
    groups: dict[str, Group] = {}
    for number, placed in enumerate(numbered):
        for event in placed.rule.events:
            if not placed.places:
                always.setdefault(event, []).append(number)
            for key, rest in placed.places:
                groups.setdefault(event, {}).setdefault(key, []).append((number, rest))
    divider = Divider({number: placed.rule for number, placed in enumerate(numbered)})
    keys: dict[str, tuple[int, ...]] = {}
    grams: dict[tuple[str, str], dict[str, tuple[int, ...]]] = {}
    for event, group in sorted(groups.items()):
        for (kind, value), entries in sorted(group.items()):
            numbers = divider.numbers_of(entries)
            if kind.startswith("gram "):
                grams.setdefault((event, kind[5:]), {})[value] = numbers
            else:
                keys[f"{event} {kind}:{value}"] = numbers
    without = {event: divider.screened(tuple(numbers)) for event, numbers in sorted(always.items())}
    flat = dict(sorted(keys.items()))
    shards = 0 if len(flat) <= SMALL else min(100, -(-len(flat) // SHARD))
    modules = {**(shard_modules(flat, shards) if shards else {}), **divider.modules, **argument_module(groups)}
    places: dict[str, list[tuple[str, str]]] = {}
    for place, ((event, name), table) in enumerate(sorted(grams.items())):
        module = f"grams_{place:02d}"
        modules[module] = gram_module(table)
        places.setdefault(event, []).append((name, module))
    return Tables(
        without,
        {event: kinds_of(group) for event, group in sorted(groups.items())},
        flat,
        {event: tuple(found) for event, found in sorted(places.items())},
        shards,
        modules,
        (FEATURE,) if divider.modules or is_beyond(groups, grams.values()) else (),
    )


def is_beyond(groups: Mapping[str, Group], grams: Iterable[Mapping[str, object]]) -> bool:
    """Whether the first tables have what the first index did not know: other kinds, other texts, rows of grams."""
    kinds = {kind.removeprefix("gram ") for group in groups.values() for kind, _ in group}
    return not kinds <= {*VALUES, *TEXTS} or any(len(table) > MANY_GRAMS for table in grams)


def gram_module(table: Mapping[str, tuple[int, ...]]) -> str:
    """The grams of a field; many of them as one text that is searched, because making a table of them takes longer."""
    if len(table) <= MANY_GRAMS:
        return f"GRAMS = {literal(dict(sorted(table.items())))}\n"
    grams = sorted(table)
    numbers = tuple(table[gram][0] if len(table[gram]) == 1 else table[gram] for gram in grams)
    return f"ROW = {literal(''.join(grams))}\nNUMBERS = {literal(numbers)}\n"


def kinds_of(group: Group) -> tuple[str, ...]:
    return tuple(sorted({kind.partition(" ")[0] for kind, _ in group}))


def argument_module(groups: Mapping[str, Group]) -> dict[str, str]:
    """The arguments that keys name, and whether rules fail where there is none; at any depth of the index."""
    names: dict[str, bool] = {}
    for kind, value in every_key(groups):
        if kind == "argument":
            mark, name = value[0], value[1:]
            name = name[: name.index("=", name.index(".", name.index(".") + 1))] if mark == EQUAL else name
            names[name] = names.get(name, False) or mark in (ABSENT, NO_TEXT)
    return {"arguments": f"NAMES = {literal(dict(sorted(names.items())))}\n"} if names else {}


def every_key(groups: Mapping[str, Group]) -> set[Key]:
    """The keys of the first tables, and of what may be chosen for those behind them."""
    found = {key for group in groups.values() for key in group}
    needs = {rest for group in groups.values() for entries in group.values() for _, rest in entries}
    return found.union(*(every_key_in(need) for need in needs if need is not None))


def shard_modules(keys: Mapping[str, tuple[int, ...]], shards: int) -> dict[str, str]:
    """The keys, spread over modules by their checksum."""
    parts: list[dict[str, tuple[int, ...]]] = [{} for _ in range(shards)]
    for key, numbers in keys.items():
        parts[crc32(key.encode("utf-8", "surrogatepass")) % shards][key] = numbers
    return {f"keys_{number:02d}": f"KEYS = {literal(part)}\n" for number, part in enumerate(parts)}
