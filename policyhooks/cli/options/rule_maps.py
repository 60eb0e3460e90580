"""What the rules of journal records are about in public frameworks: looked up when a record is shown, never recorded.

It is what the installation says today; a rule that is gone from it has nothing. Others who export records ask here too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.errors import PolicyHooksError
from policyhooks.report.journal.text import Record, rules_of

if TYPE_CHECKING:
    from policyhooks.inspect.journal_ids import Entry

Mapped = Mapping[str, tuple[str, ...]]


def with_maps(entry: Entry) -> Record:
    """A record under its id, each of its rules with `maps` where it has some."""
    from policyhooks.cli.options.rulebooks import state_above

    rules = rules_of(entry.record)
    known = maps_of(state_above(entry.state)) if rules else {}
    if not any(rule.get("id") in known for rule in rules):
        return {"id": entry.id, **entry.record}
    told = [{**rule, **_told(known.get(str(rule.get("id"))))} for rule in rules]
    return {"id": entry.id, **entry.record, "rules": told}


def _told(maps: Mapped | None) -> dict[str, object]:
    return {"maps": {key: list(ids) for key, ids in maps.items()}} if maps else {}


def maps_of(state: Path) -> Mapping[str, Mapped]:
    """By rule, for everything that decides in a state folder now; without what cannot be read."""
    from policyhooks.image.manifests import current_number

    try:
        return _maps_of(state, current_number(state))
    except PolicyHooksError:
        return {}


@cache
def _maps_of(state: Path, number: int) -> Mapping[str, Mapped]:
    from policyhooks.bundle.kept_record import load_record
    from policyhooks.image.layers import read_layers
    from policyhooks.image.manifests import read_manifest
    from policyhooks.inspect.outline_store import Store

    programs = read_manifest(state, number).get("programs")
    digests = [*map(str, programs if isinstance(programs, list) else ()), *(one.digest for one in read_layers(state))]
    found: dict[str, Mapped] = {}
    for digest in digests:
        outline = Store(state).read(digest)
        if outline is not None:
            told: Mapping[str, Mapped] = {rule.id: rule.maps for rule in outline.rules}
        else:  # a machine without the compiler keeps no outlines, but the record that its bundle brought
            record = load_record(state, digest)
            told = {name: rule.get("maps", {}) for name, rule in record["rules"].items()} if record else {}
        for name, maps in told.items():
            if maps:
                found.setdefault(name, maps)
    return found
