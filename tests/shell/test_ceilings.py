"""No limit of a reader is silent: past it the command is not understood, or it is read in full all the same."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import policyhooks.shell
from policyhooks.shell.ceilings import gather, reach
from tests.shell.oversize import NO_LIMITS, OVERSIZE, RELATIVES, STILL_READ
from tests.shell.sightings import view_of

ROOT = Path(policyhooks.shell.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))
SMALL = 2
# Numbers in the code that cut nothing off: module, function.
FIXED = {
    ("inline.lexing.escapes", "number"): "longer numbers are no index of anything",
    ("view.packages", "is_pinned"): "how long a hash is",
    ("inline.values.decoded_text", "character"): "longer numbers are no character",
}


def name_of(source: Path) -> str:
    return ".".join(source.relative_to(ROOT).with_suffix("").parts)


def limit_of(row: tuple[str, str]) -> int:
    module, name = row
    return int(vars(importlib.import_module(f"policyhooks.shell.{module}"))[name])


@pytest.mark.parametrize("row", OVERSIZE, ids=".".join)
def test_past_a_limit_is_not_understood(row: tuple[str, str]) -> None:
    shell = view_of(OVERSIZE[row](limit_of(row) + 1))
    assert shell.problems
    assert not shell.understood


@pytest.mark.parametrize("row", [row for row in OVERSIZE if row[0] != "walk.fallback"], ids=".".join)
def test_below_a_limit_the_same_command_is_understood(row: tuple[str, str]) -> None:
    shell = view_of(OVERSIZE[row](SMALL))
    assert shell.understood, shell.problems
    assert any(path.op == "delete" for path in shell.paths) or row[0] == "inline.scan", "the row has to show something"


@pytest.mark.parametrize("text", RELATIVES, ids=lambda text: text[:40])
def test_past_a_limit_on_another_way(text: str) -> None:
    shell = view_of(text)
    assert shell.problems
    assert not shell.understood


@pytest.mark.parametrize("row", STILL_READ, ids=".".join)
def test_past_these_everything_is_read(row: tuple[str, str]) -> None:
    shell = view_of(STILL_READ[row](limit_of(row) + 1))
    assert shell.understood, shell.problems
    assert "/srv/victim" in [path.norm for path in shell.paths if path.op == "delete"]


def test_many_numbers_leave_the_variable_unknown() -> None:
    shell = view_of(f"for n in {' '.join(map(str, range(40)))}; do rm -r /srv/$n; done")
    assert shell.understood
    assert any(path.dynamic for path in shell.paths if path.op == "delete")


@pytest.mark.parametrize("text", ["rm -r /srv/{1..501}", "for n in {1..900}; do rm -r /srv/$n; done"])
def test_long_ranges_of_numbers_are_dynamic(text: str) -> None:
    assert any(path.dynamic for path in view_of(text).paths if path.op == "delete")


def test_a_limit_shows_each_time_and_only_where_it_was_reached() -> None:
    text = OVERSIZE["inline.values.value", "MOST_OPTIONS"](limit_of(("inline.values.value", "MOST_OPTIONS")) + 1)
    assert [view_of(each).understood for each in (text, "ls", text)] == [False, True, False]


def test_limits_of_inner_work_stay_with_it() -> None:
    def outer(_: str) -> tuple[str, ...]:
        reach("before")
        _, inside = gather(reach, "inside")
        reach("after")
        return inside

    assert gather(outer, "") == (("inside",), ("before", "after"))


def test_a_limit_that_a_late_field_reaches_shows() -> None:
    shell = view_of("ls")
    assert shell.understood
    vars(shell)["reading"].exceed(("too_long",))
    assert not shell.understood
    assert "too_long" in shell.problems


def numbers_in(source: Path) -> Iterator[str]:
    """Constants of a module that are a number."""
    for node in ast.parse(source.read_text()).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = node.value
            if all(isinstance(part, ast.Constant | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop)
                   and type(getattr(part, "value", 0)) in (int, float) for part in ast.walk(value)):  # fmt: skip
                yield node.targets[0].id


def test_every_number_has_a_row() -> None:
    listed = {*OVERSIZE, *STILL_READ, *NO_LIMITS}
    found = {(name_of(source), name) for source in SOURCES for name in numbers_in(source)}
    assert found - listed == set(), "a new limit needs a row in oversize.py"
    assert listed - found == set(), "rows of limits that are gone"


def bare_numbers(source: Path) -> Iterator[tuple[str, str, int]]:
    """Numbers that cut in the middle of the code: `[:8]`, `range(8)`, `len(x) > 20`, `x[:8]`."""
    for function in ast.walk(ast.parse(source.read_text())):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            bound: ast.expr | None = None
            least = 5
            if isinstance(node, ast.Slice):
                bound = node.upper if node.lower is None else None
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "range" and len(node.args) == 1:
                bound = node.args[0]
            elif isinstance(node, ast.Compare) and getattr(getattr(node.left, "func", None), "id", "") == "len":
                bound, least = node.comparators[0], 7
            if isinstance(bound, ast.Constant) and type(bound.value) is int and bound.value >= least:
                yield name_of(source), function.name, node.lineno if hasattr(node, "lineno") else bound.lineno


def test_no_limit_without_a_name() -> None:
    found = [spot for source in SOURCES for spot in bare_numbers(source) if spot[:2] not in FIXED]
    assert found == []


def test_whoever_runs_out_of_stack_or_memory_says_so() -> None:
    silent = []
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.ExceptHandler) and node.type is not None:
                names = {getattr(part, "id", "") for part in ast.walk(node.type)}
                inside = {getattr(getattr(part, "func", None), "id", "") for part in ast.walk(node)}
                says = "reach" in inside or any(isinstance(part, ast.Raise) for part in ast.walk(node))
                if names & {"RecursionError", "MemoryError"} and not says:
                    silent.append((source.stem, node.lineno))
    assert silent == []
