"""NATS JetStream: one message a record, its id in `Nats-Msg-Id`, the next one only when this one is acknowledged.

One at a time is what keeps the order: of two that are under way, a server may take the second and not the first.
The stream is the server's business, and so is who may publish where: nothing here makes or changes one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from policyhooks.errors import EnvironmentBroken
from policyhooks.shipping.delivery import WAIT_S, Credentials, Refused, Undelivered
from policyhooks.shipping.destination import Destination
from policyhooks.shipping.message import Message

if TYPE_CHECKING:
    from nats.aio.client import Client

IDLE_S = 30.0  # then the connection is made anew: nobody has answered the server's pings meanwhile
WRONG_STREAM = "no stream takes this subject"
TOO_LARGE = 10054  # what a stream says of a message above its own limit


class NatsDelivery:
    """A connection of its own, in an event loop of its own."""

    most = 64

    def __init__(self, destination: Destination, credentials: Credentials) -> None:
        try:
            import nats
        except ImportError:
            raise EnvironmentBroken(
                "NATS needs a package that is not installed", "pip install 'policyhooks[ship]'"
            ) from None
        self.nats = nats
        self.destination = destination
        self.token, self.signer = credentials.token, credentials.signer
        self.hears_health = credentials.signer is not None
        self.runner = asyncio.Runner()
        self.client: Client | None = None
        self.used = 0.0

    def send(self, messages: Sequence[Message]) -> None:
        """Publish one after the other, each acknowledged by the stream."""
        if time.monotonic() - self.used > IDLE_S:
            self._leave()
        try:
            self.runner.run(self._publish(messages))
        except self.nats.errors.MaxPayloadError:
            raise Refused("a message is larger than the server takes") from None
        except (self.nats.errors.Error, OSError) as problem:
            if isinstance(problem, self.nats.js.errors.APIError) and problem.err_code == TOO_LARGE:
                raise Refused("a message is larger than the stream takes") from None
            self._leave()
            raise Undelivered(self._told(problem)) from None
        self.used = time.monotonic()

    def close(self) -> None:
        self._leave()
        self.runner.close()

    async def _publish(self, messages: Sequence[Message]) -> None:
        if self.client is None or not self.client.is_connected:
            self.client = await self._connect()
        stream = self.client.jetstream(timeout=WAIT_S)
        for message in messages:
            subject = f"{self.destination.where}.{message.installation}"
            data, word = message.encode(), message.delivery_id
            signed = self.signer.sign(subject, word, data) if self.signer is not None else {}
            await stream.publish(subject, data, headers={"Nats-Msg-Id": word, **signed})

    async def _connect(self) -> Client:
        async def ignore(_problem: Exception) -> None:
            """What breaks is raised where it is awaited."""

        scheme = "tls" if self.destination.tls else "nats"
        host = f"[{self.destination.host}]" if ":" in self.destination.host else self.destination.host
        return await self.nats.connect(
            f"{scheme}://{host}:{self.destination.port}",
            name="policyhooks",
            token=self.token or None,
            # INVARIANT: no reconnection behind our back: it would send what comes later before what was lost.
            allow_reconnect=False,
            connect_timeout=int(WAIT_S),
            max_reconnect_attempts=0,
            error_cb=ignore,
        )

    def _leave(self) -> None:
        client, self.client = self.client, None
        if client is not None:
            with suppress(self.nats.errors.Error, OSError):
                self.runner.run(client.close())

    def _told(self, problem: BaseException) -> str:
        if isinstance(problem, self.nats.js.errors.NoStreamResponseError):
            return WRONG_STREAM
        if isinstance(problem, (TimeoutError, self.nats.errors.TimeoutError)):
            return "no answer in time"
        if isinstance(problem, OSError):
            return (problem.strerror or "the connection broke").lower()
        if isinstance(problem, self.nats.js.errors.APIError):
            return f"the stream refuses it (code {problem.err_code})"
        return type(problem).__name__.removesuffix("Error").lower()
