"""Assembles the canonical event from its parts, with the fields that it really supplies.

A row's fields count as supplied unless the payload left them out: adapters set only what they were told.
"""

from __future__ import annotations

import sys

from policyhooks.clients.catalog import find
from policyhooks.clients.fields import NO_TEXT, NO_TEXTS, optional_text, told
from policyhooks.core.records import EventInfo
from policyhooks.core.values import build, but

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.clients.catalog import Row
    from policyhooks.core.event import Event
    from policyhooks.core.records import Session

# What the machine adds to every event, or the engine reads out of other fields.
_LATER = frozenset(
    "event.client event.native event.name event.os event.time event.user event.ci event.repo event.branch web.host"  # noqa: SIM905
    " event.own_branch event.linked_worktree event.container"
    " mcp.paths mcp.hosts mcp.urls mcp.sql mcp.sql_understood mcp.understood".split()
)
# Of pipelines that do not set CI itself: Azure Pipelines, CodeBuild, Jenkins, TeamCity.
PIPELINES = ("TF_BUILD", "CODEBUILD_BUILD_ID", "JENKINS_URL", "TEAMCITY_VERSION")
_OS = {"linux": "linux", "darwin": "macos", "win32": "windows"}


def assemble(payload: Mapping[str, object], info: EventInfo, session: Session, parts: Event) -> Event:
    """The event. `info` and `parts` hold what the adapter knows, each with nothing that it was not told."""
    row = find(info.client, info.native, info.name)
    supplied: frozenset[str] = frozenset()
    if row is not None:
        supplied = _supplied(row, {**parts.__dict__, "event": info, "session": session})
    return but(
        parts,
        client=info.client,
        native=info.native,
        name=info.name,
        payload=payload,
        event=info,
        session=session,
        supplied=supplied,
    )


def _supplied(row: Row, found: Mapping[str, object]) -> frozenset[str]:
    """The fields of a row that an event really has, with those that are added later."""
    told = {root for root, part in found.items() if part is not None}
    told.update([f"{root}.{name}" for root in told for name in getattr(found[root], "__dict__", ())])
    wanted, shell = row.fields | row.optional, found.get("command") is not None
    left_out = [
        field
        for field in wanted - told
        if not (shell and field.startswith("shell.")) and not (field in _LATER and field in row.fields)
    ]
    return wanted.difference(left_out) if left_out else wanted


def in_turn(session: Session, payload: Mapping[str, object], turn: str, *transcript: str) -> Session:
    """The conversation with the turn's id and the file that holds it, by the client's names of them."""
    found = {
        "turn": optional_text(payload, turn),
        "transcript": optional_text(payload, *transcript or ("transcript_path",)),
    }
    return build(type(session), {**session.__dict__, **{name: value for name, value in found.items() if value}})


def info_of(
    client: str,
    native: str,
    name: str,
    cwd: str,
    workspace: str,
    model: str = NO_TEXT,
    permission_mode: str = NO_TEXT,
) -> EventInfo:
    """What every client tells of an event: which one it is, and where it happens."""
    return told(
        EventInfo,
        client=client,
        native=native,
        name=name,
        os=system(),
        cwd=cwd or NO_TEXT,
        workspace=workspace or NO_TEXT,
        workspaces=folders_of(workspace),
        model=model,
        permission_mode=permission_mode,
    )


def system() -> str:
    """The operating system, in the words of `event.os`."""
    return _OS.get(sys.platform, sys.platform)


def in_pipeline(environ: Mapping[str, str]) -> bool:
    """Whether the variables of a client say that it runs in a pipeline: `CI`, unless it says no, or one of its own."""
    if environ.get("CI", "").lower() not in ("", "0", "false", "no", "off"):
        return True
    return any(map(environ.get, PIPELINES))


def workspace_of(cwd: str, *candidates: object) -> str:
    """The first absolute folder that the client names, else the current one."""
    for one in candidates:
        if isinstance(one, str) and one.startswith("/"):
            return one
    return cwd


def folders_of(workspace: str, folders: Sequence[str] = ()) -> Sequence[str]:
    """Every folder of the workspace, for a `told` record: nothing where no folder is known."""
    return (list(folders) or [workspace]) if workspace else NO_TEXTS
