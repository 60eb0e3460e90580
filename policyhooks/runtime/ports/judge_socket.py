"""Frames over the judge's private socket: a length, then JSON, both ways, by one deadline.

It knows neither requests nor outcomes nor how a judge process is started.
"""

from __future__ import annotations

import _socket
import posix
import sys
from _socket import socket as Socket  # noqa: N812 - the C class; the socket package costs a millisecond
from _socket import socketpair as socketpair

from policyhooks.core.json_text import encode
from policyhooks.core.strict_json import parse
from policyhooks.errors import PolicyHooksError
from policyhooks.runtime.ports.judging import ANSWER_MARGIN_S, FRAME_LIMIT, remaining

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SOCKET = "worker.sock"
# A socket address holds 108 bytes on Linux, 104 elsewhere; longer folders are reached through /proc.
ADDRESS_LIMIT = 100


class Unreachable(PolicyHooksError):
    """The worker did not answer; `lost` when it vanished after it had been asked."""

    def __init__(self, cause: str, reason: str) -> None:
        super().__init__(reason)
        self.cause = cause


def connect(folder: str) -> Socket:
    """Connect without waiting; OSError says how it went."""
    path = f"{folder}/{SOCKET}"
    connection = Socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    descriptor = -1
    try:
        if len(path.encode()) > ADDRESS_LIMIT:
            descriptor = posix.open(folder, posix.O_RDONLY | posix.O_DIRECTORY | posix.O_CLOEXEC)
            path = f"/proc/self/fd/{descriptor}/{SOCKET}"
        connection.settimeout(0.5)
        connection.connect(path)
    except BaseException:
        connection.close()
        raise
    finally:
        if descriptor >= 0:
            posix.close(descriptor)
    return connection


def peer_uid(connection: Socket) -> int:
    """The user behind a unix socket; -1 where the system does not tell."""
    if hasattr(_socket, "SO_PEERCRED"):
        credentials = connection.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
        return int.from_bytes(credentials[4:8], sys.byteorder, signed=True)
    if sys.platform == "darwin":  # LOCAL_PEERCRED: version, uid, groups
        return int.from_bytes(connection.getsockopt(0, 1, 76)[4:8], sys.byteorder)
    return -1


def exchange(connection: Socket, body: Mapping[str, object], deadline: float) -> object:
    """Send one frame, read one frame, by the deadline."""
    left = remaining(deadline) - ANSWER_MARGIN_S
    text = encode({**body, "budget_ms": max(0, int(left * 1000))}).encode()
    if len(text) > FRAME_LIMIT:
        raise Unreachable("too-large", "the event is too large for a model to judge")
    try:
        connection.settimeout(max(0.001, remaining(deadline)))
        connection.sendall(len(text).to_bytes(4, "big") + text)
        size = int.from_bytes(_receive(connection, 4, deadline), "big")
        if size > FRAME_LIMIT:
            raise Unreachable("protocol", "the judge's answer is too large")
        return parse(_receive(connection, size, deadline))
    except TimeoutError:
        raise Unreachable("deadline", "the judge did not answer in time") from None
    except OSError as problem:
        raise Unreachable("worker-lost", f"the judge's worker went away (errno {problem.errno})") from None
    except PolicyHooksError as problem:
        if isinstance(problem, Unreachable):
            raise
        raise Unreachable("protocol", "the judge's answer cannot be read") from None


def _receive(connection: Socket, size: int, deadline: float) -> bytes:
    parts = []
    while size:
        left = remaining(deadline)
        if not left:
            raise TimeoutError
        connection.settimeout(left)
        part = connection.recv(min(size, 65536))
        if not part:
            raise Unreachable("worker-lost", "the judge's worker went away")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
