"""The statements that stand in a module's first part for what waits; runtime/launch has what they call."""

from __future__ import annotations

import ast
import copy
import marshal
from collections.abc import Collection

from policyhooks.image.statements import caught_by, named_errors
from policyhooks.image.strip import compile_tree

STUB = "_policyhooks_stub"  # these names are given by boot.py
LATE = "_policyhooks_late"
UNMADE = "_policyhooks_unmade"
TAKEN = "_policyhooks_taken"
MADE = "_policyhooks_made"
CAUGHT = "_policyhooks_caught"


def import_of(node: ast.Import | ast.ImportFrom, names: list[ast.alias]) -> ast.stmt:
    if isinstance(node, ast.Import):
        return ast.Import(names)
    return ast.ImportFrom(node.module, names, node.level)


def stand_in(local: str, module: str, function: str, maker: str = STUB) -> ast.stmt:
    return ast.parse(f"{local} = {maker}({module!r}, {function!r})").body[0]


def late(node: ast.FunctionDef | ast.ClassDef, maker: str = LATE, bases: Collection[str] = ()) -> ast.stmt:
    """A definition that is unmarshalled when the function or class is first called; `bases` are made before it."""
    data = marshal.dumps(compile_tree(ast.Module([node], []), node.name))
    space = ast.Call(ast.Name("globals", ast.Load()), [], [])
    names = [ast.Constant(name) for name in (node.name, *bases)]
    call = ast.Call(ast.Name(maker, ast.Load()), [space, ast.Constant(data), *names], [])
    return ast.Assign([ast.Name(node.name, ast.Store())], call, lineno=1)


def made_before(classes: Collection[str]) -> list[ast.stmt]:
    """Makes classes that stand unmade, before statements that do more with them than call and test."""
    names = "".join(f", {name!r}" for name in sorted(classes))
    return ast.parse(f"{MADE}(globals(){names})").body if classes else []


def with_unmade_errors(statement: ast.stmt, unmade: Collection[str]) -> ast.stmt:
    """A statement that raises and catches classes which may stand unmade.

    A handler catches those that are made: nothing is an instance of the others.
    """
    changed = copy.deepcopy(statement)
    for node in ast.walk(changed):
        if not any(name in unmade for name in named_errors(node)):
            continue
        if isinstance(node, ast.ExceptHandler):
            node.type = ast.Call(ast.Name(CAUGHT, ast.Load()), caught_by(node), [])
        elif isinstance(node, ast.Raise) and node.exc is not None:
            node.exc = ast.Call(node.exc, [], [])
    return changed
