"""The words between a front and a resident: frames over a unix socket. front/front.c speaks the other side.

    frame   "PHF1", kind u8, flags u8 = 0, reserved u16 = 0, length u32, body; all numbers big-endian
    front   HELLO, STDIN                                  who asks and for what, then the event
    worker  ACCEPT | STALE                                it decides | it is not the one to ask
    worker  BUSY_OUTSIDE, where a judge or a command is about to run: nobody may decide this a second time
    worker  PREPARED                                      the answer, of which nothing is stored yet
    front   COMMIT
    worker  DONE                                          all is stored; now the front gives the answer

It knows neither events nor decisions.
"""

from __future__ import annotations

import posix

from policyhooks.core.values import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.core.verdict import Response

PROTOCOL = 1
MAGIC = b"PHF1"
HEAD = 12
HELLO, STDIN, ACCEPT, STALE, BUSY_OUTSIDE, PREPARED, COMMIT, DONE = range(1, 9)
LONGEST_HELLO = 1 << 17
LONGEST_EVENT = 1 << 20  # a longer one goes to the ordinary hook
CHUNK = 1 << 16
NUMBERS = 102  # bytes of a hello before its texts


class Broken(Exception):
    """The other side went away, or says what no front says."""


class Hello(Record):
    """Who asks, from where, and for what."""

    request: str = ""
    generation: int = 0
    digest: bytes = b""
    budget_ms: int = 0
    place: tuple[int, int, int] = (0, 0, 0)  # mount namespace, and device and inode of the root folder
    folder: tuple[int, int] = (0, 0)  # device and inode of the working folder
    project: str = ""
    client: str = ""
    native: str = ""
    cwd: str = ""
    environ: Mapping[bytes, bytes] = {}
    size: int = 0  # of the event


class Line:
    """One connection, read frame by frame."""

    __slots__ = ("buffer", "descriptor")

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.buffer = b""

    def take(self, kind: int, longest: int) -> bytes:
        """The body of the next frame, which must be of this kind. Raises Broken."""
        head = self._bytes(HEAD)
        size = int.from_bytes(head[8:], "big")
        if head[:8] != MAGIC + bytes((kind, 0, 0, 0)) or size > longest:
            raise Broken("not the frame that was due")
        return self._bytes(size)

    def send(self, kind: int, body: bytes = b"") -> None:
        """Raises Broken."""
        data = MAGIC + bytes((kind, 0, 0, 0)) + len(body).to_bytes(4, "big") + body
        try:
            while data:
                data = data[posix.write(self.descriptor, data) :]
        except OSError:
            raise Broken("nobody listens") from None

    def _bytes(self, size: int) -> bytes:
        pieces, have = [self.buffer], len(self.buffer)
        while have < size:
            try:
                piece = posix.read(self.descriptor, CHUNK)
            except OSError:
                piece = b""
            if not piece:
                raise Broken("it ended")
            pieces.append(piece)
            have += len(piece)
        data = b"".join(pieces)
        self.buffer = data[size:]
        return data[:size]


def read_hello(body: bytes) -> Hello:
    """Raises Broken on anything but a whole one of this protocol."""
    if len(body) < NUMBERS or body[:2] != PROTOCOL.to_bytes(2, "big"):
        raise Broken("another protocol")
    numbers = [int.from_bytes(body[at : at + 8], "big") for at in range(58, NUMBERS - 4, 8)]
    texts, at = [], NUMBERS
    while at < len(body):
        end = at + 4 + int.from_bytes(body[at : at + 4], "big")
        texts.append(body[at + 4 : end])
        at = end
    if at != len(body) or len(texts) < 4:
        raise Broken("not a whole hello")
    try:
        project, client, native, cwd = [text.decode("utf-8", "surrogateescape") for text in texts[:4]]
        environ = dict([text.split(b"=", 1) for text in texts[4:]])
    except ValueError:
        raise Broken("not a variable") from None
    return Hello(
        request=body[2:18].hex(),
        generation=int.from_bytes(body[18:22], "big"),
        digest=body[22:54],
        budget_ms=int.from_bytes(body[54:58], "big"),
        place=(numbers[0], numbers[1], numbers[2]),
        folder=(numbers[3], numbers[4]),
        size=int.from_bytes(body[NUMBERS - 4 : NUMBERS], "big"),
        project=project,
        client=client,
        native=native,
        cwd=cwd,
        environ=environ,
    )


def write_prepared(response: Response, code: int) -> bytes:
    """The body of PREPARED: the exit code, then stdout, stderr, and what is appended to which file."""
    path = response.append_path.encode("utf-8", "surrogateescape")
    addition = response.append_text if path else b""
    parts = (response.stdout, response.stderr, path, addition)
    return bytes((code,)) + b"".join([len(part).to_bytes(4, "big") + part for part in parts])
