"""The resident judge: one process per state folder, with litellm loaded, reached over a private socket.

Started by the hook on first need, gone when idle. It trusts a peer by its uid alone, holds a lock
for its lifetime, inherits nothing, prints nowhere, and answers every frame with outcomes or not at all.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import socket
import sys
import time
from pathlib import Path
from typing import NoReturn

from policyhooks.errors import PolicyHooksError
from policyhooks.judge import docket, place
from policyhooks.judge.calls import Complete, load_completion, warm_up
from policyhooks.judge.connections import refuse_foreign
from policyhooks.judge.ledger import Ledger
from policyhooks.judge.opinion import Undecided
from policyhooks.judge.review import Reviewer
from policyhooks.judge.surroundings import isolate
from policyhooks.judge.team.membership import memberships_of
from policyhooks.runtime.ports.judge_process import LOCK_HELD
from policyhooks.runtime.ports.judge_socket import ADDRESS_LIMIT, peer_uid
from policyhooks.runtime.ports.judging import FRAME_LIMIT, unknown

IDLE_S = 900.0
FRAME_WAIT_S = 5.0
HEALTH_S = 5.0  # how often a worker looks whether its folder still is its own
MISSING_PACKAGE = "the judge's packages are not installed: pip install 'policyhooks[judge]'"


class Worker:
    """The state of the process: what is loaded, what runs, when somebody last asked."""

    def __init__(self, folder: Path, ledger: Ledger) -> None:
        self._ledger = ledger
        self._seal_key = place.cache_key(folder)
        self._teams = memberships_of(folder)
        self._socket = folder / place.SOCKET
        self._home = _identity(self._socket)
        self._loading: asyncio.Task[Complete] = asyncio.create_task(_load(ledger))
        self._running = 0
        self._answered = 0
        self._started = self._used = time.monotonic()
        self.stopping = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection: one frame in, one frame out."""
        self._running += 1
        try:
            connection = writer.get_extra_info("socket")
            if peer_uid(connection) not in (os.geteuid(), 0):
                return
            async with asyncio.timeout(FRAME_WAIT_S):
                size = int.from_bytes(await reader.readexactly(4), "big")
                if size > FRAME_LIMIT:
                    return
                body = docket.read_frame(await reader.readexactly(size))
            writer.write(docket.write_frame(await self._answer(body)))
            await writer.drain()
        except (PolicyHooksError, TimeoutError, OSError, asyncio.IncompleteReadError):
            return  # no answer: the hook takes its own outcome from that
        finally:
            self._running -= 1
            self._used = time.monotonic()
            writer.close()

    async def _answer(self, body: dict[str, object]) -> dict[str, object]:
        if body.get("command") == "stop":
            self.stopping.set()
            return {"stopping": True}
        if body.get("command") == "status":
            return self._status()
        requests, keys, end = docket.requests_of(body)
        try:
            async with asyncio.timeout_at(_loop_time(end)):
                complete = await asyncio.shield(self._loading)
        except TimeoutError:
            return docket.answer_of([unknown("timeout", "the judge is still loading")] * len(requests))
        except Undecided as problem:
            return docket.answer_of([unknown(problem.cause, problem.message)] * len(requests))
        reviewer = Reviewer(complete, self._ledger, self._seal_key, teams=self._teams)
        outcomes = await docket.review_all(reviewer, requests, keys, end)
        self._answered += len(outcomes)
        return docket.answer_of(outcomes)

    def _status(self) -> dict[str, object]:
        now = time.monotonic()
        return {
            "pid": os.getpid(),
            "loaded": self._loading.done(),
            "answered": self._answered,
            "running": self._running - 1,
            "cpu_ms": int(time.process_time() * 1000),
            "up_s": int(now - self._started),
            "idle_s": int(now - self._used),
            **({"team": self._teams.status()} if self._teams.status() else {}),
        }

    def leave(self) -> None:
        """Take the socket away, unless it is another's by now."""
        if _identity(self._socket) == self._home:
            self._socket.unlink(missing_ok=True)

    async def wait(self, idle_s: float) -> None:
        """Return when the process should end."""
        while not self.stopping.is_set():
            left = self._used + idle_s - time.monotonic()
            if (left <= 0 or _identity(self._socket) != self._home) and not self._running:
                return  # idle, or nobody can find it any more: its folder was removed or made anew
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.stopping.wait(), min(HEALTH_S, max(0.05, left)))


def _identity(path: Path) -> tuple[int, int] | None:
    """Which socket lies there; None where none does."""
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


async def _load(ledger: Ledger) -> Complete:
    """litellm, loaded in a thread so that callers can already be told to wait."""
    try:
        complete = await asyncio.to_thread(load_completion, ledger)
    except ImportError:
        raise Undecided("config", MISSING_PACKAGE) from None
    await warm_up(complete)
    return complete


def _loop_time(end: float) -> float:
    """A monotonic time on the loop's clock."""
    return asyncio.get_running_loop().time() + max(0.0, end - time.monotonic())


def listen(folder: Path) -> socket.socket:
    """The worker's socket, in place of whatever a dead one left. INVARIANT: the caller holds the lock."""
    path = folder / place.SOCKET
    with contextlib.suppress(FileNotFoundError):
        path.unlink()
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    if len(os.fsencode(path)) <= ADDRESS_LIMIT:
        server.bind(str(path))
    else:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        server.bind(f"/proc/self/fd/{descriptor}/{place.SOCKET}")
        os.close(descriptor)
    server.listen(64)
    server.setblocking(False)
    return server


async def run(folder: Path, server: socket.socket, idle_s: float) -> NoReturn:
    """Serve until stopped or idle, then end the process: a thread that still loads must not keep it alive."""
    ledger = Ledger(folder / place.LEDGER)
    worker = Worker(folder, ledger)
    serving = await asyncio.start_unix_server(worker.serve, sock=server)
    await worker.wait(idle_s)
    worker.leave()
    serving.close()
    ledger.close()
    os._exit(0)


def main(arguments: list[str]) -> int:
    """`worker FOLDER [IDLE_SECONDS]`: run until idle; LOCK_HELD when one is already there."""
    folder = Path(arguments[0])
    isolate(str(folder))
    refuse_foreign()
    place.check_private(folder)
    lock = os.open(folder / place.LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return LOCK_HELD
    idle_s = float(arguments[1]) if len(arguments) > 1 else IDLE_S
    return asyncio.run(run(folder, listen(folder), idle_s))


if __name__ == "__main__":
    status = 1
    try:
        status = main(sys.argv[1:])
    finally:
        os._exit(status)
