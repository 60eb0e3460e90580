"""The hook's side of prompt rules: whatever is missing or squatted, the outcome is unknown, in time."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from policyhooks.core.event import Event
from policyhooks.core.program import Rule
from policyhooks.core.records import EventInfo, Session
from policyhooks.core.shell_records import PathRef
from policyhooks.core.values import but
from policyhooks.judge import place
from policyhooks.runtime.ports.judge_process import plain
from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest, ask, request_of, warm

CONFIG = {"models": {"fast": {"model": "openai/m"}}}
REQUEST = JudgeRequest(rule_id="p/r", prompt="P", input={"a": 1}, event="shell.before", config=CONFIG)
BUDGET_S = 0.6


def consult(state: Path, *requests: JudgeRequest) -> list[JudgeOutcome]:
    """Ask, and hold the answer to its deadline."""
    started = time.monotonic()
    outcomes = ask(requests or (REQUEST,), state=str(state), deadline=started + BUDGET_S)
    assert time.monotonic() - started < BUDGET_S + 0.5
    return outcomes


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A state whose judge cannot start: the interpreter is a program that only fails."""
    place.prepare(tmp_path, "/bin/false")
    return tmp_path


@contextlib.contextmanager
def squatter(state: Path, answer: Callable[[socket.socket], None]) -> Iterator[None]:
    """Somebody of our own user on the worker's socket."""
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(state / "judge" / place.SOCKET))
    server.listen(8)

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = server.accept()
                with connection:
                    connection.settimeout(5)
                    answer(connection)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield
    finally:
        server.close()


def frame(value: object) -> bytes:
    data = json.dumps(value).encode()
    return len(data).to_bytes(4, "big") + data


def read_all_then(data: bytes) -> Callable[[socket.socket], None]:
    def answer(connection: socket.socket) -> None:
        size = int.from_bytes(connection.recv(4, socket.MSG_WAITALL), "big")
        connection.recv(size, socket.MSG_WAITALL)
        connection.sendall(data)

    return answer


def test_without_a_model_nothing_is_started_and_the_reason_says_what_to_do(tmp_path: Path) -> None:
    for config in ({}, {"models": {}}, {"models": {"strong": {"model": "openai/m"}}}):
        (outcome,) = consult(tmp_path, JudgeRequest(config=config))
        assert (outcome.outcome, outcome.cause) == ("unknown", "no-model")
        assert "judge.models" in outcome.reason
        assert "--config" in outcome.reason
    assert list(tmp_path.iterdir()) == []


def test_outcomes_keep_the_order_of_their_requests(state: Path) -> None:
    outcomes = consult(state, JudgeRequest(config={}), REQUEST, JudgeRequest(config={}))
    assert [outcome.cause for outcome in outcomes] == ["no-model", "no-worker", "no-model"]


def test_a_judge_that_was_not_set_up(tmp_path: Path) -> None:
    assert consult(tmp_path)[0].cause == "place"
    (tmp_path / "judge").mkdir(mode=0o700)
    assert consult(tmp_path)[0].cause == "place"
    (tmp_path / "judge" / "python").write_text("python3\n")
    assert consult(tmp_path)[0].cause == "place"
    (tmp_path / "judge" / "python").write_text("/nonexistent/python\n")
    assert consult(tmp_path)[0].cause == "place"


def test_a_folder_that_others_can_enter_is_not_used(state: Path) -> None:
    for mode in (0o755, 0o770, 0o702):
        (state / "judge").chmod(mode)
        assert consult(state)[0].cause == "place"


def test_a_folder_behind_a_link_is_not_used(state: Path) -> None:
    (state / "judge").rename(state / "elsewhere")
    (state / "judge").symlink_to(state / "elsewhere")
    assert consult(state)[0].cause == "place"


def test_an_interpreter_behind_a_link_is_not_used(state: Path) -> None:
    (state / "judge" / "python").unlink()
    (state / "judge" / "python").symlink_to("/etc/hostname")
    assert consult(state)[0].cause == "place"


@pytest.mark.parametrize("make", [Path.touch, Path.mkdir, lambda path: os.mkfifo(path)], ids=["file", "folder", "pipe"])
def test_something_else_in_the_sockets_place(state: Path, make: Callable[[Path], None]) -> None:
    make(state / "judge" / place.SOCKET)
    assert consult(state)[0].cause == "no-worker"


