"""The whole program: numbers the rules, fills buckets and index, names the result by its digest."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from policyhooks.clients.catalog import rows
from policyhooks.compiler.checks.supply import expressions
from policyhooks.compiler.emit.bucket import Bucket
from policyhooks.compiler.emit.fact_functions import FEATURE as MEMORY
from policyhooks.compiler.emit.fact_functions import declare_facts, fact_module
from policyhooks.compiler.emit.keys import Placed, order
from policyhooks.compiler.emit.literals import literal
from policyhooks.compiler.emit.names import Names
from policyhooks.compiler.emit.tables import build_tables
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.references import fields_read
from policyhooks.compiler.remembered import PlannedFact, expressions_of
from policyhooks.compiler.tables.programs import Row, dangerous_names
from policyhooks.core.effects import GUARDING
from policyhooks.core.own_rows import DIRECTORY, FEATURE
from policyhooks.core.program import FORMAT, bucket_name
from policyhooks.runtime.engine.servers import FEATURE as SERVERS

OUTPUT_EVENTS = frozenset(row.event for row in rows() if row.withholds) | {"tool.after"}
REPOSITORY_FIELDS = frozenset(
    ("event.repo", "event.branch", "event.own_branch", "event.linked_worktree", "event.container")
)
BUCKET_SIZE = 8
LIFTS = "lifts"
WIDER_LIFTS = "lifts2"  # by signers, or of more than one call


@dataclass(frozen=True)
class Emitted:
    """The modules of a program."""

    modules: Mapping[str, str]
    digest: str
    patterns: tuple[str, ...]


def emit(
    rules: Sequence[PlannedRule],
    facts: Sequence[PlannedFact],
    layer: str,
    options: Mapping[str, object],
    rows: Mapping[str, Row],
) -> Emitted:
    """The program of these rules, facts and rows. The same input gives the same bytes, wherever and whenever."""
    numbered, patterns = order(rules), set[str]()
    modules = code_modules(numbered, facts, layer, patterns)
    tables = build_tables(numbered)
    modules.update({**tables.modules, **row_modules(rows)})
    built = ((FEATURE, rows), (SERVERS, SERVERS in options), (MEMORY, facts), *lifts_of(rules))
    head = {
        "FORMAT": FORMAT,
        "FEATURES": tuple(name for name, there in built if there) + tables.features,
        "LAYER": layer,
        "RULE_COUNT": len(numbered),
        "BUCKET_SIZE": BUCKET_SIZE,
        "SHARDS": tables.shards,
        "ALWAYS": tables.always,
        "KINDS": tables.kinds,
        "GRAMS": tables.grams,
        "OUTPUTS": guarded_outputs(rules),
        "REPOSITORY": any(map(reads_repository, rules)) or any(map(feeds_on_repository, facts)),
        "OPTIONS": options,
    }
    judged = asks_a_model(rules, options)
    parts = {
        "JUDGED": (judged, True),
        "MEMORY": (facts, declare_facts(facts)),
        "KEYS": (not tables.shards, tables.keys),
    }
    head.update((name, value) for name, (there, value) in parts.items() if there)
    index = index_source(head)
    digest = digest_of({**modules, "index": index})
    modules["index"] = index + f"DIGEST = {literal(digest)}\n"
    return Emitted(dict(sorted(modules.items())), digest, tuple(sorted(patterns)))


def lifts_of(rules: Sequence[PlannedRule]) -> tuple[tuple[str, bool], ...]:
    """Whether some rule can be lifted, and whether by others, or for more, than the first engines knew."""
    lifts = [rule.model.lift for rule in rules if rule.model.lift is not None]
    return (LIFTS, bool(lifts)), (WIDER_LIFTS, any((one.by, one.bind) != ("user", "exact") for one in lifts))


def index_source(head: Mapping[str, object]) -> str:
    lines = [f"{name} = {literal(value)}\n" for name, value in head.items()]
    return '"""The index of a program. Generated: do not edit."""\n\n' + "".join(lines)


def code_modules(
    numbered: Sequence[Placed], facts: Sequence[PlannedFact], layer: str, patterns: set[str]
) -> dict[str, str]:
    """The buckets, the functions of facts, and the long lists that they share; their patterns are added."""
    modules: dict[str, str] = {}
    names = Names()
    shared: dict[str, str] = {}
    for start in range(0, len(numbered), BUCKET_SIZE):
        bucket = Bucket(layer, names, shared, patterns)
        for number, placed in enumerate(numbered[start : start + BUCKET_SIZE], start):
            bucket.add(number, placed.rule)
        modules[bucket_name(start, BUCKET_SIZE)] = bucket.source(f"Rules from number {start}. Generated: do not edit.")
    modules.update(fact_module(facts, Bucket(layer, names, shared, patterns)))
    modules.update(shared)
    return modules


def guarded_outputs(rules: Sequence[PlannedRule]) -> dict[str, tuple[str, ...]]:
    """The events whose results some enforced rule may keep back or change, with its clients; none named: all."""
    found: dict[str, set[str] | None] = {}
    for rule in rules:
        if rule.mode != "enforce" or rule.effect not in GUARDING:
            continue
        for event in rule.events:
            if event in OUTPUT_EVENTS:
                clients = found.setdefault(event, set())
                found[event] = clients | set(rule.clients) if rule.clients and clients is not None else None
    return {event: tuple(sorted(clients or ())) for event, clients in sorted(found.items())}


def reads_repository(rule: PlannedRule) -> bool:
    """Whether a rule looks at the workspace's remote or branch, which somebody has to read from the disk."""
    if rule.mode == "disabled":
        return False
    read = {use.field for *_, checked in expressions(rule) for use in fields_read(checked, rule.scope)}
    read.update(one.subject.removeprefix("e.") for one in (*rule.tests, *rule.unless))
    return not read.isdisjoint(REPOSITORY_FIELDS)


def asks_a_model(rules: Sequence[PlannedRule], options: Mapping[str, object]) -> bool:
    """Whether some rule may ask a model of the Config, so that the judge is worth loading when a session starts."""
    settings = options.get("judge")
    models = settings.get("models") if isinstance(settings, Mapping) else None
    named = frozenset(models) if isinstance(models, Mapping) else frozenset[str]()
    asking = [rule.model.judge for rule in rules if rule.mode != "disabled" and rule.model.judge is not None]
    return any(not one.native and ("/" in one.model or one.model in named) for one in asking)


def feeds_on_repository(fact: PlannedFact) -> bool:
    """The same of a fact."""
    read = {use.field for _, _, checked in expressions_of(fact) for use in fields_read(checked, fact.scope)}
    return not read.isdisjoint(REPOSITORY_FIELDS)


def digest_of(modules: Mapping[str, str]) -> str:
    """The name of a program: its modules' names and sources, each with its length."""
    digest = hashlib.sha256()
    for name, source in sorted(modules.items()):
        data = source.encode()
        digest.update(f"{name} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()


def row_modules(rows: Mapping[str, Row]) -> dict[str, str]:
    """Every row as a module, names that share one pointing at it, and the module that says which has which."""
    if not rows:
        return {}
    texts = {name: f"ROW = {literal(row)}\n" for name, row in rows.items()}
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts.values()))}
    names = {name: numbers[text] for name, text in texts.items()}
    directory = f"NAMES = {literal(names)}\nDANGEROUS = {literal(frozenset(dangerous_names(rows)))}\n"
    return {DIRECTORY: directory, **{f"row_{number:03d}": text for text, number in numbers.items()}}
