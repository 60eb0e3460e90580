"""Fields that a matched event never supplies: the condition would read a zero value and mean nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from policyhooks.cel.check import Checked
from policyhooks.cel.problems import Problem
from policyhooks.clients.catalog import Row
from policyhooks.compiler.expressions import Piece, Source
from policyhooks.compiler.files import File
from policyhooks.compiler.model.config import Config
from policyhooks.compiler.model.policy import Policy
from policyhooks.compiler.nodes import Place
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.references import FieldUse, fields_asked, fields_read
from policyhooks.errors import Diagnostic

Expression = tuple[File[Policy] | File[Config], Place, str, int, Checked]  # with its text and offset there


def check_supply(rule: PlannedRule) -> Iterator[Diagnostic]:
    """Every field of the rule's expressions that some matched event never supplies, once a field and expression."""
    asked = fields_asked(rule.when, rule.scope) if rule.when else frozenset()
    yield from check_rewrite(rule)
    for file, place, text, offset, checked in expressions(rule):
        told: set[str] = set()
        condition = checked is rule.when
        mine = asked if condition else asked | fields_asked(checked, rule.scope)
        for use in rule.reads if condition else fields_read(checked, rule.scope):
            if use.field in mine or use.field in told:
                continue
            lacking = [row for row in rule.rows if use.field not in row.fields and use.field not in row.optional]
            if lacking:
                told.add(use.field)
                yield Source(file.document, place, text, offset).diagnose(problem(use, lacking, len(rule.rows)))


def check_rewrite(rule: PlannedRule) -> Iterator[Diagnostic]:
    """A rewrite of a field that some matched event does not have."""
    if rule.model.rewrite is None or rule.effect != "rewrite":
        return
    path = rule.model.rewrite.path
    lacking = [row for row in rule.rows if path not in row.fields and path not in row.optional]
    if lacking:
        row = lacking[0]
        message = f"{row.client} {row.native} ({row.event}) has no `{path}` to rewrite"
        yield rule.file.at((*rule.place, "rewrite", "path"), "field-not-supplied", message, "narrow `match`")


def problem(use: FieldUse, lacking: list[Row], matched: int) -> Problem:
    """The complaint, with the first event that lacks the field."""
    row = lacking[0]
    more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
    through = f", which `{use.variable}` reads" if use.variable else ""
    verb = "supply" if more else "supplies"
    message = f"{row.client} {row.native} ({row.event}){more} never {verb} `{use.field}`{through}"
    hint = (
        "no event that this rule matches supplies it"
        if len(lacking) == matched
        else f"narrow `match`, or write `supplied({use.field}) && ...`"
    )
    return Problem(use.start, use.end, "field-not-supplied", message, hint)


def expressions(rule: PlannedRule) -> Iterator[Expression]:
    """Every expression of a rule with its place and, inside a text, its offset."""
    file, place = rule.file, rule.place
    yield from conditions(rule)
    for name, pieces in rule.templates.items():
        where = {"user": ("message", "user"), "agent": ("message", "agent"), "followup": ("followup", "text")}
        yield from placed(rule, (*place, *where.get(name, (name,))), pieces)
    for name, pieces in rule.env.items():
        yield from placed(rule, (*place, "env", name), pieces)
    for number, pieces in rule.run.items():
        yield from placed(rule, (*place, "command", "run", number), pieces)
    if rule.rewrite is not None and rule.model.rewrite is not None:
        yield file, (*place, "rewrite", "expr"), rule.model.rewrite.expr, 0, rule.rewrite
    if rule.replace is not None and rule.model.replace is not None:
        yield file, (*place, "replace"), rule.model.replace, 0, rule.replace
    for name, checked in rule.input.items():
        texts = (rule.model.judge and rule.model.judge.input) or {}
        yield file, (*place, "judge", "input", name), texts[name], 0, checked
    for waiver in rule.waivers:
        if waiver.checked is not None and waiver.model.when is not None:
            yield waiver.file, (*waiver.place, "when"), waiver.model.when, 0, waiver.checked


def conditions(rule: PlannedRule) -> Iterator[Expression]:
    """The condition; of lists every member, at its own place."""
    if rule.members:
        for member in rule.members:
            yield rule.file, member.source.place, member.source.text, 0, member.checked
    elif rule.when is not None:
        yield rule.file, (*rule.place, "when"), rule.condition, 0, rule.when


def placed(rule: PlannedRule, place: Place, pieces: Sequence[Piece]) -> Iterator[Expression]:
    """The expressions of a text, each with its offset."""
    for piece in pieces:
        if piece.checked is not None:
            yield rule.file, place, piece.text, piece.offset, piece.checked
