"""What rules are about in public frameworks, for pages: by rule, by id, how often it happened. It knows no route."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from policyhooks.inspect.journal_ids import Entry
from policyhooks.report.journal.text import Record, rules_of
from policyhooks.shipped.frameworks import FRAMEWORKS, Framework, Mapped
from policyhooks.web.desk import Desk

Maps = Mapping[str, Mapped]  # by rule


def maps_here(desk: Desk) -> dict[str, Mapped]:
    """By rule, of everything that is installed here; the first installation that knows a rule speaks for it."""
    found: dict[str, Mapped] = {}
    for state in desk.doors.states:
        for rule, maps in desk.doors.maps(state).items():
            found.setdefault(rule, maps)
    return found


def rules_by_id(maps: Maps) -> dict[str, list[str]]:
    """The rules that are about an id, by id."""
    found: dict[str, list[str]] = {}
    for rule in sorted(maps):
        for name in ids_of(maps[rule]):
            found.setdefault(name, []).append(rule)
    return found


def ids_of(maps: Mapped) -> list[str]:
    """Every id, in the order of the tables."""
    return [name for ids in maps.values() for name in ids]


def in_framework(framework: Framework, maps: Mapped) -> list[str]:
    """The ids of one framework."""
    return [name for name in maps.get(framework.key, ()) if name in framework.titles]


def count_ids(entries: Sequence[Entry], maps: Maps) -> Counter[str]:
    """In how many decisions a rule fired that is about it, by id."""
    together = Counter(frozenset(fired_of(entry.record)) for entry in entries)
    counts: Counter[str] = Counter()
    for rules, number in together.items():
        for name in {name for rule in rules for name in ids_of(maps.get(rule, {}))}:
            counts[name] += number
    return counts


def fired_of(record: Record) -> Iterable[str]:
    """The rules that fired."""
    return (str(rule.get("id", "")) for rule in rules_of(record) if rule.get("outcome") == "fired")


def tell_tags(maps: Mapped) -> list[dict[str, str]]:
    """What a rule is about, an id a row; incidents, which are of no table, without a title."""
    rows = [
        {"framework": one.title, "name": one.name, "id": name, "title": one.titles[name]}
        for one in FRAMEWORKS
        for name in in_framework(one, maps)
    ]
    known = {row["id"] for row in rows}
    return rows + [
        {"framework": "", "name": key, "id": name, "title": ""}
        for key, ids in maps.items()
        for name in ids
        if name not in known
    ]


def with_tags(entry: Entry, maps: Maps) -> dict[str, object]:
    """A record under its id, each of its rules with `maps` where it has some; as `log --json` tells it."""
    rules = [
        {**rule, "maps": {key: list(ids) for key, ids in known.items()}}
        if (known := maps.get(str(rule.get("id"))))
        else dict(rule)
        for rule in rules_of(entry.record)
    ]
    return {"id": entry.id, **entry.record, **({"rules": rules} if rules else {})}
