"""The shipped rows of programs as they are written, by family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from policyhooks.compiler.model.program_rows import row_of
from policyhooks.compiler.tables.building import DATA
from policyhooks.compiler.tables.programs import read_families

FAMILIES = {family.name: family for family in read_families(DATA / "programs")}


def entries_of(family: str) -> dict[str, dict[str, Any]]:
    """The rows of a family that are written out, as commands are read with them."""
    programs = FAMILIES[family].rows.programs
    return {name: row_of(program) for name, program in programs.items() if program.like is None}


def every_entry(name: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """An entry and, below it, those of its sub-commands."""
    yield name, entry
    for sub, inner in entry.get("sub", {}).items():
        if isinstance(inner, dict):
            yield from every_entry(f"{name} {sub}", inner)


def roles_in(entry: Mapping[str, Any]) -> Iterator[str]:
    patterns = [entry.get("operands", ""), *entry.get("operands_if", {}).values()]
    for pattern in patterns:
        yield from (token.rstrip("?*+") for token in pattern.split())
    for options in (entry.get("options", ""), *entry.get("options_if", {}).values()):
        for token in options.split():
            roles = token.partition("=")[2].removeprefix("?")
            yield from (role for role in roles.split(",") if role)
    yield from (role.removesuffix("!") for role in entry.get("config", {}).values())
