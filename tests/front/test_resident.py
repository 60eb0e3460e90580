"""Front and resident together: the same answers as the ordinary hook, once each, whatever becomes of the resident."""

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from policyhooks.image.activation import Activation
from policyhooks.image.resident_process import running, start, stop, want
from policyhooks.runtime.resident.frames import ACCEPT, BUSY_OUTSIDE, COMMIT, DONE, HELLO, PREPARED, STALE, STDIN
from policyhooks.runtime.resident.parent import FOLDER, SOCKET
from tests.front.places import built_front
from tests.front.test_installed import EVENTS, HOSTILE
from tests.support.counts import scaled
from tests.support.hooks import BUCKET, install, payload, records, run, source, verdict
from tests.support.residents import await_resident, await_that, frame, resident_of, workers_of

NOBODY = 65534


@pytest.fixture
def active(tmp_path: Path) -> Iterator[Activation]:
    built_front()
    found = install(tmp_path.resolve())
    yield found
    stop(found.state)


def numbers(active: Activation) -> list[str]:
    return [str(record["request"]) for record in records(active) if "request" in record]


def test_it_answers_as_the_ordinary_hook_in_any_environment(active: Activation) -> None:
    ordinary = [run(active, event) for event, _ in EVENTS]
    with resident_of(active):
        for environ in ({}, HOSTILE):
            for (event, wanted), before in zip(EVENTS, ordinary, strict=True):
                done = run(active, event, env=environ)
                assert verdict(done) == wanted
                assert (done.stdout, done.returncode) == (before.stdout, before.returncode), event
    found = numbers(active)
    assert len(found) == len(set(found)) >= 2 * (len(EVENTS) - 1)


def test_the_first_call_that_misses_it_starts_it_and_the_next_ones_are_its(active: Activation) -> None:
    want(active.state)
    assert verdict(run(active, payload("deny"))) == "deny"
    parent = await_resident(active.state)
    assert numbers(active) == []
    assert verdict(run(active, payload("deny"))) == "deny"
    assert len(numbers(active)) == 1
    os.kill(parent, signal.SIGKILL)
    assert verdict(run(active, payload("deny"))) == "deny"

    def another() -> bool:
        run(active, payload())
        return running(active.state) not in (0, parent)

    await_that(another)


def test_of_many_that_miss_it_at_once_one_starts_it(active: Activation) -> None:
    want(active.state)
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: verdict(run(active, payload("deny"))), range(16))) == {"deny"}
    parent = await_resident(active.state)
    time.sleep(0.3)
    assert running(active.state) == parent


def test_what_is_too_long_for_it_goes_to_the_ordinary_hook(active: Activation) -> None:
    with resident_of(active):
        long = payload(tool_input={"do": "deny", "text": "x" * (2 << 20)})
        assert verdict(run(active, long)) == "deny"
        assert numbers(active) == []
        assert run(active, b"").returncode == run(active, b"not JSON").returncode == 2
        assert len(numbers(active)) == 2


def test_a_rule_that_does_not_end_is_answered_in_time(active: Activation) -> None:
    with resident_of(active) as parent:
        for do in ("loop", "long C call"):
            begun = time.monotonic()
            assert verdict(run(active, payload(do), timeout_s=4)) == "deny"
            assert time.monotonic() - begun < 4
        assert running(active.state) == parent
        assert verdict(run(active, payload("deny"))) == "deny"


def test_stopped_as_a_whole_it_is_not_waited_for(active: Activation) -> None:
    with resident_of(active) as parent:
        stopped = [parent, *workers_of(parent)]
        for one in stopped:
            os.kill(one, signal.SIGSTOP)
        assert verdict(run(active, payload("deny"))) == "deny"
        for one in stopped:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGCONT)


# ---- who is not the resident ----------------------------------------------------------------------------------


@contextmanager
def impostor(active: Activation, play: Callable[[socket.socket], None]) -> Iterator[None]:
    """Somebody of the same user who listens in its place."""
    want(active.state)
    path = active.state / FOLDER / SOCKET
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()

        def serve() -> None:
            while True:
                try:
                    line, _ = server.accept()
                except OSError:
                    return
                with line, suppress(OSError):
                    play(line)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join(60)
    path.unlink(missing_ok=True)


def hear_event(line: socket.socket) -> None:
    """All that a front says at first: two frames."""
    data = b""
    for _ in range(2):
        while len(data) < 12 or len(data) < 12 + int.from_bytes(data[8:12], "big"):
            data += line.recv(1 << 16)
        data = data[12 + int.from_bytes(data[8:12], "big") :]


def script(*sent: bytes, end: float = 0.0) -> Callable[[socket.socket], None]:
    def play(line: socket.socket) -> None:
        hear_event(line)
        for one in sent:
            line.sendall(one)
        if end:
            line.settimeout(end)
            line.recv(1 << 16)

    return play


