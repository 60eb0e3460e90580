"""A resident of a scratch state: started, ended, watched, and spoken to as a front speaks to it."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from policyhooks.image.activation import Activation
from policyhooks.image.resident_process import running, start, stop
from policyhooks.runtime.resident.attendant import place_here
from policyhooks.runtime.resident.frames import HEAD, HELLO, MAGIC, PROTOCOL, STDIN
from policyhooks.runtime.resident.parent import FOLDER, SOCKET, read_told

PATIENCE_S = 30


@contextmanager
def resident_of(active: Activation) -> Iterator[int]:
    """A resident that runs; its process id. It is ended by that id, and no longer wanted."""
    try:
        yield start(active.state, "claude-code")
    finally:
        stop(active.state)


def await_that(holds: Callable[[], object], what: str = "") -> None:
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end, what or "it never came"
        time.sleep(0.005)


def workers_of(parent: int) -> list[int]:
    """The processes that a resident has now."""
    try:
        return [int(word) for word in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    except OSError:
        return []


def await_resident(state: Path) -> int:
    """The resident that somebody else starts."""
    await_that(lambda: running(state) and (state / FOLDER / SOCKET).is_socket(), "no resident came")
    return running(state)


@dataclass(frozen=True)
class Asked:
    """What a front says of itself."""

    state: Path
    number: bytes
    generation: int
    digest: bytes
    place: tuple[int, int, int]
    native: str = "PreToolUse"
    environ: tuple[str, ...] = ()
    cwd: str = "/"
    protocol: int = PROTOCOL
    budget_ms: int = 20_000

    def hello(self, event: bytes) -> bytes:
        here = os.stat(self.cwd)
        body = self.protocol.to_bytes(2, "big") + self.number + self.generation.to_bytes(4, "big") + self.digest
        body += self.budget_ms.to_bytes(4, "big")
        for value in (*self.place, here.st_dev, here.st_ino):
            body += value.to_bytes(8, "big")
        body += len(event).to_bytes(4, "big")
        for text in ("-", "claude-code", self.native, self.cwd, *self.environ):
            body += len(text.encode()).to_bytes(4, "big") + text.encode()
        return body


def asked(state: Path, **changes: object) -> Asked:
    """As the front of this state would, but for the changes."""
    generation, digest = read_told(str(state))
    return replace(Asked(state, os.urandom(16), generation, digest, place_here()), **changes)  # type: ignore[arg-type]


def frame(kind: int, body: bytes = b"") -> bytes:
    return MAGIC + bytes((kind, 0, 0, 0)) + len(body).to_bytes(4, "big") + body


class Talk:
    """A connection to a resident, frame by frame."""

    def __init__(self, state: Path) -> None:
        self.line = socket.socket(socket.AF_UNIX)
        self.line.settimeout(PATIENCE_S)
        folder = os.open(state / FOLDER, os.O_RDONLY)
        self.line.connect(f"/proc/self/fd/{folder}/{SOCKET}")
        os.close(folder)

    def say(self, kind: int, body: bytes = b"") -> None:
        self.line.sendall(frame(kind, body))

    def ask(self, who: Asked, event: bytes) -> None:
        self.say(HELLO, who.hello(event))
        with suppress(BrokenPipeError):  # one that is not to be asked has said so and gone
            self.say(STDIN, event)

    def hear(self) -> tuple[int, bytes]:
        """Kind and body; 0 at the end."""
        head = self._bytes(HEAD)
        if not head:
            self.close()
        return (head[4], self._bytes(int.from_bytes(head[8:], "big"))) if head else (0, b"")

    def close(self) -> None:
        self.line.close()

    def _bytes(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            try:
                piece = self.line.recv(size - len(data))
            except OSError:
                return b""
            if not piece:
                return b""
            data += piece
        return data
