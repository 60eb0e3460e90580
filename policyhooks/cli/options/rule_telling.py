"""What is added to a record that leaves: frameworks and severity of its rules, as the installation has them today."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from policyhooks.cli.options.rule_maps import maps_of
from policyhooks.errors import PolicyHooksError
from policyhooks.shipping.message import Enrich


def telling(journal: Path) -> Enrich:
    """For the records of one journal."""
    from policyhooks.cli.options.rulebooks import state_above

    state = state_above(journal)

    def tell(record: Mapping[str, object]) -> Mapping[str, object]:
        rules = record.get("rules")
        if not isinstance(rules, list) or not rules:
            return record
        maps, severities = maps_of(state), severities_of(state)
        return {**record, "rules": [_told(rule, maps, severities) for rule in rules]}

    return tell


def _told(rule: object, maps: Mapping[str, Mapping[str, tuple[str, ...]]], severities: Mapping[str, str]) -> object:
    if not isinstance(rule, dict):
        return rule
    name = str(rule.get("id"))
    found = {"maps": {key: list(ids) for key, ids in maps[name].items()}} if name in maps else {}
    return {**rule, **({"severity": severities[name]} if name in severities else {}), **found}


def severities_of(state: Path) -> Mapping[str, str]:
    """By rule, for everything that decides in a state folder now; without what cannot be read."""
    from policyhooks.image.manifests import current_number

    try:
        return _severities_of(state, current_number(state))
    except PolicyHooksError:
        return {}


@cache
def _severities_of(state: Path, number: int) -> Mapping[str, str]:
    from policyhooks.bundle.kept_record import load_record
    from policyhooks.image.manifests import read_manifest

    programs = read_manifest(state, number).get("programs")
    found: dict[str, str] = {}
    for digest in programs if isinstance(programs, list) else ():
        record = load_record(state, str(digest))
        for name, rule in record["rules"].items() if record else ():
            if isinstance(rule, dict) and rule.get("severity"):
                found.setdefault(name, str(rule["severity"]))
    return found