def prepared(code: int, *parts: bytes) -> bytes:
    return frame(PREPARED, bytes((code,)) + b"".join(len(one).to_bytes(4, "big") + one for one in parts))


PASS = prepared(64, b"", b"", b"", b"")
# Before COMMIT: the ordinary hook decides.
BEFORE = {
    "nothing": script(),
    "noise": script(b"HTTP/1.1 200 OK\r\n\r\n"),
    "stale": script(frame(STALE)),
    "accept": script(frame(ACCEPT)),
    "accept with a body": script(frame(ACCEPT, b"x")),
    "no accept": script(PASS, end=5),
    "flags": script(b"PHF1\x03\x01\0\0\0\0\0\0" + PASS, end=5),
    "endless": script(frame(ACCEPT) + b"PHF1\x06\0\0\0\xff\xff\xff\xff"),
    "unknown kind": script(frame(ACCEPT) + frame(99), end=5),
    "a code that is none": script(frame(ACCEPT) + prepared(0, b"", b"", b"", b""), end=5),
    "another code": script(frame(ACCEPT) + prepared(70, b"", b"", b"", b""), end=5),
    "a block without a reason": script(frame(ACCEPT) + prepared(2, b"", b"", b"", b""), end=5),
    "parts that are missing": script(frame(ACCEPT) + prepared(64, b"", b""), end=5),
    "parts that are longer": script(frame(ACCEPT) + frame(PREPARED, b"@\0\0\0\x09x"), end=5),
    "trailing byte": script(frame(ACCEPT) + PASS + b"x", end=5),
    "prepared twice": script(frame(ACCEPT) + PASS + PASS, end=5),
    "done at once": script(frame(ACCEPT) + PASS + frame(DONE), end=5),
    "another file": script(frame(ACCEPT) + prepared(64, b"", b"", b"/etc/passwd", b"x"), end=5),
    "hello": script(frame(HELLO), end=5),
    "commit": script(frame(ACCEPT) + frame(COMMIT), end=5),
    "event": script(frame(STDIN), end=5),
}


@pytest.mark.parametrize("name", BEFORE)
def test_before_commit_whatever_else_it_says_the_ordinary_hook_decides(active: Activation, name: str) -> None:
    with impostor(active, BEFORE[name]):
        done = run(active, payload("deny"))
    assert verdict(done) == "deny"
    assert b"The input says deny." in done.stdout
    assert len(records(active)) == 1
    assert len(numbers(active)) == 1  # the number goes with the event to whoever decides it


def commits(*after: bytes) -> Callable[[socket.socket], None]:
    def play(line: socket.socket) -> None:
        hear_event(line)
        line.sendall(frame(ACCEPT) + PASS)
        line.recv(1 << 16)
        for one in after:
            line.sendall(one)

    return play


# From COMMIT on, or once somebody outside was asked, nobody decides a second time.
BEHIND = {
    "commit, nothing": commits(),
    "commit, noise": commits(b"x" * 20),
    "commit, another kind": commits(frame(ACCEPT)),
    "commit, done and more": commits(frame(DONE) + b"x"),
    "commit, done with a body": commits(frame(DONE, b"x")),
    "busy, nothing": script(frame(ACCEPT) + frame(BUSY_OUTSIDE)),
    "busy, busy": script(frame(ACCEPT) + frame(BUSY_OUTSIDE) + frame(BUSY_OUTSIDE), end=5),
    "busy, stale": script(frame(ACCEPT) + frame(BUSY_OUTSIDE) + frame(STALE), end=5),
}


@pytest.mark.parametrize("name", BEHIND)
def test_behind_commit_what_is_not_done_is_the_fail_answer(active: Activation, name: str) -> None:
    with impostor(active, BEHIND[name]):
        done = run(active, payload())
    assert verdict(done) == "deny"
    assert b"the hook did not decide" in done.stderr
    assert records(active) == []


def test_one_that_speaks_like_a_resident_of_the_same_user_is_believed(active: Activation) -> None:
    """The documented limit of user scope, as with whoever replaces the hook itself."""
    with impostor(active, commits(frame(DONE))):
        assert verdict(run(active, payload("deny"))) == "pass"


def test_a_socket_that_is_a_link_or_a_folder_that_others_see_is_not_used(active: Activation, tmp_path: Path) -> None:
    with impostor(active, commits(frame(DONE))):
        folder = active.state / FOLDER
        folder.chmod(0o755)
        assert verdict(run(active, payload("deny"))) == "deny"
        folder.chmod(0o700)
        (folder / SOCKET).rename(folder / "elsewhere")
        (folder / SOCKET).symlink_to("elsewhere")
        assert verdict(run(active, payload("deny"))) == "deny"
        (folder / SOCKET).unlink()
        (folder / "elsewhere").rename(folder / SOCKET)
        folder.rename(active.state / "moved")
        folder.symlink_to("moved")
        assert verdict(run(active, payload("deny"))) == "deny"
        folder.unlink()
        (active.state / "moved").rename(folder)
        assert verdict(run(active, payload("deny"))) == "pass"  # it was there all the time
    shutil.rmtree(active.state / FOLDER)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs a second user")
