"""Events inside an event: a file event for every path, a shell event for every command it carries.

Their `file.via` says where they come from, and they are answered with the capabilities of the
event that carries them. It knows no rules, only which events some rule asks for.
"""

from __future__ import annotations

from policyhooks.core.records import File, but
from policyhooks.runtime.engine.selection import has_rules_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.records import PathRef
    from policyhooks.runtime.engine.selection import LoadedProgram

FILE_EVENTS = ("file.read", "file.write")
_FILE_FIELDS = ("file.path", "file.op", "file.via")


def derived_events(event: Event, programs: Sequence[LoadedProgram]) -> Iterator[tuple[Event, LoadedProgram]]:
    """Every derived event, with each program that has rules on it; nothing is parsed for nobody."""
    for file in event.files:
        part = but(event, command=None, file=file, files=(), derived=True, supplied=event.supplied.union(_FILE_FIELDS))
        for program in programs:
            yield part, program
    asked = [program for program in programs if has_rules_on(program, FILE_EVENTS)]
    if event.command is not None:
        yield from _file_events(event, event.shell.paths if asked else (), "shell", asked)
        return
    yield from _file_events(event, event.mcp.paths, "mcp", asked)
    shell_asked = [program for program in programs if has_rules_on(program, ("shell.before",))]
    if not asked and not shell_asked:
        return
    from policyhooks.runtime.engine.mcp_arguments import commands_in

    for command in commands_in(event.mcp.arguments):
        supplied = event.supplied.union(("shell.command",))
        inner = but(event, name="shell.before", command=command, dialect="bash", derived=True, supplied=supplied)
        for program in shell_asked:
            yield inner, program
        yield from _file_events(inner, inner.shell.paths if asked else (), "mcp", asked)


def _file_events(
    event: Event, paths: Sequence[PathRef], via: str, programs: Sequence[LoadedProgram]
) -> Iterator[tuple[Event, LoadedProgram]]:
    seen: set[tuple[str, str, str]] = set()
    supplied = event.supplied.union(_FILE_FIELDS)
    for path in paths:
        key = (path.raw, path.norm, path.op)
        if key in seen:
            continue
        seen.add(key)
        name = "file.read" if path.op in ("read", "exec", "use") else "file.write"
        file = File(path=path, op=path.op, via=via)
        part = but(event, name=name, command=None, file=file, derived=True, supplied=supplied)
        for program in programs:
            yield part, program
