"""The examples beside rows of programs: each command is read, and held against what its example says of it.

The shipped rows and those of users have the same examples. It knows nothing of rules.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from policyhooks.compiler.emit.program import row_modules
from policyhooks.compiler.files import File
from policyhooks.compiler.model.program_rows import Example
from policyhooks.compiler.model.programs_file import Programs
from policyhooks.compiler.tables.programs import Row
from policyhooks.core.own_rows import OwnRows, RowStore
from policyhooks.core.program import source_loader
from policyhooks.core.shell_records import Cmd, Shell
from policyhooks.inspect.place import PARSER_LIMIT_S, find_shfmt
from policyhooks.shell.syntax.parser import Parser
from policyhooks.shell.view.shell import read
from policyhooks.suite.result import CaseResult

WHOLE = ("args", "argv")  # compared whole; other lists have to hold what is expected
OF_THE_SHELL = ("command", "paths", "hosts", "flows", "understood", "names", "command_name", "packages")

Difference = tuple[str, object, object]  # what, wanted, have


def run_examples(files: Sequence[File[Programs]], rows: Mapping[str, Row]) -> Iterator[CaseResult]:
    """A case for every example of these files; every command is read with all of their rows."""
    stores = [RowStore(source_loader(row_modules(rows)))] if rows else []
    parser = Parser(find_shfmt(), PARSER_LIMIT_S)
    for file in files:
        for name, program in file.model.programs.items():
            for at, example in enumerate(program.examples or ()):
                line = file.line(("programs", name, "examples", at))
                yield run_example(file, line, name, example, parser, OwnRows(stores))


def run_example(
    file: File[Programs], line: int, name: str, example: Example, parser: Parser, rows: OwnRows
) -> CaseResult:
    """What came of one example."""
    started = time.perf_counter()
    expect = example.model_dump(exclude_unset=True)
    found = list(differences(read_example(example.command, parser, rows), expect))
    return CaseResult(
        path=file.path,
        line=line,
        rule=f"{file.model.metadata.id}/{name}",
        title=example.command,
        expected="; ".join(f"{what} {show(wanted)}" for what, wanted, _ in found) or "as written",
        got="; ".join(f"{what} {show(have)}" for what, _, have in found) or "as written",
        matches=not found,
        milliseconds=(time.perf_counter() - started) * 1000,
    )


def read_example(command: str, parser: Parser, rows: OwnRows | None = None) -> Shell:
    """The view of a command, in the place that examples are written for."""
    return read(
        command,
        dialect="bash",
        cwd="/w",
        workspace="/w",
        home="/home/dev",
        resolve_links=False,
        parser=parser,
        rows=rows,
    )


def differences(shell: Shell, expect: Mapping[str, Any]) -> Iterator[Difference]:
    """Everything that is not as the example says."""
    have: dict[str, list[str]] = {
        "paths": [f"{item.op}:{item.norm}" for item in shell.paths],
        "hosts": [item.name for item in shell.hosts],
        "flows": [f"{item.source}>{item.sink}" for item in shell.flows],
        "packages": [f"{item.manager} {item.op} {item.name}" for item in shell.package_ops],
    }
    for key, there in have.items():
        wanted = expect.get(key)
        if wanted is not None and ((not wanted and there) or not set(map(str, wanted)) <= set(there)):
            yield key, wanted, there
    names = [item.name for item in shell.commands]
    if "names" in expect and sorted(names) != sorted(expect["names"]):
        yield "names", expect["names"], names
    if shell.understood != expect.get("understood", True):
        yield "understood", not shell.understood, f"{str(shell.understood).lower()} ({', '.join(shell.problems)})"
    fields = {key: value for key, value in expect.items() if key not in OF_THE_SHELL}
    if fields:
        yield from field_differences(shell.commands, expect.get("command_name", ""), fields)


def field_differences(commands: Sequence[Cmd], name: str, fields: Mapping[str, Any]) -> Iterator[Difference]:
    """What is not as expected of the command of this name, or of the last."""
    chosen = [item for item in commands if not name or item.name == name]
    if not chosen:
        yield f"a command `{name}`" if name else "a command", "", "none"
        return
    item = chosen[0] if name else chosen[-1]
    for key, wanted in fields.items():
        have = getattr(item, key)
        if isinstance(wanted, list | tuple) and key not in WHOLE:
            good = set(wanted) <= set(have)
        else:
            good = (list(have) if isinstance(have, list | tuple) else have) == (
                list(wanted) if isinstance(wanted, list | tuple) else wanted
            )
        if not good:
            yield key, wanted, have


def show(value: object) -> str:
    """A value as YAML would have it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(show, value))}]"
    return str(value)
