"""Pulls messages of a JetStream stream from a position on, in its order. The position is the lake's, not the server's.

A consumer without acknowledgements is made anew for each connection: so there is nothing on the server that could be
out of step with the lake, and collecting needs no right to change anything but its own consumers.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from policyhooks.collecting.arrivals import Arrival
from policyhooks.errors import EnvironmentBroken

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.js.client import JetStreamContext

WAIT_S = 10.0
PIECE = 500  # messages that are asked for at once
IDLE_S = 30.0  # then the consumer is made anew: the server may have lost it
INACTIVE_S = 120.0

T = TypeVar("T")


class Unreachable(Exception):
    """The server or the stream cannot be used now."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class StreamState:
    """What the server says of the stream."""

    created: str
    first: int
    last: int


class Stream:
    """One stream of one server."""

    def __init__(self, host: str, port: int, tls: bool, stream: str, token: str) -> None:
        try:
            import nats
        except ImportError:
            raise EnvironmentBroken(
                "collecting needs packages that are not installed", "pip install 'policyhooks[collect]'"
            ) from None
        self.nats = nats
        self.host, self.port, self.tls, self.stream, self.token = host, port, tls, stream, token
        self.runner = asyncio.Runner()
        self.client: Client | None = None
        self.puller: JetStreamContext.PullSubscription | None = None
        self.heard = 0.0

    @property
    def name(self) -> str:
        """How the catalog names it: the stream alone, because servers have many addresses."""
        return self.stream

    def look(self) -> StreamState:
        """The stream's state. Raises Unreachable."""
        return self._run(self._look())

    def make(self, subject: str) -> None:
        """Make the stream where there is none. Raises Unreachable."""
        self._run(self._make(subject))

    def pull(self, after: int, most: int, patience: float) -> Sequence[Arrival]:
        """Messages behind a number, as they come; none where nothing came in time. Raises Unreachable."""
        if self.puller is not None and time.monotonic() - self.heard > IDLE_S:
            self.leave()
        found = self._run(self._pull(after, most, patience))
        if found:
            self.heard = time.monotonic()
        return found

    def leave(self) -> None:
        """Let go of the connection; the next pull makes another."""
        client, self.client, self.puller = self.client, None, None
        if client is not None:
            with suppress(Exception):  # whatever it is, the connection is of no use any more
                self.runner.run(asyncio.wait_for(client.close(), WAIT_S))

    def close(self) -> None:
        self.leave()
        self.runner.close()

    def _run(self, deed: Coroutine[object, object, T]) -> T:
        """Run it; whatever the server or the way to it did wrong ends the connection."""
        try:
            return self.runner.run(deed)
        except (self.nats.errors.Error, OSError) as problem:
            self.leave()
            raise Unreachable(self._told(problem)) from None

    def _told(self, problem: BaseException) -> str:
        if isinstance(problem, self.nats.js.errors.NotFoundError):
            return f"there is no stream {self.stream}"
        if isinstance(problem, (TimeoutError, self.nats.errors.TimeoutError)):
            return "no answer in time"
        if isinstance(problem, OSError):
            return (problem.strerror or "the connection broke").lower()
        if isinstance(problem, self.nats.js.errors.APIError):
            return f"the server refuses it (code {problem.err_code})"
        return type(problem).__name__.removesuffix("Error").lower()

    async def _look(self) -> StreamState:
        info = await (await self._connect()).jetstream(timeout=WAIT_S).stream_info(self.stream)
        return StreamState(str(info.created), info.state.first_seq, info.state.last_seq)

    async def _make(self, subject: str) -> None:
        stream = (await self._connect()).jetstream(timeout=WAIT_S)
        try:
            await stream.stream_info(self.stream)
        except self.nats.js.errors.NotFoundError:
            await stream.add_stream(name=self.stream, subjects=[f"{subject}.>"])

    async def _pull(self, after: int, most: int, patience: float) -> list[Arrival]:
        if self.puller is None:
            self.puller = await self._subscribe(after)
            self.heard = time.monotonic()
        try:
            messages = await self.puller.fetch(min(most, PIECE), timeout=patience)
        except (TimeoutError, self.nats.errors.TimeoutError):
            return []
        found = [_arrival(message) for message in messages]
        return [one for one in found if one.seq > after]

    async def _subscribe(self, after: int) -> JetStreamContext.PullSubscription:
        from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy

        config = ConsumerConfig(
            ack_policy=AckPolicy.NONE,
            deliver_policy=DeliverPolicy.BY_START_SEQUENCE,
            opt_start_seq=after + 1,
            inactive_threshold=INACTIVE_S,
        )
        stream = (await self._connect()).jetstream(timeout=WAIT_S)
        return await stream.pull_subscribe("", stream=self.stream, config=config)

    async def _connect(self) -> Client:
        async def ignore(_problem: Exception) -> None:
            """What breaks is raised where it is awaited."""

        if self.client is None or not self.client.is_connected:
            host = f"[{self.host}]" if ":" in self.host else self.host
            self.client = await self.nats.connect(
                f"{'tls' if self.tls else 'nats'}://{host}:{self.port}",
                name="policyhooks collect",
                token=self.token or None,
                allow_reconnect=False,
                connect_timeout=int(WAIT_S),
                max_reconnect_attempts=0,
                error_cb=ignore,
            )
        return self.client


def _arrival(message: Msg) -> Arrival:
    about = message.metadata
    headers: Mapping[str, str] = message.headers or {}
    return Arrival(
        about.sequence.stream, int(about.timestamp.timestamp() * 1000), message.subject, message.data, headers
    )
