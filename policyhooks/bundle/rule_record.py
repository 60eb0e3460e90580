"""What is installed, rule by rule: taken from compiled policies, for the next install to weigh.

A bundle's manifest says which rules there are; a record also says what each rests on (matchers, condition, params,
lists, where exceptions hold), so that a change can be told. It weighs nothing; `kept_record` keeps it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from policyhooks.bundle.assembly import NOT_LOGIC, describe, digest_of
from policyhooks.bundle.kept_record import FORMAT, Record, save_record
from policyhooks.compiler.model.matching import MATCHERS, Match
from policyhooks.compiler.packs import SHIPPED

if TYPE_CHECKING:
    from policyhooks.cel.check import Checked
    from policyhooks.compiler.compile import Compiled
    from policyhooks.compiler.plan import PlannedRule
    from policyhooks.compiler.scope import Scope

# What has a word of its own in a record or decides nothing; the rest of a rule is what it does when it fires.
TOLD = {*NOT_LOGIC, "match", "unless", "when", "degrade", "exceptable", "title", "description", "references", "tags"}


def make_record(compiled: Compiled) -> Record:
    """The rules of a program as the next installation will want to know them."""
    texts = _texts(compiled)
    return {
        "format": FORMAT,
        "program": compiled.digest,
        "rules": {rule.id: _describe(rule, texts) for rule in compiled.rules},
        "options": json.loads(json.dumps(dict(compiled.options))),
        "programs": {name: digest_of(row) for name, row in compiled.rows.items()},
    }


def keep_rules(state: Path, compiled: Compiled) -> None:
    """Keep the record of a program with the generation that runs it."""
    save_record(state, make_record(compiled))


def _describe(rule: PlannedRule, texts: Mapping[tuple[str, str], str]) -> dict[str, Any]:
    acts = rule.model.model_dump(mode="json", exclude=TOLD, exclude_defaults=True)
    return {
        **describe(rule),
        "shipped": Path(os.path.abspath(rule.file.path)).is_relative_to(SHIPPED),
        "match": _matchers(("", rule.file.model.match), ("rule ", rule.model.match)),
        "unless": _matchers(("rule ", rule.model.unless)),
        "condition": rule.model.model_dump(mode="json", include={"when"})["when"],
        "acts": digest_of([acts, rule.prompt]),
        "rests_on": dict(sorted(_rests_on(rule, texts))),
        "excuses": {waiver.model.id: waiver.model.when or "" for waiver in rule.waivers},
    }


def _matchers(*given: tuple[str, Match | None]) -> dict[str, list[str]]:
    """The matchers by key; those of the file and those of the rule must both hold."""
    return {
        f"{whose}{key}": sorted(map(str, getattr(match, key)))
        for whose, match in given
        if match is not None
        for key in MATCHERS
        if getattr(match, key) is not None
    }


def _rests_on(rule: PlannedRule, texts: Mapping[tuple[str, str], str]) -> Iterator[tuple[str, Any]]:
    """Params, lists, facts and variables that the rule names, with their values; variables also by what they name."""
    own = [rule.when, rule.rewrite, rule.replace, *rule.input.values(), *(member.checked for member in rule.members)]
    waiting = [(checked, rule.scope) for checked in own if checked is not None]
    waiting += [(waiver.checked, rule.scope) for waiver in rule.waivers if waiver.checked is not None]
    seen: set[tuple[str, str]] = set()
    while waiting:
        checked, scope = waiting.pop()
        for name in _names(checked, scope):
            if name in scope.constants:
                constant = scope.constants[name]
                yield name, json.loads(json.dumps(constant.value, default=str))
            elif name in scope.facts:
                yield name, texts.get((rule.file.model.metadata.id, name), "")
            elif (key := (scope.variables[name].owner, name)) not in seen:
                seen.add(key)
                yield name, texts.get(key, "")
                waiting.append((scope.variables[name].checked, scope.variables[name].scope))


def _names(checked: Checked, scope: Scope) -> set[str]:
    named = {reference.name for reference in checked.references.values()}
    return {name for name in named if name in scope.constants or name in scope.variables or name in scope.facts}


def _texts(compiled: Compiled) -> dict[tuple[str, str], str]:
    """The texts of all variables and facts, by the id of their file and their name."""
    owners = [
        *((file.model.metadata.id, file.model.variables) for file in compiled.policies),
        *((file.model.metadata.id, file.model.variables) for file in compiled.libraries),
    ]
    texts = {(owner, f"vars.{name}"): text for owner, variables in owners for name, text in variables.items()}
    facts = {(one.owner, f"memory.{one.name}"): one.model.model_dump_json() for one in compiled.facts}
    return texts | facts
