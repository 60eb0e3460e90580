"""The folders that a project's state was installed for: `roots` in the state folder, one real path a line.

A committed entry names a project by its id, which anybody can copy into another repository. An
event from a folder that is not listed is therefore not decided by this project's rules but blocked.
"""

from __future__ import annotations

import posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.event import Event

FILE = "roots"
LONGEST = 1 << 20


class NotInstalled(Exception):
    """The event comes from a folder that was not installed."""


def check_root(event: Event, state: str) -> None:
    """Raises NotInstalled unless a place of the event lies in a listed folder."""
    info = event.event
    places = [place for place in (info.workspace, *info.workspaces) if place] or [info.cwd or posix.getcwd()]
    roots = read_roots(state)
    if any(place in roots for place in places):
        return
    from policyhooks.shell.view.paths import is_under, real_path

    if not any(is_under(real_path(place, False), root) for place in places for root in roots):
        raise NotInstalled("this folder is not one that the project was installed in; run `policyhooks install` here")


def read_roots(state: str) -> list[str]:
    """The listed folders; none where the list cannot be read."""
    try:
        descriptor = posix.open(f"{state}/{FILE}", posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return []
    try:
        text = posix.read(descriptor, LONGEST).decode("utf-8", "surrogateescape")
    finally:
        posix.close(descriptor)
    return [line for line in text.split("\n") if line]
