"""Conditions of many rules that no key tells apart, asked before the rules themselves are loaded.

Conditions that differ only in their numbers and texts are one expression over a table of these; patterns that are
looked for in one text are joined. Whatever fails names all its rules: a screen answers a superset, as the index does.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from policyhooks.cel.lower import lower
from policyhooks.cel.patterns import is_linear
from policyhooks.compiler.emit.literals import literal
from policyhooks.compiler.emit.names import Names, mapping, uses
from policyhooks.compiler.plan import PlannedRule

LEAST = 32  # rules of one form
JOINED = 32  # patterns in one
SEARCH = "search(k0, "

Form = tuple[str, frozenset[tuple[str, str]]]  # an expression over k0, k1, ...; what it imports
Row = tuple[int, tuple[object, ...]]  # a rule's number, and what stands for k0, k1, ...


@dataclass(frozen=True)
class Screened:
    """Modules that name the rules whose conditions may hold, and the rules that none of them asks about."""

    sources: tuple[str, ...]
    rest: tuple[int, ...]


def screen(numbers: Sequence[int], rules: Mapping[int, PlannedRule]) -> Screened:
    """What can be asked of these rules at once."""
    forms: dict[Form, list[Row]] = {}
    for number in numbers:
        form = form_of(rules[number])
        if form is not None:
            forms.setdefault(form[0], []).append((number, form[1]))
    sources = []
    asked: set[int] = set()
    for (expression, imports), rows in sorted(forms.items(), key=lambda item: item[0][0]):
        source = module(expression, imports, rows) if len(rows) >= LEAST else ""
        if source:
            sources.append(source)
            asked.update(number for number, _ in rows)
    return Screened(tuple(sources), tuple(number for number in numbers if number not in asked))


def form_of(rule: PlannedRule) -> tuple[Form, tuple[object, ...]] | None:
    """A condition with its numbers and texts taken out; nothing for one that uses lists or variables."""
    if rule.when is None or uses(rule.when, rule.scope):
        return None
    lowered = lower(rule.when, mapping(Names(), ()))
    taken = Taken()
    tree = taken.visit(ast.parse(lowered.source, mode="eval"))
    return ((ast.unparse(tree), lowered.imports), tuple(taken.values)) if taken.values else None


class Taken(ast.NodeTransformer):
    """Takes constants out of an expression, from left to right."""

    def __init__(self) -> None:
        self.values: list[object] = []

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if type(node.value) not in (int, float, str):
            return node
        self.values.append(node.value)
        return ast.Name(f"k{len(self.values) - 1}", ast.Load())

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        return node


def module(expression: str, imports: frozenset[tuple[str, str]], rows: Sequence[Row]) -> str:
    """One form as a module; nothing where patterns cannot be joined."""
    names = ", ".join(("n", *(f"k{place}" for place in range(len(rows[0][1])))))
    table = f"ROWS = {literal(tuple((number, *values) for number, values in rows))}\n"
    body = f"        return [n for {names} in ROWS if {expression}]\n"
    if any(name.startswith("search") for _, name in imports):
        if not expression.startswith(SEARCH) or len(rows[0][1]) != 1:
            return ""
        parts = joined(rows)
        if not parts:
            return ""
        subject = expression.removeprefix(SEARCH).removesuffix(")")
        table = ""
        body = f"        found = []\n        text = {subject}\n" + "".join(
            f"        if search({literal(pattern)}, text):\n            found += {literal(numbers)}\n"
            for numbers, pattern in parts
        )
        body += "        return found\n"
    lines = "".join(f"from {where} import {name}\n" for where, name in sorted(imports))
    return (
        '"""Conditions of one form, asked before their rules are loaded. Generated: do not edit."""\n\n'
        f"{lines}\n{table}"
        f"ALL = {literal(tuple(number for number, _ in rows))}\n\n\n"
        f"def ask(e):\n    try:\n{body}    except Exception:\n        return ALL\n"
    )


def joined(rows: Sequence[Row]) -> list[tuple[tuple[int, ...], str]]:
    """Rules with patterns of which one is found where one of theirs is; none where that cannot be had."""
    found = []
    waiting = [rows[start : start + JOINED] for start in range(0, len(rows), JOINED)]
    while waiting:
        part = waiting.pop(0)
        pattern = "|".join(f"(?:{values[0]})" for _, values in part)
        if is_linear(pattern):
            found.append((tuple(number for number, _ in part), pattern))
        elif len(part) == 1:
            return []
        else:
            waiting[:0] = [part[: len(part) // 2], part[len(part) // 2 :]]
    return found
