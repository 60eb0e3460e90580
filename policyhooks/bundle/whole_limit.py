"""A limit on the whole of some work, whatever it waits for. It knows nothing of what is fetched."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

Made = TypeVar("Made")
MARGIN_S = 2.0  # for a program that is ended at its limit, and says so


def within(limit_s: float, work: Callable[[float], Made]) -> Made | None:
    """What `work` gives by its end, a time of the monotonic clock; None where it has not come to one by then.

    No time-out of a socket can do it: each byte begins it anew, in names, handshakes and heads of answers too. Late
    work is left to a thread that keeps no process alive.
    """
    done: list[Made] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work(time.monotonic() + limit_s))
        except BaseException as problem:  # noqa: BLE001 - it is raised where somebody waits for it
            failed.append(problem)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    worker.join(limit_s + MARGIN_S)
    if failed:
        raise failed.pop()  # nothing may keep it: it keeps the frames, and they what was open
    return done[0] if done else None
