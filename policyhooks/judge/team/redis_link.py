"""A bounded link to one Redis: commands out, answers in, or nothing. The only importer of its client.

Redis is not trusted: its answers are small or the link is cut, a slow one costs one time-out in half a minute, and
whatever goes wrong is "no answer". It knows no meaning of what it carries.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

from policyhooks.judge.connections import ours
from policyhooks.judge.team.team_settings import TeamSettings

ANSWER_LIMIT = 16_000
REST_S = 30.0
CONNECTIONS = 16

Command = tuple[str | int | bytes, ...]


class Store:
    """The link. It never raises, and has a rest after every trouble of the service."""

    def __init__(self, settings: TeamSettings) -> None:
        self._settings = settings
        self._client: Any = None
        self._loading: asyncio.Task[Any] | None = None
        self._rests_until = 0.0
        self.trouble = "not asked yet"

    async def ask(self, *commands: Command) -> list[object] | None:
        """One answer for each command, an exception where Redis refuses one; None where there is no answer."""
        if time.monotonic() < self._rests_until:
            return None
        token = ours.set(True)
        try:
            if not await self._load():
                return None  # its package loads for a while, once a process
            async with asyncio.timeout(self._settings.timeout_s):
                answers = await self._exchange(commands)
            self.trouble = ""
            return answers
        except Exception as problem:  # noqa: BLE001 - a client's, a server's or a network's: it is not there
            self.trouble = type(problem).__name__
            self._rests_until = time.monotonic() + REST_S
            await self.close()  # what is half read must not answer the next question
            return None
        finally:
            ours.reset(token)

    async def close(self) -> None:
        """Cut the link; the next question makes a new one."""
        client, self._client, self._loading = self._client, None, None
        if client is None:
            return
        with contextlib.suppress(Exception):
            async with asyncio.timeout(self._settings.timeout_s):
                await client.connection_pool.disconnect(inuse_connections=True)

    async def _load(self) -> bool:
        """Whether there is a client by now. Raises what its package does."""
        if self._loading is None:
            self._loading = asyncio.create_task(asyncio.to_thread(_client, self._settings))
        await asyncio.wait({self._loading}, timeout=self._settings.timeout_s)
        if not self._loading.done():
            return False
        self._client = self._loading.result()
        return True

    async def _exchange(self, commands: tuple[Command, ...]) -> list[object]:
        pipeline = self._client.pipeline(transaction=False)
        for command in commands:
            pipeline.execute_command(*command)
        answers = list(await pipeline.execute(raise_on_error=False))
        if len(answers) != len(commands):
            raise ConnectionError("another number of answers")
        return answers


def _client(settings: TeamSettings) -> Any:
    from redis.asyncio import ConnectionPool, Redis
    from redis.asyncio.connection import Connection, SSLConnection
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    encryption = {"ssl_ca_certs": settings.ca_file} if settings.encrypted else {}
    pool = ConnectionPool(
        connection_class=SSLConnection if settings.encrypted else Connection,
        max_connections=CONNECTIONS,
        host=settings.host,
        port=settings.port,
        db=settings.number,
        username=settings.user,
        password=settings.password,
        socket_timeout=settings.timeout_s,
        socket_connect_timeout=settings.timeout_s,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
        driver_info=None,
        parser_class=_parser(),
        **encryption,
    )
    return Redis(connection_pool=pool)


def _parser() -> Any:
    """The client's own reader, which believes no length that none of our answers has."""
    from redis._parsers import _AsyncRESP2Parser

    class Bounded(_AsyncRESP2Parser):  # type: ignore[misc]
        async def _read(self, length: int) -> bytes:
            if not 0 <= length <= ANSWER_LIMIT:
                raise ConnectionError("an answer that is too large")
            return bytes(await super()._read(length))

    return Bounded
