"""The rooms of shell/ hold what they are for: typed nodes, named redirections, a Reader that a person can hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from policyhooks.core.values import Record
from policyhooks.shell.syntax.decoding import KINDS, class_of
from policyhooks.shell.syntax.nodes import Node
from policyhooks.shell.walk.declarations import Declared
from policyhooks.shell.walk.directories import Worked
from policyhooks.shell.walk.rare_compound import Body
from policyhooks.shell.walk.reading import Edge, Settings
from policyhooks.shell.walk.redirections import Redirection, Target
from policyhooks.shell.walk.statements import Reader
from policyhooks.shell.walk.traps import Trap

SHELL = Path(__file__).parents[2] / "policyhooks" / "shell"
ROOMS = sorted(path for room in ("syntax", "expansion", "walk") for path in (SHELL / room).rglob("*.py"))
SOURCES = [*ROOMS, *sorted((SHELL / "view").glob("*.py"))]
UNTYPED = {"decoding.py"}  # reads JSON
MOST_FIELDS = 10
MOST_LINES = 400
MOST_POSITIONS = 3  # in a tuple that goes from one function to another


def named(path: Path) -> str:
    return str(path.relative_to(SHELL))


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_no_node_is_a_dict(path: Path) -> None:
    text = path.read_text()
    assert path.name in UNTYPED or "dict[str, Any]" not in text
    kinds = {f'["{key}"]' for key in ("Type", "Parts", "Stmts", "Cmd", "Args", "Op")}
    assert not [key for key in kinds if key in text]


def test_every_kind_that_shfmt_has_is_a_node() -> None:
    for name, _ in KINDS.values():
        made = class_of(name)
        assert isinstance(made, type)
        assert issubclass(made, Node)
        assert issubclass(made, Record)


def test_what_goes_from_one_function_to_another_has_names() -> None:
    assert all(issubclass(kind, Record) for kind in (Redirection, Target, Edge, Trap, Worked, Body, Declared, Settings))


@pytest.mark.parametrize("path", ROOMS, ids=named)
def test_no_long_tuple_crosses_a_function(path: Path) -> None:
    assert not list(long_tuples(ast.parse(path.read_text())))


def long_tuples(tree: ast.Module) -> Iterator[str]:
    """Tuples of several positions in signatures and in the types of attributes."""
    for node in ast.walk(tree):
        annotations: list[ast.expr | None] = []
        if isinstance(node, ast.FunctionDef):
            annotations = [node.returns, *(item.annotation for item in (*node.args.args, *node.args.kwonlyargs))]
        elif isinstance(node, ast.AnnAssign):
            annotations = [node.annotation]
        for part in [part for item in annotations if item is not None for part in ast.walk(item)]:
            if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name) and part.value.id == "tuple":
                positions = part.slice.elts if isinstance(part.slice, ast.Tuple) else []
                if len(positions) > MOST_POSITIONS:
                    yield ast.unparse(part)


def test_long_tuples_are_found() -> None:
    tree = ast.parse("def f(a: list[tuple[str, int, str, str]]) -> tuple[int, ...]: ...\nx: tuple[int, int, int]")
    assert list(long_tuples(tree)) == ["tuple[str, int, str, str]"]


def test_the_reader_is_small() -> None:
    assert len(Reader.__slots__) <= MOST_FIELDS
    assert "__dict__" not in vars(Reader), "it takes no further fields"


@pytest.mark.parametrize("path", ROOMS, ids=named)
def test_modules_are_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= MOST_LINES
