"""The shipped rows of programs as they are written, by family."""

from __future__ import annotations

from typing import Any

from policyhooks.compiler.model.program_rows import row_of
from policyhooks.compiler.tables.building import DATA
from policyhooks.compiler.tables.programs import read_families

FAMILIES = {family.name: family for family in read_families(DATA / "programs")}


def entries_of(family: str) -> dict[str, dict[str, Any]]:
    """The rows of a family that are written out, as commands are read with them."""
    programs = FAMILIES[family].rows.programs
    return {name: row_of(program) for name, program in programs.items() if program.like is None}
