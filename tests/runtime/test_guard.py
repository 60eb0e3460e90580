"""Hooks that somebody has stopped, and answers that nobody reads: both end as a block, and nothing is left behind."""

import fcntl
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from policyhooks.image.activation import Activation
from policyhooks.installation.command_line import personal_command
from tests.support.fronts import SCRIPT
from tests.support.hooks import install, payload, verdict

VALID = json.dumps(payload()).encode()


@pytest.fixture(scope="module")
def active(tmp_path_factory: pytest.TempPathFactory) -> Activation:
    return install(tmp_path_factory.mktemp("guard"), kind=SCRIPT)  # a front has a guard of its own


def entry(active: Activation, timeout_s: float) -> list[str]:
    return ["/bin/sh", "-c", personal_command(active.state, "claude-code", "PreToolUse", timeout_s)]


def alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def hooks_of(group: int) -> list[int]:
    """The processes of a group that run the hook, the first one first."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[2]) == group and b"/bin/hook\0" in command and b"-c\0" not in command:
            found.append(int(folder.name))
    return sorted(found)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc here")


def wait_for(found: Callable[[], bool]) -> None:
    begun = time.monotonic()
    while not found():
        assert time.monotonic() - begun < 60
        time.sleep(0.01)


@needs_proc
def test_a_hook_that_is_stopped_is_answered_for(active: Activation) -> None:
    """It cannot end itself: a second process does, and the tail of the entry answers."""
    for sent in (VALID[:40],):
        process = subprocess.Popen(
            entry(active, 10), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True,
        )  # fmt: skip
        assert process.stdin is not None
        process.stdin.write(sent)
        process.stdin.flush()
        wait_for(lambda group=process.pid: len(hooks_of(group)) == 2)  # type: ignore[misc]
        os.kill(hooks_of(process.pid)[0], signal.SIGSTOP)
        out, err = process.communicate(timeout=60)
        assert verdict(subprocess.CompletedProcess([], process.returncode, out, err)) == "deny"
        assert b"could not run" in err
        wait_for(lambda group=process.pid: not alive(group))  # type: ignore[misc]


@needs_proc
def test_a_hook_that_gets_its_guard_while_it_waits_for_the_journal(active: Activation) -> None:
    """The alarm interrupts the wait for the lock, which is then waited for again."""
    with (active.state / "journal").joinpath("journal.jsonl").open("a+b") as journal:
        fcntl.lockf(journal, fcntl.LOCK_EX)
        process = subprocess.Popen(
            entry(active, 60), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True,
        )  # fmt: skip
        assert process.stdin is not None
        process.stdin.write(VALID)
        process.stdin.close()
        process.stdin = None
        wait_for(lambda: len(hooks_of(process.pid)) == 2)
        time.sleep(0.2)  # it has come to the lock by now, or will find it free
    out, err = process.communicate(timeout=60)
    assert verdict(subprocess.CompletedProcess([], process.returncode, out, err)) == "pass"


@needs_proc
@pytest.mark.parametrize("end", ["answered", "killed", "late"])
def test_nothing_is_left_of_a_slow_hook(active: Activation, end: str) -> None:
    process = subprocess.Popen(
        entry(active, 1 if end == "late" else 60), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    if end != "late":
        wait_for(lambda: len(hooks_of(process.pid)) == 2)
    if end == "killed":
        os.kill(hooks_of(process.pid)[0], signal.SIGKILL)
    data = VALID if end == "answered" else None
    out, err = process.communicate(data, timeout=60) if data else wait_open(process)
    done = subprocess.CompletedProcess([], process.returncode, out, err)
    assert verdict(done) == ("pass" if end == "answered" else "deny")
    wait_for(lambda: not alive(process.pid))


def wait_open(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """What a process says whose stdin is never closed."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.wait(timeout=60)
    found = process.stdout.read(), process.stderr.read()
    for stream in (process.stdin, process.stdout, process.stderr):
        stream.close()
    return found


@pytest.mark.parametrize("do", ["deny", "raise"])
def test_an_answer_that_nobody_reads_is_a_block(active: Activation, do: str) -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(writer, True)
    done = subprocess.run(
        entry(active, 2), input=json.dumps(payload(do)).encode(), stdout=writer, stderr=subprocess.PIPE,
        check=False, timeout=60,
    )  # fmt: skip
    os.close(reader)
    os.close(writer)
    assert done.returncode == 2
