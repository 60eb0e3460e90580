"""The form of a program's row to type checkers is the form that the compiler accepts."""

from policyhooks.compiler.model.program_rows import Program
from policyhooks.shell.programs.entry import Entry

# Keys that are about rows and not about commands: no compiled row has them.
ABOUT_ROWS = {"aliases", "like", "examples"}


def test_a_type_checker_knows_every_key_of_a_row_and_no_other() -> None:
    assert set(Entry.__annotations__) == set(Program.model_fields) - ABOUT_ROWS
