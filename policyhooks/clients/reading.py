"""Assembles the canonical event from its parts, with the fields that it really supplies.

A row's fields count as supplied unless the payload left them out: adapters set only what they were told.
"""

from __future__ import annotations

import sys

from policyhooks.core.catalog import find
from policyhooks.core.event import Event
from policyhooks.core.records import EventInfo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# What the machine adds to every event, or the engine reads out of other fields.
_LATER = frozenset(
    "event.client event.native event.name event.os event.time event.user event.repo event.branch web.host"  # noqa: SIM905
    " mcp.paths mcp.hosts mcp.urls mcp.sql mcp.sql_understood".split()
)
_OS = {"linux": "linux", "darwin": "macos", "win32": "windows"}


def assemble(
    client: str,
    native: str,
    name: str,
    payload: Mapping[str, object],
    info: Mapping[str, object],
    parts: Mapping[str, object],
) -> Event:
    """The event. `info` holds the fields of EventInfo that the adapter knows, `parts` those of Event."""
    event = Event(
        client=client,
        native=native,
        name=name,
        payload=payload,
        event=EventInfo(client=client, native=native, name=name, os=_OS.get(sys.platform, sys.platform), **info),
        **parts,
    )
    row = find(client, native, name)
    if row is not None:
        supplied = row.fields.union([field for field in row.optional if _has(event, field)])
        left_out = [field for field in row.fields if field not in _LATER and not _has(event, field)]
        event.__dict__["supplied"] = supplied.difference(left_out) if left_out else supplied
    return event


def _has(event: Event, field: str) -> bool:
    root, _, name = field.partition(".")
    if root == "shell":
        return event.command is not None
    part = event.__dict__.get(root)
    return part is not None and (not name or name in part.__dict__)


def located(cwd: str, workspace: str, workspaces: Sequence[str] = ()) -> dict[str, object]:
    """The folders of an event, those that are known."""
    info: dict[str, object] = {"cwd": cwd} if cwd else {}
    if workspace:
        info.update(workspace=workspace, workspaces=list(workspaces) or [workspace])
    return info


def workspace_of(cwd: str, *candidates: object) -> str:
    """The first absolute folder that the client names, else the current one."""
    for one in candidates:
        if isinstance(one, str) and one.startswith("/"):
            return one
    return cwd
