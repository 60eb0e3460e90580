"""Real Redis servers on ports of their own, to be stopped, slowed and filled with anything. Gone with the test."""

import importlib.util
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.model_server import free_port

REDIS_SERVER = shutil.which("redis-server", path="/usr/bin:/usr/local/bin:/opt/homebrew/bin")
PRESENT = REDIS_SERVER is not None and importlib.util.find_spec("redis") is not None
MISSING = "redis-server or the package redis is not here: make team"
WAIT_S = 30.0


class RedisServer:
    """One server without a disk. `password` as in its own `requirepass`."""

    def __init__(self, folder: Path, password: str = "") -> None:
        self.port = free_port()
        self._folder = folder
        self._password = password
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        words = [str(REDIS_SERVER), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        words += ["--dir", str(self._folder), *(("--requirepass", self._password) if self._password else ())]
        self._process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + WAIT_S
        while self.run("PING") != b"PONG":
            assert time.monotonic() < end, "the Redis server does not answer"
            time.sleep(0.05)

    def run(self, *command: str | bytes) -> object:
        """What an administrator, or an attacker with the same rights, would do; None where it is away."""
        from redis import Redis
        from redis.exceptions import ConnectionError as Away

        with Redis(port=self.port, password=self._password or None, socket_timeout=10) as client:
            try:
                # A client of its own turns words of some answers into others.
                client.response_callbacks.clear()
                return client.execute_command(*command)
            except Away:
                return None

    def names(self, pattern: str = "*") -> list[bytes]:
        found = self.run("KEYS", pattern)
        assert isinstance(found, list)
        return sorted(found)

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None


@contextmanager
def redis_server(folder: Path, password: str = "") -> Iterator[RedisServer]:
    """A running one."""
    server = RedisServer(folder, password)
    try:
        server.start()
        yield server
    finally:
        server.stop()