NONSENSE = {
    "nothing": b"",
    "half a length": b"\0\0",
    "a length alone": b"\0\0\0\x10",
    "a huge length": b"\xff\xff\xff\xff",
    "no JSON": b"\0\0\0\x05hello",
    "no outcomes": frame({}),
    "too few": frame({"outcomes": []}),
    "too many": frame({"outcomes": [{"outcome": "ok"}] * 2}),
    "no object": frame({"outcomes": ["ok"]}),
    "another word": frame({"outcomes": [{"outcome": "allow"}]}),
    "a true": frame({"outcomes": [{"outcome": True}]}),
}


@pytest.mark.parametrize("data", NONSENSE.values(), ids=NONSENSE)
def test_an_answer_that_is_none(state: Path, data: bytes) -> None:
    with squatter(state, read_all_then(data)):
        assert consult(state)[0].outcome == "unknown"


def test_a_squatter_that_never_answers(state: Path) -> None:
    with squatter(state, lambda connection: time.sleep(BUDGET_S * 2)):
        assert consult(state)[0].cause == "deadline"


def test_a_queue_that_is_full(state: Path) -> None:
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(state / "judge" / place.SOCKET))
    server.listen(0)
    waiting = [socket.socket(socket.AF_UNIX) for _ in range(4)]
    for one in waiting:
        one.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            one.connect(str(state / "judge" / place.SOCKET))
    assert consult(state)[0].outcome == "unknown"
    for one in (server, *waiting):
        one.close()


def test_answers_of_wrong_types_are_dropped(state: Path) -> None:
    row = {"outcome": "not_ok", "reason": 7, "cached": "yes", "tokens": 3, "surprise": 1}
    with squatter(state, read_all_then(frame({"outcomes": [row]}))):
        (outcome,) = consult(state)
    assert outcome.__dict__ == {"outcome": "not_ok", "tokens": 3}


def test_a_long_state_folder_is_reached_too(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 120)
    deep.mkdir(mode=0o700)
    place.prepare(deep, "/bin/false")
    here = os.open(deep / "judge", os.O_RDONLY)
    with squatter(Path(f"/proc/self/fd/{here}/.."), read_all_then(frame({"outcomes": [{"outcome": "not_ok"}]}))):
        assert consult(deep)[0].outcome == "not_ok"
    os.close(here)


def test_an_event_too_large_for_a_frame(state: Path) -> None:
    with squatter(state, lambda connection: None):
        big = but(REQUEST, input={"a": "x" * 5_000_000})
        assert consult(state, big)[0].cause == "too-large"


def test_warming_never_raises(state: Path, tmp_path: Path) -> None:
    warm(str(state))
    warm(str(tmp_path / "missing"))


def test_a_rule_and_its_event_become_a_request() -> None:
    rule = Rule(id="p/r", judge={"prompt": "P", "model": "strong", "timeout_ms": 4000, "cache_s": 60, "escalate": None})
    event = Event(
        client="codex",
        name="agent.stop",
        payload={"transcript_path": "/t.jsonl"},
        event=EventInfo(cwd="/w"),
        session=Session(id="s"),
    )
    request = request_of(rule, event, "digest", CONFIG, {"a": 1})
    assert (request.rule_id, request.model, request.timeout_ms, request.cache_s) == ("p/r", "strong", 4000, 60)
    assert (request.cwd, request.session, request.transcript, request.escalate) == ("/w", "s", "/t.jsonl", None)


def test_projected_records_become_objects() -> None:
    value = plain({"path": PathRef(raw="~/x", op="read"), "list": (1, 2.5, None, True)})
    assert isinstance(value, dict)
    assert value["list"] == [1, 2.5, None, True]
    assert value["path"]["raw"] == "~/x"
    assert value["path"]["tags"] == []


LOADED = """
import sys, time
before = set(sys.modules)
from policyhooks.runtime.ports.judging import JudgeRequest, ask
config = {"models": {"fast": {"model": "openai/m"}}}
ask([JudgeRequest(config=config)], state=sys.argv[1], deadline=time.monotonic() + 0.3)
print(*sorted(set(sys.modules) - before))
"""


def test_asking_loads_no_package(state: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-c", LOADED, str(state)], capture_output=True, check=True, text=True, timeout=30
    )
    ours = {name for name in done.stdout.split() if name.startswith("policyhooks")}
    assert set(done.stdout.split()) - ours <= {"__future__", "_socket", "_json", "errno"}
    assert not {name for name in ours if name.startswith("policyhooks.judge.")}
