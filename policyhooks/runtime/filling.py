"""Fills in what an adapter leaves raw: normal paths, hosts, and what MCP arguments name.

Adapters know a client's words, shell/ knows paths and hosts; they may not know each other, so
their meeting place is here.
"""

from __future__ import annotations

from policyhooks.core.event import Event
from policyhooks.core.records import File, Mcp, Record, Web

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from policyhooks.core.records import PathRef, Shell


class Place(Record):
    """How to look at the machine: who we are, the parser of commands, whether the real disk is looked at."""

    user: str = ""
    home: str = ""
    links: bool = True
    repository: bool = True  # with links: some rule may ask for the workspace's remote or branch
    guarded: Sequence[str] = ()  # where the running hook itself lies: see shell/guarded.py
    read_shell: Callable[[Event], Shell] | None = None


def shell_reader(binary: str, links: bool, guarded: Sequence[str] = ()) -> Callable[[Event], Shell]:
    """What turns an event's command into its parsed view; `binary` is shfmt, absolute."""

    def read_shell(event: Event) -> Shell:
        from policyhooks.shell.parser import Parser
        from policyhooks.shell.view import read

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
        )

    return read_shell


def fill(event: Event, place: Place) -> Event:
    """The event with every declared field in its final form."""
    changes: dict[str, object] = {}
    if event.command is not None:
        changes["read_shell"] = place.read_shell
    if event.file.path.raw:
        changes["file"] = _with(event.file, File, path=_path(event, event.file.path.raw, event.file.op, place))
    if event.files:
        changes["files"] = [_with(file, File, path=_path(event, file.path.raw, file.op, place)) for file in event.files]
    if event.web.url:
        from policyhooks.shell.hosts import read_url

        changes["web"] = _with(event.web, Web, host=read_url(event.web.url)[1])
    if event.mcp.arguments:
        changes["mcp"] = _fill_mcp(event, place)
        changes["read_shell"] = place.read_shell
    return Event(**{**event.__dict__, **changes}) if changes else event


def _fill_mcp(event: Event, place: Place) -> Mcp:
    from policyhooks.runtime.arguments import paths_in, sql_in, urls_in

    arguments = event.mcp.arguments
    statements, understood = sql_in(arguments)
    changes: dict[str, object] = {"sql": statements, "sql_understood": understood}
    raws = paths_in(arguments)
    if raws:
        from policyhooks.runtime.arguments import operations

        ops = operations(event.mcp.tool)
        changes["paths"] = [_path(event, raw, op, place) for raw in raws for op in ops]
    texts = urls_in(arguments)
    if texts:
        from policyhooks.shell.hosts import read_url

        urls = [read_url(text) for text in texts]
        changes.update(urls=[url for url, _ in urls], hosts=[host for _, host in urls])
    return Mcp(**{**event.mcp.__dict__, **changes})


def _path(event: Event, raw: str, op: str, place: Place) -> PathRef:
    from policyhooks.shell.paths import path_ref

    info = event.event
    return path_ref(
        raw,
        cwd=info.cwd or info.workspace,
        workspace=info.workspace,
        home=event.home,
        op="write" if op == "edit" else op,
        links=place.links,
        guarded=place.guarded,
    )


def _with(record: Record, kind: type[Record], **changes: object) -> Record:
    return kind(**{**record.__dict__, **changes})
