"""What a record's rules are about in public frameworks, as the formats of receivers have room for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from policyhooks.shipped.frameworks import FRAMEWORKS, titles_of

MITRE = ("attack", "atlas")
EDITIONS = {one.key: one.edition for one in FRAMEWORKS}


def maps_in(record: Mapping[str, object]) -> dict[str, list[str]]:
    """By key of `maps`, the ids of every rule in a record that fired."""
    found: dict[str, dict[str, None]] = {}
    rules = record.get("rules")
    for rule in rules if isinstance(rules, list) else ():
        maps = rule.get("maps") if isinstance(rule, Mapping) else None
        for key, ids in maps.items() if isinstance(maps, Mapping) else ():
            if isinstance(ids, Sequence) and not isinstance(ids, str):
                found.setdefault(str(key), {}).update({str(one): None for one in ids})
    return {key: list(ids) for key, ids in found.items()}


def labels_of(maps: Mapping[str, Sequence[str]]) -> list[str]:
    """The same as words, such as `owasp:ASI02`."""
    return [f"{key}:{one}" for key, ids in maps.items() for one in ids]


def attacks_of(maps: Mapping[str, Sequence[str]]) -> list[dict[str, object]]:
    """The techniques of MITRE among them, as OCSF's `attacks`."""
    found: list[dict[str, object]] = []
    for key in MITRE:
        titles = titles_of(key)
        for one in maps.get(key, ()):
            title, above = titles.get(one, one), one.rpartition(".")[0]
            if key == "attack" and above:
                part = {"technique": {"uid": above, "name": titles.get(above, above)}}
                found.append({"version": EDITIONS[key], **part, "sub_technique": {"uid": one, "name": title}})
            else:
                found.append({"version": EDITIONS[key], "technique": {"uid": one, "name": title}})
    return found
