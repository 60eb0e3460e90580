"""A worker that goes away while it is asked: noticed at once, asked again only in the time that the rules gave."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path

import pytest

from policyhooks.judge import place
from policyhooks.runtime.ports.judge_process import PYTHON, consult
from policyhooks.runtime.ports.judging import JudgeRequest


class Vanishing:
    """Listens where the worker would, takes a request, and is gone after a while, each time."""

    def __init__(self, state: Path, hold_s: float) -> None:
        folder = place.prepare(state)
        (folder / PYTHON).write_text("/bin/false")  # nobody can be started in its place
        self.server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.server.bind(str(folder / place.SOCKET))
        self.server.listen(8)
        self.hold_s = hold_s
        self.asked = 0
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            try:
                connection, _ = self.server.accept()
            except OSError:
                return
            connection.recv(65536)
            self.asked += 1
            time.sleep(self.hold_s)
            connection.close()


@pytest.mark.parametrize(("timeout_ms", "hold_s", "asked"), [(200, 0.4, 1), (60_000, 0.0, 2)])
def test_what_a_rule_gave_is_not_given_twice(tmp_path: Path, timeout_ms: int, hold_s: float, asked: int) -> None:
    """The budget of the hook is a minute; the rule gave the judge `timeout_ms`."""
    worker = Vanishing(tmp_path, hold_s)
    request = JudgeRequest(rule_id="r", prompt="p", timeout_ms=timeout_ms, config={"models": {}})
    try:
        (outcome,) = consult([request], str(tmp_path), time.monotonic() + 60)
    finally:
        worker.server.close()
    assert (outcome.outcome, outcome.cause) == ("unknown", "worker-lost")
    assert worker.asked == asked
