"""Events inside an event: a file event for every path, a shell event for every command it carries.

Their `file.via` says where they come from, and they are answered with the capabilities of the
event that carries them. It knows no rules, only which events some rule asks for.
"""

from __future__ import annotations

from policyhooks.core.records import File, Web
from policyhooks.core.shell_records import Shell
from policyhooks.core.values import but, is_given
from policyhooks.runtime.engine.selection import has_rules_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.shell_records import PathRef
    from policyhooks.runtime.engine.selection import LoadedProgram

    Part = tuple[Event, LoadedProgram]

FILE_EVENTS = ("file.read", "file.write")
_FILE_FIELDS = ("file.path", "file.op", "file.via")
_WEB_FIELDS = ("web.url", "web.host")
# What a text has that is no shell text at all.
UNREAD = frozenset(("parse_error", "odd_char", "too_long", "unsupported_shell"))


def derived_events(event: Event, programs: Sequence[LoadedProgram]) -> Iterator[Part]:
    """Every derived event, with each program that has rules on it; nothing is parsed for nobody."""
    for file in event.files:
        part = but(event, command=None, file=file, files=(), derived=True, supplied=event.supplied.union(_FILE_FIELDS))
        for program in programs:
            yield part, program
    asked = [program for program in programs if has_rules_on(program, FILE_EVENTS)]
    if event.command is not None:
        yield from _file_events(event, event.shell.paths if asked else (), "shell", asked)
        return
    if not is_given(event, "held"):
        return
    held = event.held
    via = "mcp" if event.mcp.arguments else "tool"
    yield from _file_events(event, held.paths, via, asked)
    if held.commands or held.problem:
        yield from _command_events(event, programs, asked, via)
    if held.urls:
        yield from _web_events(event, programs)


def _command_events(
    event: Event, programs: Sequence[LoadedProgram], asked: Sequence[LoadedProgram], via: str
) -> Iterator[Part]:
    """A shell event for every command, with the files that it touches; and one for what could not be read."""
    shell_asked = [program for program in programs if has_rules_on(program, ("shell.before",))]
    if not asked and not shell_asked:
        return
    supplied = event.supplied.union(("shell.command",))
    inner = but(event, name="shell.before", derived=True, supplied=supplied)
    for command in event.held.commands:
        part = but(inner, command=command.text, dialect=command.dialect)
        if command.cwd:
            part = but(part, event=but(event.event, cwd=_folder(event, command.cwd)))
        if not command.sure and not UNREAD.isdisjoint(part.shell.problems):
            continue  # it only looked like a command
        for program in shell_asked:
            yield part, program
        yield from _file_events(part, part.shell.paths if asked else (), via, asked)
    problems = {command.problem for command in event.held.commands} | {event.held.problem}
    for problem in sorted(problems - {""}):
        unread = but(inner, command=event.tool.name, read_shell=_unread_for(problem))
        for program in shell_asked:
            yield unread, program


def _folder(event: Event, written: str) -> str:
    """The folder that a command runs in, where one is written beside it."""
    from policyhooks.shell.pathtext import normalize
    from policyhooks.shell.view.paths import expand_home

    info = event.event
    text = expand_home(written.removeprefix("file://"), event.home)
    return normalize(text, info.cwd or info.workspace)


def _unread_for(problem: str) -> Callable[[Event], Shell]:
    """The view of an input that could not be read whole: whatever it may hold."""
    return lambda _: Shell(understood=False, problems=[problem])


def _web_events(event: Event, programs: Sequence[LoadedProgram]) -> Iterator[Part]:
    asked = [program for program in programs if has_rules_on(program, ("web.before",))]
    if not asked:
        return
    from policyhooks.shell.view.hosts import read_url

    for url in event.held.urls:
        web = Web(url=url, host=read_url(url)[1])
        part = but(event, name="web.before", web=web, derived=True, supplied=event.supplied.union(_WEB_FIELDS))
        for program in asked:
            yield part, program


def _file_events(event: Event, paths: Sequence[PathRef], via: str, programs: Sequence[LoadedProgram]) -> Iterator[Part]:
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
