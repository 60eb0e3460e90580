"""Syslog over TCP (RFC 5424, octet counting of RFC 6587): a line a message. Nobody acknowledges anything.

What the system took is all that is known; a receiver that is killed loses what it had not read. So what went over a
connection shortly before it broke goes again over the next one: receivers know repetitions by their id.
"""

from __future__ import annotations

import os
import re
import select
import socket
import ssl
import time
from collections import deque
from collections.abc import Sequence

from policyhooks.shipping.delivery import WAIT_S, Undelivered
from policyhooks.shipping.destination import Destination
from policyhooks.shipping.message import Message, is_told
from policyhooks.shipping.record_tags import maps_in

FACILITY = 13  # log audit
ERROR, WARNING, NOTICE, INFORMATIONAL = 3, 4, 5, 6
SEVERITIES = {"deny": WARNING, "ask": NOTICE}
MOST_BYTES = 7600  # the usual limit of receivers is 8 KiB for the whole line
NAME = "policyhooks"
# RFC 5612 keeps this number for what has no enterprise of its own.
ELEMENT = "policyhooks@32473"
MOST_TAGS = 40
NO_NAME = re.compile(r"[^A-Za-z0-9_-]")
ESCAPED = re.compile(r'["\\\]]')
AGAIN_S, AGAIN_BYTES = 60.0, 8 << 20  # what was sent within so many seconds is sent again, at most so much
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


class SyslogDelivery:
    """A TCP connection, with TLS where the address says so."""

    most = 256
    hears_health = False

    def __init__(self, destination: Destination) -> None:
        self.destination = destination
        self.host = _word(socket.gethostname(), 255)
        self.socket: socket.socket | None = None
        self.recent: deque[tuple[float, bytes]] = deque()  # batches that were sent, and when

    def send(self, messages: Sequence[Message]) -> None:
        """Hand all of them to the connection."""
        data = b"".join(frame(render(message, self.host, os.getpid())) for message in messages)
        try:
            connection = self._connect()
            connection.sendall(data)
        except OSError as problem:
            self.close()
            raise Undelivered((problem.strerror or str(problem) or "no answer in time").lower()) from None
        self.recent.append((time.monotonic(), data))
        self._forget()

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
        self.socket = None

    def _connect(self) -> socket.socket:
        if self.socket is not None and _is_closed(self.socket):
            self.close()
        if self.socket is None:
            connection = socket.create_connection((self.destination.host, self.destination.port), WAIT_S)
            if self.destination.tls:
                connection = ssl.create_default_context().wrap_socket(connection, server_hostname=self.destination.host)
            self.socket = connection
            self._forget()
            connection.sendall(b"".join(data for _, data in self.recent))
        return self.socket

    def _forget(self) -> None:
        """Drop what is too old, or too much, to be sent again."""
        while self.recent and (
            self.recent[0][0] < time.monotonic() - AGAIN_S or sum(len(data) for _, data in self.recent) > AGAIN_BYTES
        ):
            self.recent.popleft()


def render(message: Message, host: str, process: int) -> bytes:
    """The line of a message: its text is JSON in ASCII, in which no line can end."""
    severity = ERROR if is_told(message) else SEVERITIES.get(str(message.record.get("verdict")), INFORMATIONAL)
    moment = str(message.record.get("time"))
    words = (
        f"<{FACILITY * 8 + severity}>1",
        moment if MOMENT.fullmatch(moment) else "-",
        host,
        NAME,
        str(process),
        _word(message.kind, 32),
        _structured(message),
    )
    head = " ".join(words).encode("ascii") + b" "
    return head + message.encode(MOST_BYTES - len(words[-1]))


def _structured(message: Message) -> str:
    """What the rules are about, a parameter an id; the sign for none where there is nothing to say."""
    maps = maps_in(message.record)
    said = [f' {_name(key)}="{_value(one)}"' for key in maps for one in maps[key]]
    return f"[{ELEMENT}{''.join(said[:MOST_TAGS])}]" if said else "-"


def _name(text: str) -> str:
    return NO_NAME.sub("", text)[:32] or "-"


def _value(text: str) -> str:
    return ESCAPED.sub(r"\\\g<0>", _word(text, 64))


def frame(line: bytes) -> bytes:
    """Octet counting: its length goes before it."""
    return b"%d %s" % (len(line), line)


def _word(text: str, most: int) -> str:
    """A field of the header: printable ASCII without blanks; the sign for none where nothing is left."""
    return "".join(char for char in text if "!" <= char <= "~")[:most] or "-"


def _is_closed(connection: socket.socket) -> bool:
    """Whether the receiver has ended it: nothing else can be read from one that never answers."""
    readable, _, _ = select.select([connection], [], [], 0)
    if not readable:
        return False
    try:
        connection.settimeout(0)
        return not connection.recv(1)
    except (ssl.SSLWantReadError, BlockingIOError):
        return False
    except OSError:
        return True
    finally:
        connection.settimeout(WAIT_S)
