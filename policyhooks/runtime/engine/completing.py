"""Fills in what an adapter leaves raw: normal paths, hosts, and what MCP arguments name.

Adapters know a client's words, shell/ knows paths and hosts; they may not know each other, so
their meeting place is here.
"""

from __future__ import annotations

from policyhooks.core.event import Held
from policyhooks.core.values import Record, but, is_given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.records import Mcp
    from policyhooks.core.shell_records import PathRef, Shell
    from policyhooks.core.stored_text import StoredText

    ReadScript = Callable[[str], StoredText | None]
    OpenScripts = Callable[[Event], ReadScript]


class MachineView(Record):
    """How to look at the machine: who we are, the parser of commands, whether the real disk is looked at."""

    user: str = ""
    home: str = ""
    links: bool = True
    repository: bool = True  # with links: some rule may ask for the workspace's remote or branch
    guarded: Sequence[str] = ()  # where the running hook itself lies: see shell/view/guarded.py
    read_shell: Callable[[Event], Shell] | None = None


def shell_reader(
    binary: str, links: bool, guarded: Sequence[str] = (), open_scripts: OpenScripts | None = None
) -> Callable[[Event], Shell]:
    """What turns an event's command into its parsed view; `binary` is shfmt, absolute."""

    def read_shell(event: Event) -> Shell:
        from policyhooks.shell.syntax.parser import Parser
        from policyhooks.shell.view.settling import settings_of
        from policyhooks.shell.view.shell import read_by

        info, command = event.event, event.command or ""
        settings = settings_of(
            command,
            dialect=event.dialect,
            workspace=info.workspace,
            home=event.home,
            resolve_links=links,
            parser=Parser(binary),
            guarded=guarded,
            rows=event.rows,
            scripts=None if open_scripts is None else when_asked(open_scripts, event),
        )
        return read_by(settings, command, info.cwd or info.workspace)

    return read_shell


def when_asked(open_scripts: OpenScripts, event: Event) -> ReadScript:
    """A reader of files that are run, opened for the first of them: most commands run none."""
    opened: list[ReadScript] = []

    def read(path: str) -> StoredText | None:
        if not opened:
            opened.append(open_scripts(event))
        return opened[0](path)

    return read


def fill(event: Event, place: MachineView) -> Event:
    """The event with every declared field in its final form."""
    is_call = is_given(event, "mcp") and bool(event.mcp.arguments)
    if event.command is not None or is_call or event.name == "tool.before":
        event = but(event, read_shell=place.read_shell)
    if is_given(event, "file") and event.file.path.raw:
        file = event.file
        event = but(event, file=but(file, path=_path(event, file.path.raw, file.op, place)))
    if event.files:
        seen: dict[str, str] = {}
        files = [but(one, path=_path(event, one.path.raw, one.op, place, seen)) for one in event.files]
        event = but(event, files=files)
    if is_given(event, "web") and event.web.url:
        from policyhooks.shell.view.hosts import read_url

        event = but(event, web=but(event.web, host=read_url(event.web.url)[1]))
    if is_call or (event.name == "tool.before" and event.tool.input):
        mcp, held = _read_input(event, place)
        event = but(event, mcp=mcp, held=held)
    if is_given(event, "mcp") and event.mcp.identity:
        from policyhooks.runtime.engine.servers import identity_of

        event = but(event, mcp=but(event.mcp, identity=identity_of(event.mcp)))
    return event


def _read_input(event: Event, place: MachineView) -> tuple[Mcp, Held]:
    """What free-form input names: of an MCP call in the words of `mcp`, and of any for derived events."""
    from policyhooks.runtime.engine.tool_arguments import read_input, sql_in

    mcp = event.mcp
    arguments = mcp.arguments or event.tool.input
    found = read_input(mcp.tool or event.tool.name, arguments)
    seen: dict[str, str] = {}
    paths = [_path(event, raw, op, place, seen) for raw, op in found.paths]
    held = Held(paths=paths, commands=found.commands, problem=found.problem)
    if not mcp.arguments:
        return mcp, but(held, urls=found.pages)
    statements, understood = sql_in(arguments, found.leaves, mcp.tool)
    mcp = but(mcp, paths=paths, sql=statements, sql_understood=understood, understood=not found.problem)
    if found.urls:
        from policyhooks.shell.view.hosts import read_url

        places = [read_url(text) for text in found.urls]
        mcp = but(mcp, urls=[url for url, _ in places], hosts=[host for _, host in places])
    return mcp, held


def _path(event: Event, raw: str, op: str, place: MachineView, seen: dict[str, str] | None = None) -> PathRef:
    from policyhooks.shell.view.paths import path_ref

    info = event.event
    return path_ref(
        raw,
        cwd=info.cwd or info.workspace,
        workspace=info.workspace,
        home=event.home,
        op="write" if op == "edit" else op,
        links=place.links,
        guarded=place.guarded,
        seen=seen,
    )
