"""The map page: public frameworks against the rules that are installed, with the gaps, and how often it happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from policyhooks.shipped.frameworks import FRAMEWORKS, INCIDENT, Framework
from policyhooks.web.charts import share
from policyhooks.web.desk import Desk
from policyhooks.web.rule_tags import Maps, count_ids, in_framework, maps_here, rules_by_id

GAPS = "gaps"
MANY = 12  # rules about one id are folded up from here on
LONGEST = 200  # of a word of the address
Row = dict[str, object]


def show(request: Request, desk: Desk) -> Response:
    """The page: all frameworks in short, one of them id by id, and policies against frameworks."""
    maps = maps_here(desk)
    counts = count_ids(desk.journal.look(), maps)
    query = request.query_params
    chosen = framework_of(query.get("framework", ""))
    policies = sorted({policy_of(rule) for rule in maps})
    policy = query.get("policy", "")[:LONGEST]
    policy = policy if policy in policies else ""
    shown = {rule: maps[rule] for rule in maps if not policy or policy_of(rule) == policy}
    only_gaps = query.get("show") == GAPS
    rows = rows_of(chosen, shown, counts)
    values = {
        "frameworks": [summary(one, maps, counts) for one in FRAMEWORKS],
        "chosen": {
            **summary(chosen, shown, counts),
            "address": chosen.address,
            "source": chosen.source,
            "read": chosen.read,
        },
        "rows": [row for row in rows if not (only_gaps and row["rules"])],
        "gaps": sum(not row["rules"] for row in rows),
        "only_gaps": only_gaps,
        "many": MANY,
        "policy": policy,
        "policies": [matrix_row(one, maps) for one in policies],
        "incidents": incidents(shown),
        "mapped": len(maps),
        "whole": address(chosen.name, policy),
        "gaps_alone": address(chosen.name, policy, GAPS),
    }
    return desk.show(request, "map", values)


def framework_of(name: str) -> Framework:
    """The framework of a name; the first one where it is none."""
    return next((one for one in FRAMEWORKS if one.name == name), FRAMEWORKS[0])


def policy_of(rule: str) -> str:
    """The policy that a rule belongs to, by its id."""
    return rule.partition("/")[0]


def summary(one: Framework, maps: Maps, counts: Counter[str]) -> Row:
    """A framework in a line."""
    named = {name for mapped in maps.values() for name in in_framework(one, mapped)}
    return {
        "name": one.name,
        "title": one.title,
        "edition": one.edition,
        "ids": len(one.titles),
        "with": len(named),
        "bar": share(len(named), len(one.titles)),
        "rules": sum(bool(in_framework(one, mapped)) for mapped in maps.values()),
        "seen": sum(1 for name in one.titles if counts[name]),
        "link": address(one.name),
    }


def rows_of(one: Framework, maps: Maps, counts: Counter[str]) -> list[Row]:
    """Every id of a framework, with the rules that are about it."""
    rules = rules_by_id(maps)
    return [
        {
            "id": name,
            "title": title,
            "rules": rules.get(name, []),
            "by_policy": grouped(rules.get(name, ())),
            "decisions": counts[name],
        }
        for name, title in one.titles.items()
    ]


def grouped(rules: Sequence[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Rules by their policy, each with its whole id and its name there."""
    found: dict[str, list[tuple[str, str]]] = {}
    for rule in rules:
        found.setdefault(policy_of(rule), []).append((rule, rule.partition("/")[2] or rule))
    return list(found.items())


def matrix_row(policy: str, maps: Maps) -> Row:
    """How many rules of a policy name an id of each framework."""
    mine = [mapped for rule, mapped in maps.items() if policy_of(rule) == policy]
    cells = [
        {"count": sum(bool(in_framework(one, mapped)) for mapped in mine), "link": address(one.name, policy)}
        for one in FRAMEWORKS
    ]
    return {"policy": policy, "rules": len(mine), "cells": cells}


def incidents(maps: Maps) -> list[tuple[str, list[str]]]:
    """Incidents that rules name, each with them."""
    found: dict[str, list[str]] = {}
    for rule in sorted(maps):
        for name in maps[rule].get(INCIDENT, ()):
            found.setdefault(name, []).append(rule)
    return sorted(found.items())


def address(framework: str, policy: str = "", show: str = "") -> str:
    """Where a part of the page is."""
    query: Mapping[str, str] = {"framework": framework, "policy": policy, "show": show}
    return "/map?" + urlencode({name: value for name, value in query.items() if value})
