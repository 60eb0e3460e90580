"""OTLP over HTTP: a request of protobuf a batch. It follows no redirect and uses no proxy of the environment."""

from __future__ import annotations

import http.client
import ssl
import time
from collections.abc import Sequence

from policyhooks import __version__
from policyhooks.errors import EnvironmentBroken
from policyhooks.shipping.delivery import WAIT_S, Credentials, Refused, Undelivered
from policyhooks.shipping.destination import Destination
from policyhooks.shipping.message import Message

TOO_MUCH = (400, 413, 422)  # said of what was sent, not of who sends it or when
LONGEST_ANSWER = 1 << 16
LONGEST_WAIT_S = 300.0


class OtlpDelivery:
    """A kept connection to a collector."""

    most = 256
    hears_health = False

    def __init__(self, destination: Destination, credentials: Credentials) -> None:
        try:
            from policyhooks.shipping import otlp_records
        except ImportError:
            raise EnvironmentBroken(
                "OTLP needs a package that is not installed", "pip install 'policyhooks[ship]'"
            ) from None
        self.records = otlp_records
        self.destination = destination
        self.headers = {"Content-Type": "application/x-protobuf", "User-Agent": f"policyhooks/{__version__}"}
        if credentials.token:
            self.headers["Authorization"] = f"Bearer {credentials.token}"
        self.connection: http.client.HTTPConnection | None = None

    def send(self, messages: Sequence[Message]) -> None:
        """One request; it is delivered when the collector says that it has all of it."""
        body = self.records.encode_request(messages, time.time_ns())
        try:
            connection = self._connect()
            connection.request("POST", self.destination.where, body, self.headers)
            answer = connection.getresponse()
            text = answer.read(LONGEST_ANSWER)
        except (OSError, http.client.HTTPException) as problem:
            self.close()
            raise Undelivered(_told(problem)) from None
        if answer.will_close:
            self.close()
        self._judge(answer.status, answer.getheader("Retry-After") or "", text)

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
        self.connection = None

    def _connect(self) -> http.client.HTTPConnection:
        if self.connection is None:
            host, port = self.destination.host, self.destination.port
            if self.destination.tls:
                context = ssl.create_default_context()
                self.connection = http.client.HTTPSConnection(host, port, timeout=WAIT_S, context=context)
            else:
                self.connection = http.client.HTTPConnection(host, port, timeout=WAIT_S)
        return self.connection

    def _judge(self, status: int, after: str, text: bytes) -> None:
        """What an answer means."""
        if status in TOO_MUCH:
            raise Refused(f"the receiver answers {status}")
        if status != http.client.OK:
            self.close()
            seconds = float(after) if after.isdecimal() and after.isascii() else 0.0
            raise Undelivered(f"the receiver answers {status}", min(seconds, LONGEST_WAIT_S))
        rejected = self.records.count_rejected(text)
        if rejected is None:
            self.close()
            raise Undelivered("the receiver's answer cannot be read")
        if rejected:
            raise Refused(f"the receiver has rejected {rejected} records")


def _told(problem: Exception) -> str:
    """Why there was no answer, without anything that the receiver wrote."""
    if isinstance(problem, TimeoutError):
        return "no answer in time"
    if isinstance(problem, OSError):
        return (problem.strerror or "the connection broke").lower()
    return "the connection broke"
