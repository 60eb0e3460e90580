"""How rules read facts: nothing loosens by what is remembered unless that is declared (law 11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from policyhooks.cel.problems import Problem
from policyhooks.compiler.checks.supply import Expression, conditions, expressions
from policyhooks.compiler.events import rows_of
from policyhooks.compiler.expressions import Source
from policyhooks.compiler.files import Files
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.polarity import EITHER, FALLS, RISES, MemoryRead, memory_reads
from policyhooks.compiler.remembered import PlannedFact
from policyhooks.errors import Diagnostic

# A condition of these that becomes true loosens; of every other effect it makes stricter or changes something.
LOOSE = ("allow", "retry")
MESSAGES = ("user", "agent", "context", "followup")


def check_memory(rules: Sequence[PlannedRule], facts: Sequence[PlannedFact], files: Files) -> Iterator[Diagnostic]:
    """What is wrong with how rules read facts, and facts that nobody reads or feeds."""
    known = {(fact.owner, f"memory.{fact.name}"): fact for fact in facts}
    read: set[tuple[str, str]] = set()
    for rule in rules:
        owner = rule.file.model.metadata.id
        for expression, found in reads_of(rule):
            read.update((owner, one.fact) for one in found)
            yield from relaxing(expression, found, {name: fact for (of, name), fact in known.items() if of == owner})
        yield from resting(rule)
        yield from unfed(rule, known)
    if files.complete:
        for key, fact in known.items():
            if key not in read:
                hint = "remove it: keeping it costs something at every event that feeds it"
                yield fact.file.at(
                    fact.place, "unread-fact", f"no rule reads `{key[1]}`", hint, key=True, severity="warning"
                )


def reads_of(rule: PlannedRule) -> Iterator[tuple[Expression, list[MemoryRead]]]:
    """The facts that each expression of a rule reads, and what more of them do: rise is stricter."""
    if not rule.scope.facts:
        return
    condition = {id(one[4]) for one in conditions(rule)}
    waived = {id(waiver.checked) for waiver in rule.waivers}
    spoken = {id(piece.checked) for name in MESSAGES for piece in rule.templates.get(name, ())}
    for expression in expressions(rule):
        checked, place = expression[4], expression[1]
        if id(checked) in condition:
            way = direction_of(rule) * (FALLS if len(place) > 1 and place[-2] == "none" else RISES)
        elif id(checked) in waived:
            way = FALLS
        else:
            way = RISES if id(checked) in spoken else EITHER
        found = memory_reads(checked, rule.scope, way)
        if id(checked) in spoken:  # words decide nothing
            found = [MemoryRead(one.fact, one.start, one.end, RISES) for one in found]
        yield expression, found


def direction_of(rule: PlannedRule) -> int:
    """Whether a rule whose condition becomes true is stricter, looser, or may be either."""
    if rule.model.judge is not None and rule.model.judge.may_allow:
        return EITHER
    return FALLS if rule.effect in LOOSE else RISES


def relaxing(
    expression: Expression, reads: Sequence[MemoryRead], facts: dict[str, PlannedFact]
) -> Iterator[Diagnostic]:
    """Reads by which more facts would loosen, of facts that do not say so."""
    file, place, text, offset, _ = expression
    told: set[str] = set()
    for read in reads:
        fact = facts.get(read.fact)
        if read.direction == RISES or fact is None or fact.model.relaxes or read.fact in told:
            continue
        told.add(read.fact)
        way = "is looser" if read.direction == FALLS else "may be looser"
        message = f"the more `{read.fact}` holds, the rule {way}"
        hint = "read it so that it only makes the rule stricter, or declare `relaxes: true` at the fact"
        yield Source(file.document, place, text, offset).diagnose(
            Problem(read.start, read.end, "relaxing-read", message, hint)
        )


def resting(rule: PlannedRule) -> Iterator[Diagnostic]:
    """An allow that rests on memory, which in user scope the agent's account can write."""
    allows = rule.effect == "allow" or bool(rule.model.judge and rule.model.judge.may_allow)
    if not allows or "memory-allow" in rule.model.accepted:
        return
    for file, place, text, offset, checked in conditions(rule):
        for read in memory_reads(checked, rule.scope):
            message = f"this rule allows, and rests on `{read.fact}`"
            hint = "let a deny or ask rule read it, or write `acknowledge: [memory-allow]`"
            yield Source(file.document, place, text, offset).diagnose(
                Problem(read.start, read.end, "memory-allow", message, hint)
            )
            break


def unfed(rule: PlannedRule, known: dict[tuple[str, str], PlannedFact]) -> Iterator[Diagnostic]:
    """Clients that the rule sees and on which nothing ever feeds a fact that it reads."""
    owner = rule.file.model.metadata.id
    clients = {row.client for row in rule.rows}
    for file, place, text, offset, checked in conditions(rule):
        for read in memory_reads(checked, rule.scope):
            fact = known.get((owner, read.fact))
            if fact is None:
                continue
            fed = {row.client for event in fact.model.events for row in rows_of(event)}
            lacking = sorted(clients - fed)
            if lacking:
                events = ", ".join(fact.model.events)
                message = f"{', '.join(lacking)}: nothing ever feeds `{read.fact}` there ({events})"
                yield Source(file.document, place, text, offset).diagnose(
                    Problem(
                        read.start, read.end, "fact-never-fed", message, "add an event to `events`, or narrow `match`"
                    ),
                    severity="warning",
                )
