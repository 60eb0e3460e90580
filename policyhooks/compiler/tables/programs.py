"""The rows of programs: read from YAML, held to their model, put together. It writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from policyhooks.compiler.model.program_rows import Program, ProgramRows, row_of
from policyhooks.compiler.nodes import Document, Place
from policyhooks.compiler.source import read_document
from policyhooks.compiler.suggestion import did_you_mean
from policyhooks.compiler.validation import span, validate
from policyhooks.errors import Diagnostic, InvalidPolicies

Row = Mapping[str, Any]
# What is known of a plain program, by the list that names it.
PLAIN: dict[str, Row] = {
    "plain": {"operands": "text*"},
    "plain_read_only": {"operands": "text*", "read_only": True},
    "plain_network": {"operands": "text*", "network": True},
}


@dataclass(frozen=True)
class Family:
    """One file of rows."""

    name: str
    document: Document
    rows: ProgramRows

    def at(self, place: Place, message: str, help: str = "") -> Diagnostic:
        """A problem with what stands at a place."""
        return self.document.diagnose("bad-value", message, *span(self.document, place), help)


def read_families(folder: Path) -> list[Family]:
    """Every family below a folder. Raises InvalidPolicies with all problems."""
    families, problems = [], []
    for path in sorted(folder.glob("*.yaml")):
        document, found = read_document(str(path))
        problems += found
        if document is None or found:
            continue
        rows, found = validate(document, ProgramRows)
        problems += found
        if rows is not None:
            families.append(Family(path.stem, document, rows))
    problems = problems or list(find_clashes(families))
    if problems:
        raise InvalidPolicies(problems)
    return families


def find_clashes(families: Sequence[Family]) -> Iterator[Diagnostic]:
    """Names that are given twice, and rows that are like one which is not there."""
    seen: dict[str, str] = {}
    own = {name: program for family in families for name, program in family.rows.programs.items()}
    for family in families:
        for name, place in names_in(family.rows):
            if name in seen:
                yield family.at(place, f"`{name}` is known already, from {seen[name]}.yaml", "a program has one row")
            seen.setdefault(name, family.name)
        for name, program in family.rows.programs.items():
            other = program.like
            if other is not None and (other not in own or own[other].like is not None):
                hint = did_you_mean(other, sorted(own)) or "name a program with a row of its own"
                yield family.at(("programs", name, "like"), f"`{other}` has no row of its own", hint)


def names_in(rows: ProgramRows) -> Iterator[tuple[str, Place]]:
    """Every name of a file and where it stands."""
    for name, program in rows.programs.items():
        yield name, ("programs", name)
        for at, alias in enumerate(program.aliases or ()):
            yield alias, ("programs", name, "aliases", at)
    for where in PLAIN:
        for at, name in enumerate(getattr(rows, where)):
            yield name, (where, at)


def collect_rows(families: Sequence[Family]) -> dict[str, Row | str]:
    """What is known of every name: its row, or the name of the program that it is the same as."""
    own = {name: program for family in families for name, program in family.rows.programs.items()}
    rows: dict[str, Row | str] = {}
    for name, program in own.items():
        rows[name] = whole_row(program, own)
        rows.update(dict.fromkeys(program.aliases or (), name))
    for family in families:
        for where, row in PLAIN.items():
            rows.update(dict.fromkeys(getattr(family.rows, where), row))
    return rows


def whole_row(program: Program, own: Mapping[str, Program]) -> Row:
    """A row with what it takes from the program that it is like."""
    return {**(row_of(own[program.like]) if program.like is not None else {}), **row_of(program)}


def dangerous_names(rows: Mapping[str, Row | str]) -> list[str]:
    """The programs of which something is worth finding behind an unknown one."""
    return sorted(name for name, row in rows.items() if has_danger(rows[row] if isinstance(row, str) else row))


def has_danger(row: Any) -> bool:
    return bool(row.get("danger")) or any(map(has_danger, row.get("sub", {}).values()))


def secretive_names(rows: Mapping[str, Row | str]) -> list[str]:
    """The programs that may be given a secret in a word, or on standard input."""
    return sorted(name for name, row in rows.items() if takes_secrets(rows[row] if isinstance(row, str) else row))


def takes_secrets(row: Any) -> bool:
    texts = (row.get("options", ""), row.get("operands", ""), *row.get("operands_if", {}).values())
    if any("secret" in text for text in texts) or "stdin_secret" in row:
        return True
    return any(map(takes_secrets, row.get("sub", {}).values()))
