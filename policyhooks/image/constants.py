"""Computes at build what a module's body would compute at every start: tables, sets, joined texts.

Only plain data is folded, and tables of records that hold nothing else, from a fresh run of the module, so
that nothing a process has added to a table since gets into the image.
"""

from __future__ import annotations

import ast
import marshal
from collections.abc import Mapping
from typing import Any

from policyhooks.core.values import Record

DATA = "_policyhooks_data"  # these names are given by boot.py
RECORDS = "_policyhooks_records"
PLAIN = (str, bytes, int, float, bool, type(None))
CONTAINERS = (tuple, list, set, frozenset)


def fold(tree: ast.Module, source: str, name: str) -> None:
    """Replace computed constants of a module by their values."""
    wanted = [node for node in tree.body if _computed(node)]
    if not wanted:
        return
    space: dict[str, object] = {"__name__": name}
    # Our own modules; their bodies only define things.
    exec(compile(source, name, "exec", dont_inherit=True), space)  # noqa: S102
    for node in wanted:
        assert isinstance(node, ast.Assign)
        target = node.targets[0]
        assert isinstance(target, ast.Name)
        value: Any = space.get(target.id)
        kind = kind_of_rows(value, space)
        if kind:
            rows = {name: vars(record) for name, record in value.items()}
            node.value = ast.Call(ast.Name(RECORDS, ast.Load()), [ast.Name(kind, ast.Load()), _data(rows)], [])
        elif is_plain(value):
            node.value = _data(value)


def _data(value: Any) -> ast.expr:
    return ast.Call(ast.Name(DATA, ast.Load()), [ast.Constant(marshal.dumps(value))], [])


def kind_of_rows(value: object, space: Mapping[str, object]) -> str:
    """The name of the class, of this module, whose records a table holds; empty where it is no such table."""
    if type(value) is not dict or not value or not all(type(name) is str for name in value):
        return ""
    kind = type(next(iter(value.values())))
    same = all(type(one) is kind and is_plain(vars(one)) for one in value.values()) if is_record(kind) else False
    return kind.__name__ if same and space.get(kind.__name__) is kind else ""


def is_record(kind: type) -> bool:
    return issubclass(kind, Record) and kind.__init__ is Record.__init__


def is_plain(value: object) -> bool:
    """Whether a value is data all through, of exactly the types that come back the same."""
    if type(value) in PLAIN:
        return True
    if type(value) in CONTAINERS:
        return all(map(is_plain, value))  # type: ignore[call-overload]
    return type(value) is dict and all(is_plain(key) and is_plain(inner) for key, inner in value.items())


def _computed(node: ast.stmt) -> bool:
    """A constant whose expression does more than spell out values: those the compiler folds itself."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
        return False
    if isinstance(node.value, ast.Name | ast.Constant):
        return False
    large = isinstance(node.value, ast.Dict | ast.Set | ast.List) and len(ast.dump(node.value)) > 400
    return large or any(
        isinstance(inner, ast.Call | ast.BinOp | ast.Name | ast.ListComp | ast.DictComp | ast.SetComp | ast.Starred)
        for inner in ast.walk(node.value)
    )
