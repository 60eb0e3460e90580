"""The resident judge and its one-shot twin: private, alone, clean, gone when idle."""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from policyhooks.judge import place
from policyhooks.judge.budget import DEFAULTS
from policyhooks.judge.control import tell
from policyhooks.judge.surroundings import FIXED
from policyhooks.runtime.ports.judge_process import LOCK_HELD
from policyhooks.runtime.ports.judge_socket import connect
from policyhooks.runtime.ports.judging import JudgeOutcome, ask
from tests.judge.conftest import HOSTILE, Court
from tests.support.counts import scaled


@contextlib.contextmanager
def running(folder: Path, *more: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker of our own, waited for until it listens."""
    command = [sys.executable, "-I", "-m", "policyhooks.judge.worker", str(folder), *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        end = time.monotonic() + 20
        while not (folder / place.SOCKET).exists() and process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        yield process
    finally:
        process.kill()
        process.communicate()


def test_nothing_of_a_hostile_environment_reaches_the_worker(court: Court) -> None:
    before = len(court.server.requests)
    assert court.ask_outside("good", digest="hostile")["outcome"] == "ok"
    (request,) = court.server.requests[before:]
    assert b"sk-from-the-environment" not in request
    assert b"Bearer none" in request
    assert court.server.trapped == []
    variables = Path(f"/proc/{court.worker_pid()}/environ").read_bytes()
    assert [name for name in HOSTILE if f"{name}=".encode() in variables and name not in FIXED] == []


def test_the_named_key_variable_is_the_only_thing_taken_from_the_environment(court: Court) -> None:
    config = {"models": {"good": {"model": "openai/good", "api_base": court.server.base, "api_key_env": "TEAM_KEY"}}}
    assert court.ask_outside("good", config=config, digest="key")["cause"] == "no-key"
    court.hostile["TEAM_KEY"] = "value-of-the-team"
    assert court.ask_outside("good", config=config, digest="key")["outcome"] == "ok"
    assert b"Bearer value-of-the-team" in court.server.requests[-1]


def test_the_worker_holds_nothing_of_its_starter(court: Court) -> None:
    pid = court.worker_pid()
    targets = {os.readlink(f"/proc/{pid}/fd/{number}") for number in (0, 1, 2)}
    assert targets == {"/dev/null"}
    assert os.getsid(pid) == pid
    assert [path for path in court.folder.iterdir() if path.lstat().st_mode & 0o077] == []


def test_frames_that_no_hook_sends_are_not_answered(court: Court) -> None:
    frames = (
        b"\xff\xff\xff\xff",
        b"\0\0\0\x02{}",
        b"\0\0\0\x05hello",
        b'\0\0\0\x16{"protocol":1,"a":1,2}',
        b"GET / HTTP/1.1\r\n\r\n",
        b'\0\0\0\x28{"protocol":9,"requests":[],"keys":null}',
    )
    for frame in frames:
        with contextlib.closing(connect(str(court.folder))) as connection:
            connection.settimeout(20)
            connection.sendall(frame)
            connection.shutdown(socket.SHUT_WR)
            assert connection.recv(100) == b""
    assert court.ask("good", digest="after").outcome == "ok"


def test_one_worker_per_folder(court: Court) -> None:
    command = [sys.executable, "-I", "-m", "policyhooks.judge.worker", str(court.folder)]
    assert subprocess.run(command, check=False, timeout=30).returncode == LOCK_HELD


def await_status(folder: Path) -> Mapping[str, object]:
    """What a worker says of itself; a busy machine may make it miss a question."""
    end = time.monotonic() + 60
    while True:
        answer = tell(folder, "status")
        if answer is not None:
            return answer
        assert time.monotonic() < end, "the worker does not answer"
        time.sleep(0.05)


def test_a_worker_stops_when_told_and_when_idle(tmp_path: Path) -> None:
    folder = place.prepare(tmp_path)
    with running(folder) as worker:
        assert await_status(folder)["pid"] == worker.pid
        assert tell(folder, "stop") == {"stopping": True}
        assert worker.wait(30) == 0
        assert not (folder / place.SOCKET).exists()
        assert tell(folder, "status") is None
    with running(folder, "0.2") as worker:
        assert worker.wait(30) == 0
        assert worker.communicate() == (b"", b"")


def test_a_worker_takes_the_place_of_a_dead_one(tmp_path: Path) -> None:
    folder = place.prepare(tmp_path)
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(str(folder / place.SOCKET))
    dead.close()
    (folder / place.LOCK).touch()
    with running(folder):
        await_status(folder)
        assert tell(folder, "stop") == {"stopping": True}


def test_a_worker_refuses_a_folder_that_others_can_enter(tmp_path: Path) -> None:
    folder = place.prepare(tmp_path)
    folder.chmod(0o755)
    with running(folder) as worker:
        assert worker.wait(30) == 1


def kill_while_asking(court: Court, seconds: float, under_way: Callable[[], bool]) -> JudgeOutcome:
    """Ask a model that hangs, kill the worker once the request is under way, give the outcome."""
    outcomes: list[JudgeOutcome] = []
    request = court.request("hang", timeout_ms=60_000)
    end = time.monotonic() + seconds
    asking = threading.Thread(target=lambda: outcomes.extend(ask([request], state=str(court.state), deadline=end)))
    asking.start()
    while not under_way() and asking.is_alive():
        time.sleep(0.01)
    court.close()
    asking.join(seconds + 10)
    assert not asking.is_alive(), "it keeps to its deadline, with a margin for a busy machine"
    court.close()
    return outcomes[0]


def test_killed_in_the_middle_of_a_request(new_court: Callable[[], Court]) -> None:
    court = new_court()
    for _ in range(scaled(100)):
        outcome = kill_while_asking(court, 1.5, lambda: (tell(court.folder, "status") or {}).get("running") == 1)
        assert outcome.outcome == "unknown"
        assert outcome.cause in ("no-worker", "worker-lost", "deadline", "timeout")


def test_killed_while_the_model_is_asked(new_court: Callable[[], Court]) -> None:
    court = new_court()
    before = len(court.server.requests)
    outcome = kill_while_asking(court, 25.0, lambda: len(court.server.requests) > before)
    assert outcome.outcome == "unknown"
    assert len(court.server.requests) > before


# Right answers and quick faults, in turn.
MIXED = ("good", "bad", "full", "fenced", "401", "quota", "html", "ok-text", "two-objects", "refusal")


def resident_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells of another process's memory")
def test_memory_stays_flat_over_many_calls(court: Court) -> None:
    """Every question is new, so nothing is answered from the cache and everything that is kept is kept."""
    calls, sizes = scaled(10_000), []
    pid = court.worker_pid()
    config = court.server.config(*MIXED, breaker=False, budgets=dict.fromkeys(DEFAULTS, 10**9))
    for start in range(0, calls, 20):
        requests = [
            court.request(MIXED[number % len(MIXED)], config=config, cache_s=600, digest=f"flat {number}")
            for number in range(start, start + 20)
        ]
        outcomes = ask(requests, state=str(court.state), deadline=time.monotonic() + 60)
        assert {one.outcome for one in outcomes} == {"ok", "not_ok", "unknown"}
        court.server.requests.clear()
        sizes.append(resident_bytes(pid))
    assert court.worker_pid() == pid
    begun = max(sizes[: max(2, len(sizes) // 5)])  # by then every kind of answer was met
    assert sizes[-1] <= begun * 1.05, [size // 1_000_000 for size in sizes[:: max(1, len(sizes) // 20)]]


def test_the_one_shot_judge_answers_when_no_worker_can(new_court: Callable[[], Court]) -> None:
    court = new_court()
    lock = os.open(court.folder / place.LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)  # a worker that hangs without listening
    try:
        outcome = court.ask("good", 120, timeout_ms=100_000)  # a busy machine loads the packages for long
        assert (outcome.outcome, outcome.model) == ("ok", "good"), outcome
        assert court.ask("good", 1.2).cause == "no-worker"
    finally:
        os.close(lock)
