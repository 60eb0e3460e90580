"""No connection of a judge process but those that our own transport opens: whatever a library tries, fails at once.

A library that asks a server behind our back would not know the deadline, the proxy settings or the size limits.
"""

from __future__ import annotations

import contextvars
import sys

# Set by the transport around its own work.
ours: contextvars.ContextVar[bool] = contextvars.ContextVar("ours", default=False)
_WATCHED = ("socket.connect", "socket.sendto", "socket.sendmsg")


class ForeignConnection(OSError):
    """A connection that is not the transport's."""


def refuse_foreign() -> None:
    """For the rest of this process's life: it cannot be taken back, so only processes of the judge call it."""
    sys.addaudithook(_check)


def _check(event: str, arguments: tuple[object, ...]) -> None:
    if event in _WATCHED and not ours.get():
        raise ForeignConnection("a connection outside the judge's own transport")