def test_a_socket_of_another_user_is_not_used(active: Activation) -> None:
    with impostor(active, commits(frame(DONE))):
        os.chown(active.state / FOLDER / SOCKET, NOBODY, NOBODY)
        assert verdict(run(active, payload("deny"))) == "deny"
        os.chown(active.state / FOLDER / SOCKET, 0, 0)
        os.chown(active.state / FOLDER, NOBODY, NOBODY)
        assert verdict(run(active, payload("deny"))) == "deny"
        os.chown(active.state / FOLDER, 0, 0)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs a second user")
def test_somebody_else_who_has_taken_over_the_listening_is_not_believed(active: Activation) -> None:
    """The file is ours; who listens is not: the system says who called listen()."""
    want(active.state)
    path = active.state / FOLDER / SOCKET
    text = "import os, socket, sys; uid, number = map(int, sys.argv[1:])\n"
    text += "s = socket.socket(socket.AF_UNIX, fileno=number); os.setuid(uid)\n"
    text += "s.listen(); print('up', flush=True)\nwhile True: s.accept()"
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(path))
        words = [sys.executable, "-c", text, str(NOBODY), str(bound.fileno())]
        with subprocess.Popen(words, stdout=subprocess.PIPE, pass_fds=(bound.fileno(),)) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == b"up\n"
            assert verdict(run(active, payload("deny"))) == "deny"
            assert numbers(active) == []
            other.kill()
    path.unlink()


# ---- masses ---------------------------------------------------------------------------------------------------


WORDS = ("even", "odd")  # what each of two programs denies besides


class Storm:
    """Kills, stops and replaces what there is of a resident, and switches programs, while calls are made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = [
            source(f"d{one}", BUCKET.replace('== "deny"', f'in ("deny", "{word}")')) for one, word in enumerate(WORDS)
        ]
        self.active = install(folder, self.programs[0])
        self.over = threading.Event()
        self.chance = random.Random(20)
        self.switches: list[tuple[float, int]] = [(0.0, 0)]  # -1 while one is under way: then either counts
        self.wrong: list[object] = []
        self.undecided = 0

    def disturb(self) -> None:
        current = 0
        while not self.over.wait(self.chance.uniform(0.01, 0.2)):
            victims = self.processes()
            with suppress(ProcessLookupError):
                if victims:
                    how = self.chance.choice((signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM))
                    os.kill(self.chance.choice(victims), how)
            if self.chance.random() < 0.1:
                current ^= 1
                self.switches.append((time.monotonic(), -1))
                install(self.folder, self.programs[current])
                self.switches.append((time.monotonic(), current))

    def processes(self) -> list[int]:
        parent = running(self.active.state)
        return [parent, *workers_of(parent)] if parent else []

    def current_within(self, begun: float, ended: float) -> set[int]:
        switches = list(self.switches)
        found = {which for at, which in switches if begun <= at <= ended}
        found.add([which for at, which in switches if at < begun][-1])
        return {0, 1} if -1 in found else found

    def call(self, turn: int) -> None:
        word = ("deny", "nothing", *WORDS)[turn % 4]
        begun = time.monotonic()
        answer = run(self.active, payload(word, tool_use_id=f"t{turn}"), timeout_s=60)
        current = self.current_within(begun, time.monotonic())
        if b"the hook did not decide" in answer.stderr:
            self.undecided += 1  # killed behind COMMIT: a block, and nobody decided a second time
        elif verdict(answer) not in {"deny" if word in ("deny", WORDS[one]) else "pass" for one in current}:
            self.wrong.append((turn, word, answer, current))

    def calm(self) -> None:
        for one in self.processes():
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGCONT)
        stop(self.active.state)


def test_killed_stopped_and_replaced_at_random_while_programs_switch(tmp_path: Path) -> None:
    """Every answer is that of a program that was in force during the call, or a block; each event is stored once."""
    built_front()
    storm, calls = Storm(tmp_path.resolve()), scaled(8_000)
    start(storm.active.state, "claude-code")
    disturber = threading.Thread(target=storm.disturb)
    disturber.start()
    try:
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(storm.call, range(calls)))
    finally:
        storm.over.set()
        disturber.join()
        storm.calm()
    assert storm.wrong == []
    kept = [str(record["input"]["tool_use_id"]) for record in records(storm.active)]  # type: ignore[index]
    found = numbers(storm.active)
    assert len(kept) == len(set(kept)), "an event was stored twice"
    assert len(found) == len(set(found)) > calls / 10
    assert calls - storm.undecided <= len(kept) <= calls
    assert storm.undecided <= calls / 20
