"""The facts of a policy, planned: their expressions checked, their events looked up, their problems told.

How rules read them is polarity.py's and checks/fact_reads.py's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from policyhooks.cel.check import Checked
from policyhooks.cel.problems import Problem
from policyhooks.cel.types import STRING, TIMESTAMP, agrees, list_of
from policyhooks.clients.catalog import Row
from policyhooks.compiler.events import select_rows
from policyhooks.compiler.expressions import Source, check_condition, check_expression
from policyhooks.compiler.files import File
from policyhooks.compiler.model.fact import Fact
from policyhooks.compiler.model.policy import Policy
from policyhooks.compiler.nodes import Place
from policyhooks.compiler.polarity import memory_reads
from policyhooks.compiler.references import fields_asked, fields_read
from policyhooks.compiler.scope import Scope
from policyhooks.errors import Diagnostic

# What says that an action has happened, and that it succeeded: all that may feed a fact which relaxes.
SUCCEEDED = ("tool.after", "shell.after", "mcp.after", "file.edited")
TEXTS = list_of(STRING)
# Keys of a fact that only some kinds have.
KEYS_OF: dict[str, tuple[str, ...]] = {"most": ("set", "count"), "per": ("count",)}


@dataclass(frozen=True)
class PlannedFact:
    """A fact with its expressions. Those with problems are None; they have been reported."""

    owner: str
    name: str
    file: File[Policy]
    place: Place
    model: Fact
    scope: Scope
    rows: tuple[Row, ...]
    value: Checked | None
    when: Checked | None

    @property
    def key(self) -> str:
        """By which a program names it."""
        return f"{self.owner}/{self.name}"


@dataclass
class FactPlanner:
    """Plans the facts of one policy and collects their problems."""

    file: File[Policy]
    scope: Scope

    def __post_init__(self) -> None:
        self.problems: list[Diagnostic] = []
        self.environment = self.scope.environment()

    def plan(self) -> tuple[PlannedFact, ...]:
        """Every fact whose form is right."""
        return tuple(
            self.one(name, fact) for name, fact in self.file.model.memory.items() if self.is_formed(name, fact)
        )

    def is_formed(self, name: str, fact: Fact) -> bool:
        place: Place = ("memory", name)
        if not fact.kind:
            hint = "exactly one of flag, set, latest, count and label says what it is"
            self.report(place, "bad-fact", f"the fact `{name}` has no kind, or more than one", hint)
            return False
        for key, kinds in KEYS_OF.items():
            if getattr(fact, key) is not None and fact.kind not in kinds:
                message = f"a fact of the kind `{fact.kind}` has no `{key}`"
                self.report((*place, key), "useless-key", message, f"only {' and '.join(kinds)}")
        if fact.relaxes:
            for number, event in enumerate(fact.events):
                if event not in SUCCEEDED:
                    message = f"`{event}` does not say that anything succeeded, and this fact relaxes"
                    hint = f"one of {', '.join(SUCCEEDED)}"
                    self.problems.append(self.file.at((*place, "events", number), "relaxing-source", message, hint))
            if fact.denied:
                self.report((*place, "denied"), "relaxing-source", "what was denied cannot relax anything", "")
        return True

    def report(self, place: Place, code: str, message: str, hint: str) -> None:
        self.problems.append(self.file.at(place, code, message, hint, key=True))

    def one(self, name: str, fact: Fact) -> PlannedFact:
        place: Place = ("memory", name)
        value = when = None
        if fact.value:
            value = self.value(Source(self.file.document, (*place, fact.kind), fact.value), fact)
        if fact.when is not None:
            when, found = check_condition(Source(self.file.document, (*place, "when"), fact.when), self.environment)
            self.problems.extend(found)
        rows = select_rows(fact.events, (), ())
        planned = PlannedFact(self.file.model.metadata.id, name, self.file, place, fact, self.scope, rows, value, when)
        self.problems.extend(problems_of(planned))
        return planned

    def value(self, source: Source, fact: Fact) -> Checked | None:
        """What an event adds: a moment, or of a set a text or several."""
        value, found = check_expression(source, self.environment)
        kinds = (STRING, TEXTS) if fact.kind == "set" else (TIMESTAMP,)
        if value is not None and not any(agrees(kind, value.type) for kind in kinds):
            wanted = " or ".join(f"`{kind}`" for kind in kinds)
            node, message = value.node, f"{wanted} is needed here, this is `{value.type}`"
            found = [source.diagnose(Problem(node.start, node.end, "type-mismatch", message))]
            value = None
        self.problems.extend(found)
        return value


def expressions_of(fact: PlannedFact) -> Iterator[tuple[Place, str, Checked]]:
    """The expressions of a fact with their places."""
    if fact.value is not None:
        yield (*fact.place, fact.model.kind), fact.model.value, fact.value
    if fact.when is not None and fact.model.when is not None:
        yield (*fact.place, "when"), fact.model.when, fact.when


def problems_of(fact: PlannedFact) -> Iterator[Diagnostic]:
    """Expressions that read memory themselves, or a field that one of the events never supplies."""
    asked = fields_asked(fact.when, fact.scope) if fact.when is not None else frozenset()
    for place, text, checked in expressions_of(fact):
        source = Source(fact.file.document, place, text)
        for read in memory_reads(checked, fact.scope):
            message = f"a fact is fed by events alone, and this reads `{read.fact}`"
            hint = "ask for it in the rule that reads the fact"
            yield source.diagnose(Problem(read.start, read.end, "memory-in-fact", message, hint))
        told: set[str] = set()
        for use in fields_read(checked, fact.scope):
            lacking = [row for row in fact.rows if use.field not in row.fields and use.field not in row.optional]
            if use.field in asked or use.field in told or not lacking:
                continue
            told.add(use.field)
            row = lacking[0]
            message = f"{row.client} {row.native} ({row.event}) never supplies `{use.field}`"
            hint = f"name other events under `events`, or write `supplied({use.field}) && ...`"
            yield source.diagnose(Problem(use.start, use.end, "field-not-supplied", message, hint))
