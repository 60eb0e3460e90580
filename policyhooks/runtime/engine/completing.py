"""Fills in what an adapter leaves raw: normal paths, hosts, and what MCP arguments name.

Adapters know a client's words, shell/ knows paths and hosts; they may not know each other, so
their meeting place is here.
"""

from __future__ import annotations

from policyhooks.core.event import Held
from policyhooks.core.records import Record, but

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.records import Mcp, PathRef, Shell


class MachineView(Record):
    """How to look at the machine: who we are, the parser of commands, whether the real disk is looked at."""

    user: str = ""
    home: str = ""
    links: bool = True
    repository: bool = True  # with links: some rule may ask for the workspace's remote or branch
    guarded: Sequence[str] = ()  # where the running hook itself lies: see shell/view/guarded.py
    read_shell: Callable[[Event], Shell] | None = None


def shell_reader(binary: str, links: bool, guarded: Sequence[str] = ()) -> Callable[[Event], Shell]:
    """What turns an event's command into its parsed view; `binary` is shfmt, absolute."""

    def read_shell(event: Event) -> Shell:
        from policyhooks.shell.syntax.parser import Parser
        from policyhooks.shell.view.shell import read

        info = event.event
        return read(
            event.command or "",
            dialect=event.dialect,
            cwd=info.cwd or info.workspace,
            workspace=info.workspace,
            home=event.home,
            resolve_links=links,
            parser=Parser(binary),
            guarded=guarded,
            rows=event.rows,
        )

    return read_shell


def fill(event: Event, place: MachineView) -> Event:
    """The event with every declared field in its final form."""
    read_shell, file, web, mcp = event.read_shell, event.file, event.web, event.mcp
    if event.command is not None or mcp.arguments or event.name == "tool.before":
        read_shell = place.read_shell
    if file.path.raw:
        file = but(file, path=_path(event, file.path.raw, file.op, place))
    if web.url:
        from policyhooks.shell.view.hosts import read_url

        web = but(web, host=read_url(web.url)[1])
    held = event.held
    if mcp.arguments or (event.name == "tool.before" and event.tool.input):
        mcp, held = _read_input(event, place)
    seen: dict[str, str] = {}
    files = [but(one, path=_path(event, one.path.raw, one.op, place, seen)) for one in event.files]
    return but(event, read_shell=read_shell, file=file, files=files, web=web, mcp=mcp, held=held)


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
