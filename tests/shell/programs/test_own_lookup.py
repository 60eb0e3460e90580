"""What users have described: it adds names to what is shipped, for the reading under way and for no other."""

from __future__ import annotations

from typing import Any

import pytest

from policyhooks.compiler.emit.program import row_modules
from policyhooks.core.own_rows import OwnRows, RowStore
from policyhooks.core.program import source_loader
from policyhooks.core.shell_records import Shell
from policyhooks.shell.programs.lookup import NOTHING, describe, is_dangerous, is_known, reading_with
from policyhooks.suite.row_examples import read_example
from tests.shell.programs.families import FAMILIES
from tests.shell.sightings import PARSER

ROWS: dict[str, dict[str, Any]] = {
    "acme": {"versions": True, "danger": True, "operands": "text*"},
    "acme.*": {"operands": "read*"},
    "acmectl": {"operands": "text*"},
    "acmesh": {"kind": "shell", "lang": "bash"},
    "rm": {"operands": "text*", "read_only": True},
    "python3": {"operands": "text*"},
}

# name -> the row that it has
FORMS = {
    "acme": "acme",
    "acme2": "acme",
    "acme-3.1": "acme",
    "acme.sh": "acme.*",
    "acmectl": "acmectl",
    "acmectl2": None,
    "acmesh5": "acmesh",
    "nothing": None,
}


def own(rows: dict[str, dict[str, Any]] | None = None) -> OwnRows:
    return OwnRows([RowStore(source_loader(row_modules(ROWS if rows is None else rows)))])


def look(shell: Shell) -> None:
    """Compute everything that is computed late."""
    for name in ("redirects", "paths", "hosts", "urls", "flows", "inline_code", "package_ops"):
        getattr(shell, name)
    for command in shell.commands:
        for name in ("reads", "writes", "deletes", "target_env", "codes"):
            getattr(command, name)


@pytest.mark.parametrize("name", FORMS)
def test_a_name_and_its_forms(name: str) -> None:
    found = reading_with(own(), describe, name)
    assert found == (ROWS[FORMS[name]] if FORMS[name] else NOTHING)


@pytest.mark.parametrize("name", ["rm", "python3", "python3.12", "git", "cd"])
def test_what_is_shipped_stays_what_it_is(name: str) -> None:
    """The compiler refuses such rows; a program of an earlier policyhooks may still carry one."""
    rows = {**ROWS, name: {"operands": "text*", "read_only": True}}
    assert reading_with(own(rows), describe, name) is describe(name)


def test_danger_is_found_by_name_and_form() -> None:
    names = ("acme", "acme2", "acme.sh", "acmectl", "rm", "cat", "nothing", "", "a b")
    assert [name for name in names if reading_with(own(), is_dangerous, name)] == ["acme", "acme2", "rm"]
    assert [name for name in names if is_dangerous(name)] == ["rm"]


def test_nothing_is_left_when_a_reading_ends() -> None:
    def fail(name: str) -> None:
        assert is_known(name)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        reading_with(own(), fail, "acme")
    assert describe("acme") is NOTHING
    assert describe("acme2") is NOTHING
    other = own({"acme": {"operands": "argv"}})
    assert reading_with(own(), lambda: reading_with(other, describe, "acme2")) is NOTHING


def test_late_fields_are_computed_with_the_rows_of_their_reading() -> None:
    rows = {"acme": {"targets": "--to", "options": "--to=", "operands": "text*"}}
    with_rows = read_example("acme --to prod x", PARSER, own(rows))
    without = read_example("acme --to prod x", PARSER)
    assert (with_rows.commands[0].target_env, without.commands[0].target_env) == ("prod", "")


EXAMPLES = [
    example.command
    for family in FAMILIES.values()
    for program in family.rows.programs.values()
    for example in program.examples or ()
]


@pytest.mark.parametrize("old", ["bash", "sudo", "git", "rm", "curl", "python3"])
def test_late_fields_ask_for_no_name_that_the_reading_did_not(old: str) -> None:
    """Whether a view may be shared is told by the names it asked for: what comes later must not add one."""
    for new in ("acmesh", "acme", "acmectl"):
        for command in {one.replace(old, new) for one in EXAMPLES if old in one}:
            rows = own()
            shell = read_example(command, PARSER, rows)
            before = set(rows.asked)
            look(shell)
            late = {name for name in rows.asked - before if name.replace(".", "").replace("-", "").isalnum()}
            assert not late, command
