"""The parsed view of one shell command: answers `shell.*`. Fields that no rule asks for are not computed."""

from __future__ import annotations

from policyhooks.core.shell_records import Shell
from policyhooks.core.values import current, lazy
from policyhooks.shell.ceilings import gather, reach
from policyhooks.shell.expansion.state import State
from policyhooks.shell.programs.parsed import has_code
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.view.settling import settings_of
from policyhooks.shell.walk.commands import may_name_paths
from policyhooks.shell.walk.context import Context
from policyhooks.shell.walk.reading import limited
from policyhooks.shell.walk.statements import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from policyhooks.core.own_rows import OwnRows
    from policyhooks.core.shell_records import Code, Flow, Host, PathRef, Pkg, Redirect, Url
    from policyhooks.shell.syntax.parser import Parser
    from policyhooks.shell.walk.reading import Reading, Settings


# Part of the text was not read at all.
UNREAD = frozenset(
    ("parse_error", "timeout", "too_deep", "too_long", "no_parser", "parser_failed", "unsupported_shell")
)


def has_redirects(reading: Reading) -> bool:
    return bool(reading.redirects)


def has_paths(reading: Reading) -> bool:
    return bool(reading.redirects) or any(may_name_paths(command) for command in reading.commands)


def has_places(reading: Reading) -> bool:
    return (
        any(item.target.word.text.startswith("/dev/") for item in reading.redirects)
        or any("://" in word.text for command in reading.commands for word in command.words)
        or has_inline_code(reading)
        or any(
            role_of(role).place
            for command in reading.commands
            for parsed in (*command.outer, command.parsed)
            for role, _, _ in parsed.roles
        )
    )


def has_flows(reading: Reading) -> bool:
    """Data can only move over an edge, through a file, or to a network."""
    if reading.edges or reading.redirects:
        return True
    commands = reading.commands
    return any(
        command.parsed.network
        or "network_if" in command.parsed.entry
        or has_code(command)
        or (len(commands) > 1 and may_name_paths(command))
        for command in commands
    )


def has_inline_code(reading: Reading) -> bool:
    return any(has_code(command) for command in reading.commands)


def has_packages(reading: Reading) -> bool:
    return any("package_op" in command.parsed.entry for command in reading.commands)


def late(module: str, function: str, needed: Callable[[Reading], bool]) -> Callable[[View], Any]:
    """How a field is computed by a module that loads only where something of that kind can be in the command."""

    def compute(view: View) -> Any:
        if not needed(view.reading):
            return []
        found = __import__("policyhooks.shell." + module, None, None, (function,))
        return getattr(found, function)(view)

    return limited(compute)


def is_understood(view: View) -> bool:
    """A limit that a late field reaches takes it back."""
    return view.reading.understood


def only_reads(view: View) -> bool:
    from policyhooks.shell.view.read_only import reads_only

    return reads_only(view)


def places_of(view: View) -> tuple[list[Url], list[Host]]:
    from policyhooks.shell.view.network import read_places

    return read_places(view)


def is_dynamic(view: View) -> bool:
    return any(command.dynamic for command in view.reading.commands)


class View(Shell):
    """A Shell whose costly fields are computed when first read."""

    reading: Reading
    understood: bool = current(is_understood)
    dynamic: bool = lazy(is_dynamic)
    read_only: bool = lazy(limited(only_reads))
    redirects: Sequence[Redirect] = lazy(late("view.path_roles", "redirects_of", has_redirects))
    paths: Sequence[PathRef] = lazy(late("view.path_roles", "all_paths", has_paths))
    hosts: Sequence[Host] = lazy(late("view.network", "hosts_of", has_places))
    urls: Sequence[Url] = lazy(late("view.network", "urls_of", has_places))
    flows: Sequence[Flow] = lazy(late("view.flows", "flows_of", has_flows))
    inline_code: Sequence[Code] = lazy(late("inline.code", "code_of", has_inline_code))
    package_ops: Sequence[Pkg] = lazy(late("view.packages", "packages_of", has_packages))
    places: tuple[list[Url], list[Host]] = lazy(places_of)


def nothing_runs(command: str, problems: list[str]) -> bool:
    """Whether the one problem is a syntax error that stops every shell: then nothing unseen can run."""
    if problems != ["parse_error"]:
        return False
    from policyhooks.shell.syntax.refused import is_refused

    return is_refused(command)


def is_unread(command: str, problems: list[str]) -> bool:
    """Part of the text was not read, or holds blanks that some shells take as such."""
    if not UNREAD.isdisjoint(problems):
        return True
    return "odd_char" in problems and any(char.isspace() and char not in " \t\n" for char in command)


def read(
    command: str,
    *,
    dialect: str,
    cwd: str,
    workspace: str,
    home: str,
    resolve_links: bool = True,
    parser: Parser,
    guarded: Sequence[str] = (),
    rows: OwnRows | None = None,
) -> Shell:
    """What the command would run. Never raises: what cannot be read sets understood to false."""
    made = settings_of(
        command,
        dialect=dialect,
        workspace=workspace,
        home=home,
        resolve_links=resolve_links,
        parser=parser,
        guarded=guarded,
        rows=rows,
    )
    return read_by(made, command, cwd)


def read_by(settings: Settings, command: str, cwd: str) -> Shell:
    """What the command would run, read in a way that was settled before."""
    reader = Reader(settings)
    reading = (read_safely if settings.rows is None else read_with_rows)(reader, command, State(cwd))
    return View(
        command=command,
        dialect=settings.dialect,
        cwd=cwd,
        workspace=settings.workspace,
        home=settings.home,
        problems=reading.problems,
        commands=reading.commands,
        pipelines=reading.pipelines,
        defines=reading.defines,
        env=reading.env,
        reading=reading,
    )


def read_safely(reader: Reader, command: str, state: State) -> Reading:
    """All that can be read."""
    context = Context()
    try:
        _, reached = gather(lambda text: read_all(reader, text, state, context), command)
        reader.reading.exceed(reached)
        if reader.reading.problems and is_unread(command, reader.reading.problems):
            from policyhooks.shell.walk.fallback import list_crudely

            list_crudely(reader, command, state, context)
    except Exception:  # noqa: BLE001  # INVARIANT: a fault of ours is never an allow
        reader.problem("internal")
    reading = reader.reading
    reading.understood = not reading.problems or nothing_runs(command, reading.problems)
    return reading


def read_with_rows(reader: Reader, command: str, state: State) -> Reading:
    """The same, where users have described programs."""
    from policyhooks.shell.programs.lookup import reading_with

    rows = reader.settings.rows
    assert rows is not None
    return reading_with(rows, read_safely, reader, command, state)


def read_all(reader: Reader, command: str, state: State, context: Context) -> None:
    """Every command of the text, and of functions that may be called later."""
    try:
        reader.script(command, reader.settings.dialect, state, context)
        if reader.bodies:
            from policyhooks.shell.walk.definitions import run_uncalled

            run_uncalled(reader, context)
        if reader.traps:
            from policyhooks.shell.walk.traps import run_traps

            run_traps(reader, state)
        if reader.reading.may_be_late():
            from policyhooks.shell.walk.late_writes import check_late

            check_late(reader)
        reader.reading.check_code()
    except RecursionError:
        reach("too_deep")
