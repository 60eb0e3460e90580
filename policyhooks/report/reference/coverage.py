"""The page of what the shipped packs are about: public frameworks, id by id, with the rules and with the gaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from policyhooks.report.reference.markdown import table
from policyhooks.report.reference.packs import Pack
from policyhooks.shipped.frameworks import FRAMEWORKS, INCIDENT, Framework

Found = Mapping[str, Mapping[str, Sequence[str]]]  # by id: folder of a pack -> its rules

INTRODUCTION = (
    "# What the packs cover",
    "",
    "Every shipped rule says in `maps` what it is about in the words of public frameworks. This page turns that round:",
    "framework by framework, which rules are about an id, and which ids have none.",
    "",
    "An id with rules is not a risk that is gone. It says that a hook looks at calls of that kind, as far as a",
    "[call shows them](../explanation/security-model.md); a control that is named is helped to keep, not kept. An id",
    "without rules stands here because rules of your own may be about it. Titles are in our own words; the definitions",
    "are the frameworks'. Under each framework stands what its ids were last held against, and when; the publisher's",
    "own text counts. To map your own rules: [the how-to](../how-to/map-rules.md).",
    "",
)


def render(packs: Sequence[Pack]) -> str:
    """The page."""
    return "\n".join(_lines(packs)).rstrip() + "\n"


def _lines(packs: Sequence[Pack]) -> Iterator[str]:
    found = collect(packs)
    rules = sum(len(pack.rules) for pack in packs)
    yield from INTRODUCTION
    rows = []
    for one in FRAMEWORKS:
        with_rules = sum(name in found for name in one.titles)
        mapped = len(
            {(pack, rule) for name in one.titles for pack, mine in found.get(name, {}).items() for rule in mine}
        )
        link = f"[{one.title}](#{one.name})"
        rows.append([link, one.edition, f"`{one.key}`", f"{with_rules} of {len(one.titles)}", f"{mapped} of {rules}"])
    yield from table(["framework", "edition", "key", "ids with a rule", "rules that name one"], rows)
    for one in FRAMEWORKS:
        yield from _framework(one, found)
    incidents = sorted(name for name in found if not any(name in one.titles for one in FRAMEWORKS))
    if incidents:
        yield from ("", f"## {INCIDENT}", "", "Public incidents that a rule is about.", "")
        yield from table(["id", "rules"], [[name, _rules(found[name])] for name in incidents])


def collect(packs: Sequence[Pack]) -> Found:
    """The rules by id, and within it by pack."""
    found: dict[str, dict[str, list[str]]] = {}
    for pack in packs:
        for rule in pack.rules:
            for name in (name for ids in rule.maps.values() for name in ids):
                found.setdefault(name, {}).setdefault(pack.folder, []).append(rule.id)
    return found


def _framework(one: Framework, found: Found) -> Iterator[str]:
    yield from ("", f"## {one.name}", "", f"[{one.title}]({one.address}), edition {one.edition}.", "")
    yield from (f"Read {one.read}, against: {one.source}.", "")
    rows = [[name, title, _rules(found[name]) if name in found else "none"] for name, title in one.titles.items()]
    yield from table(["id", "about", "rules"], rows)


def _rules(found: Mapping[str, Sequence[str]]) -> str:
    return "; ".join(f"[{pack}](packs.md#{pack}): {', '.join(rules)}" for pack, rules in found.items())
