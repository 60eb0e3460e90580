"""Talking to a running worker as a person does: how it is, and stop. It starts nothing."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

from policyhooks.runtime.ports.judge_socket import Unreachable, connect, exchange

ANSWER_S = 3.0


def tell(folder: Path, command: str) -> dict[str, object] | None:
    """The worker's answer to `status` or `stop`; None when none runs or it does not answer."""
    try:
        connection = connect(str(folder))
    except OSError:
        return None
    with contextlib.closing(connection):
        try:
            answer = exchange(connection, {"command": command}, time.monotonic() + ANSWER_S)
        except Unreachable:
            return None
    return answer if isinstance(answer, dict) else None
