"""The facts of a program: their declarations for the index, and one module with the functions that feed them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from policyhooks.compiler.emit.bucket import Bucket
from policyhooks.compiler.remembered import PlannedFact

FEATURE = "memory"
MODULE = "facts_000"
Declaration = dict[str, object]


def declare_facts(facts: Sequence[PlannedFact]) -> dict[str, dict[str, object]]:
    """MEMORY of the index: what each fact is, and which facts an event feeds."""
    feeds: dict[str, tuple[int, ...]] = {}
    for number, fact in enumerate(facts):
        for event in dict.fromkeys(fact.model.events):
            feeds[event] = (*feeds.get(event, ()), number)
    return {
        "facts": {fact.key: describe(number, fact) for number, fact in enumerate(facts)},
        "feeds": dict(sorted(feeds.items())),
    }


def describe(number: int, fact: PlannedFact) -> Declaration:
    """One fact, without what is as in most."""
    model = fact.model
    given: Mapping[str, object] = {
        "most": model.cap if model.kind in ("set", "count") else 0,
        "step": model.count or 0,
        "label": model.label or "",
        "per_ms": model.per or 0,
        "ttl_ms": model.ttl or 0,
        "scope": "" if model.scope == "session" else model.scope,
        "denied": model.denied,
        "relaxes": model.relaxes,
    }
    return {"number": number, "kind": model.kind, **{name: value for name, value in given.items() if value}}


def fact_module(facts: Sequence[PlannedFact], bucket: Bucket) -> dict[str, str]:
    """The module of the functions of all facts; none without facts."""
    for number, fact in enumerate(facts):
        add_fact(bucket, number, fact)
    return {MODULE: bucket.source("What feeds the facts. Generated: do not edit.")} if facts else {}


def add_fact(bucket: Bucket, number: int, fact: PlannedFact) -> None:
    """The functions of a fact: whether an event feeds it, and with which value."""
    bucket.functions = set()
    bucket.bodies.append(f"# {fact.key}, line {fact.file.line(fact.place)}")
    if fact.when is not None:
        bucket.define("feeds", number, bucket.code(fact.when, fact.scope))
    if fact.value is not None:
        bucket.define("value", number, bucket.code(fact.value, fact.scope))
