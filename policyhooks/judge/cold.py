"""The one-shot judge: one frame in, one frame out, then gone. For when the worker cannot be reached.

It loads everything for a single event, so it is slow; the hook starts it only when time is left.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import time
from pathlib import Path

from policyhooks.errors import PolicyHooksError
from policyhooks.judge import docket, place
from policyhooks.judge.calls import Complete, load_completion
from policyhooks.judge.connections import refuse_foreign
from policyhooks.judge.ledger import Ledger
from policyhooks.judge.opinion import Undecided
from policyhooks.judge.review import Reviewer
from policyhooks.judge.surroundings import isolate
from policyhooks.judge.team.membership import memberships_of
from policyhooks.judge.worker import MISSING_PACKAGE
from policyhooks.runtime.ports.judging import FRAME_LIMIT, JudgeOutcome, JudgeRequest, unknown

_SOCKET_DESCRIPTOR = 0


def main(arguments: list[str]) -> int:
    """`cold FOLDER`: the hook's end of the conversation is descriptor 0."""
    folder = Path(arguments[0])
    isolate(str(folder), keep=(_SOCKET_DESCRIPTOR,))
    refuse_foreign()
    started = time.monotonic()
    with socket.socket(fileno=_SOCKET_DESCRIPTOR) as connection:
        body = docket.read_frame(_receive(connection))
        requests, keys, end = docket.requests_of(body)
        end -= time.monotonic() - started
        try:
            ledger = Ledger(folder / place.LEDGER)
            complete = load_completion(ledger)
            outcomes = asyncio.run(_review(folder, complete, ledger, requests, keys, end))
        except ImportError:
            outcomes = [unknown("config", MISSING_PACKAGE)] * len(requests)
        except Undecided as problem:
            outcomes = [unknown(problem.cause, problem.message)] * len(requests)
        connection.sendall(docket.write_frame(docket.answer_of(outcomes)))
    return 0


async def _review(
    folder: Path, complete: Complete, ledger: Ledger, requests: list[JudgeRequest], keys: dict[str, str], end: float
) -> list[JudgeOutcome]:
    """The outcomes; what the team is told of them is sent before, for the hook ends this process with its answer."""
    teams = memberships_of(folder)
    reviewer = Reviewer(complete, ledger, place.cache_key(folder), teams=teams)
    outcomes = await docket.review_all(reviewer, requests, keys, end)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(max(0.0, end - time.monotonic())):
            await teams.settle()
    return outcomes


def _receive(connection: socket.socket) -> bytes:
    with connection.makefile("rb") as stream:
        size = int.from_bytes(stream.read(4), "big")
        if size > FRAME_LIMIT:
            raise docket.BadFrame("too large")
        return stream.read(size)


if __name__ == "__main__":
    status = 1
    try:
        status = main(sys.argv[1:])
    except PolicyHooksError:
        status = 1
    finally:
        os._exit(status)
