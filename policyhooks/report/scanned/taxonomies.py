"""Public frameworks as SARIF taxonomies: those that the rules of a run name, with only the ids that they name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from policyhooks.shipped.frameworks import FRAMEWORKS

Maps = Mapping[str, Mapping[str, Sequence[str]]]


class Taxonomies:
    """The taxonomies of one run, and how its rules point into them."""

    def __init__(self, maps: Maps) -> None:
        named = {name for one in maps.values() for ids in one.values() for name in ids}
        self.maps = maps
        self.used = [
            (one, [name for name in one.titles if name in named]) for one in FRAMEWORKS if named & {*one.titles}
        ]

    def describe(self) -> list[dict[str, Any]]:
        """`run.taxonomies`."""
        return [
            {
                "name": one.title,
                "version": one.edition,
                "informationUri": one.address,
                "isComprehensive": False,
                "taxa": [{"id": name, "shortDescription": {"text": one.titles[name]}} for name in ids],
            }
            for one, ids in self.used
        ]

    def supported(self) -> list[dict[str, Any]]:
        """`tool.driver.supportedTaxonomies`."""
        return [{"name": one.title, "index": at} for at, (one, _) in enumerate(self.used)]

    def rule(self, rule: str) -> dict[str, Any]:
        """A rule of the tool: its tags, which viewers filter by, and its relationships to the taxonomies."""
        maps = self.maps.get(rule)
        if not maps:
            return {"id": rule}
        mine = {name for ids in maps.values() for name in ids}
        relationships = [
            {
                "target": {"id": name, "index": place, "toolComponent": {"name": one.title, "index": at}},
                "kinds": ["relevant"],
            }
            for at, (one, ids) in enumerate(self.used)
            for place, name in enumerate(ids)
            if name in mine
        ]
        tags = [_tag(key, name) for key, ids in maps.items() for name in ids]
        found: dict[str, Any] = {"id": rule, "properties": {"tags": tags}}
        return {**found, "relationships": relationships} if relationships else found


def _tag(key: str, name: str) -> str:
    """Code scanning knows weaknesses under a form of its own."""
    return f"external/cwe/{name.lower()}" if key == "cwe" else f"{key}/{name}"
