"""Records do not change: no module but core/values.py reaches past a record's fields to set one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import policyhooks

PACKAGE = Path(policyhooks.__file__).parent
OWNER = "core/values.py"
# What is set there is no record: an attribute or the namespace of a module, a plain class with slots, a class of
# another package. File -> what it does, as `changes` puts it.
EXCEPTIONS = {
    "judge/calls.py": {"setattr"},
    "runtime/launch/boot.py": {"setattr", "__dict__[]"},
    "shell/walk/context.py": {"setattr"},
    "shell/expansion/state.py": {"setattr"},
}
CHANGING = ("clear", "pop", "popitem", "setdefault", "update")


def is_namespace(node: ast.expr) -> bool:
    """`x.__dict__` or `vars(x)`."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "vars"
    return isinstance(node, ast.Attribute) and node.attr == "__dict__"


def changes(tree: ast.AST) -> Iterator[str]:
    """Every way round a record's own fields that a piece of code takes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del) and is_namespace(node.value):
            yield "__dict__[]"
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del) and is_namespace(node):
            yield "__dict__ ="
        elif isinstance(node, ast.AugAssign) and is_namespace(node.target):
            yield "__dict__ |="
        elif isinstance(node, ast.Attribute) and node.attr in CHANGING and is_namespace(node.value):
            yield f"__dict__.{node.attr}"
        elif isinstance(node, ast.Name) and node.id in ("setattr", "delattr"):
            yield node.id
        elif isinstance(node, ast.Attribute) and node.attr in ("__setattr__", "__delattr__"):
            yield node.attr


def test_no_module_changes_a_record() -> None:
    found: dict[str, set[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        ways = set(changes(ast.parse(path.read_text("utf-8"))))
        if ways:
            found[path.relative_to(PACKAGE).as_posix()] = ways
    assert found.pop(OWNER) == {"__dict__[]", "__dict__.update"}
    assert found == EXCEPTIONS


@pytest.mark.parametrize(
    "text",
    [
        "r.__dict__['a'] = 1",
        "a = r.__dict__['a'] = 1",
        "r.__dict__['a'] += 1",
        "del r.__dict__['a']",
        "r.__dict__.update(a=1)",
        "r.x.__dict__.setdefault('a', 1)",
        "r.__dict__ = {}",
        "r.__dict__ |= {}",
        "vars(r)['a'] = 1",
        "vars(r).pop('a')",
        "setattr(r, 'a', 1)",
        "delattr(r, 'a')",
        "object.__setattr__(r, 'a', 1)",
        "change = r.__dict__.update",
        "put = setattr",
    ],
)
def test_every_way_is_seen(text: str) -> None:
    assert list(changes(ast.parse(text)))


@pytest.mark.parametrize("text", ["'a' in r.__dict__", "{**r.__dict__}", "r.__dict__.get('a')", "vars(r).items()"])
def test_looking_is_no_change(text: str) -> None:
    assert not list(changes(ast.parse(text)))
