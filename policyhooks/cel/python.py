"""Builds Python expressions as AST nodes. Names and attributes come from us, texts only ever become constants."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

LOAD = ast.Load()


def name(identifier: str) -> ast.expr:
    return ast.Name(identifier, LOAD)


def constant(value: bool | int | float | str | bytes | None) -> ast.expr:
    """A literal; a negative number as what Python's own parser would make of it."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and str(value).startswith("-"):
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)


def call(function: ast.expr, *arguments: ast.expr) -> ast.expr:
    return ast.Call(function, list(arguments), [])


def attribute(value: ast.expr, field: str) -> ast.expr:
    return ast.Attribute(value, field, LOAD)


def function(parameters: Sequence[str], body: ast.expr) -> ast.expr:
    """`lambda p, q: body`."""
    arguments = ast.arguments([], [ast.arg(parameter) for parameter in parameters], None, [], [], None, [])
    return ast.Lambda(arguments, body)


def compare(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
    return ast.Compare(left, [operator], [right])


def tuple_of(items: Sequence[ast.expr]) -> ast.expr:
    return ast.Tuple(list(items), LOAD)


def loop(names: Sequence[str], over: ast.expr, tests: Sequence[ast.expr]) -> list[ast.comprehension]:
    """`for a, b in over if test` of a comprehension."""
    store = ast.Store()
    targets: list[ast.expr] = [ast.Name(identifier, store) for identifier in names]
    target = targets[0] if len(targets) == 1 else ast.Tuple(targets, store)
    return [ast.comprehension(target, over, list(tests), 0)]


@cache
def _template(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body


def fill(source: str, arguments: Sequence[ast.expr]) -> ast.expr:
    """The expression `source` with `_0`, `_1`... replaced. `source` is a row of our own function table."""
    return _fill(_template(source), {f"_{number}": argument for number, argument in enumerate(arguments)})


def _fill(node: ast.expr, arguments: Mapping[str, ast.expr]) -> ast.expr:
    if isinstance(node, ast.Name):
        return arguments.get(node.id, node)
    replaced: dict[str, Any] = {}
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.expr):
            replaced[field] = _fill(value, arguments)
        elif isinstance(value, list):
            replaced[field] = [_fill(item, arguments) if isinstance(item, ast.expr) else item for item in value]
        else:
            replaced[field] = value
    filled = type(node)(**replaced)
    assert isinstance(filled, ast.expr)
    return filled


def write(tree: ast.expr) -> str:
    """One line of ASCII source for an expression; it reads back as exactly this tree, or this raises."""
    source = ast.unparse(tree).encode("ascii", "backslashreplace").decode("ascii")
    assert "\n" not in source
    read = ast.parse(source, mode="eval").body
    assert same(read, tree), "the generated source does not read back"
    return source


def same(one: object, other: object) -> bool:
    """Whether two trees, or parts of them, are equal in every field; where they stand in a text does not count."""
    waiting = [(one, other)]
    while waiting:
        one, other = waiting.pop()
        if type(one) is not type(other):
            return False
        if isinstance(one, ast.AST):
            waiting += [(getattr(one, name, None), getattr(other, name, None)) for name in one._fields]
        elif isinstance(one, list) and isinstance(other, list):
            if len(one) != len(other):
                return False
            waiting += zip(one, other, strict=True)
        # Not by value alone: 0.0 is -0.0, and a NaN is not itself.
        elif one is not other and repr(one) != repr(other):
            return False
    return True
