"""Hooks that are killed, stopped, starved or unheard while they run."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tests.faults.answers import CLOSED, PASS, effect_of
from tests.faults.calls import COMMAND, FORBIDDEN, RESULT, SECRET, Call
from tests.faults.installation import LONG, SHORT, Bench, Installation, finish
from tests.faults.outcomes import Outcome, closed, compare, every_kind_closed

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGABRT)
SIGNALS += (signal.SIGSEGV, signal.SIGBUS, signal.SIGUSR1, signal.SIGALRM, signal.SIGPIPE, signal.SIGXCPU)

# prlimit's words: memory, open files, file sizes, seconds of computing, stack. `--nproc` binds nobody who is root.
LIMITS = (
    *("--as=8000000", "--as=20000000", "--as=30000000", "--data=1000000", "--data=4000000"),
    *("--nofile=4", "--nofile=5", "--nofile=6", "--fsize=0", "--fsize=100", "--cpu=1"),
    *("--stack=16384", "--stack=131072", "--nproc=1"),
)

# What a hook may go on after: SIGPIPE it ignores, a SIGINT that meets the interpreter while it starts becomes an
# exception that its own import swallows, and SIGALRM makes it look at its clock. It then decides, so where a rule can
# mind the event, it is one that a rule blocks.
DROPPED = (signal.SIGPIPE, signal.SIGINT, signal.SIGALRM)
MINDED = (COMMAND, RESULT)

# A run in the background ignores some signals, and what it starts inherits that.
AS_STARTED = ("/usr/bin/env", "--default-signal")


def hook_below(pid: int, patience: float = 20) -> int:
    """The process that runs the hook below the shell of a line, as soon as it is there."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        for child in _children(pid):
            words = _read(Path(f"/proc/{child}/cmdline")).split(b"\0")
            if any(word.endswith(b"/bin/hook") for word in words):
                return child
        time.sleep(0.002)
    raise TimeoutError("no hook was started")


def child_of(pid: int, patience: float = 20) -> int:
    """The first process below another, as soon as it is there; a front starts the hook before its guard."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if found := _children(pid):
            return min(found)
        time.sleep(0.002)
    raise TimeoutError("nothing was started")


def _children(pid: int) -> list[int]:
    return [int(one) for one in _read(Path(f"/proc/{pid}/task/{pid}/children")).split()]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _waiting(installation: Installation, call: Call, seconds: float) -> tuple[subprocess.Popen[bytes], int]:
    """A line whose hook waits for its event."""
    process = installation.start(call, seconds=seconds, before=AS_STARTED)
    return process, hook_below(process.pid)


def _minded(call: Call) -> Call:
    """The same with something in it that a rule blocks, where one looks at such events."""
    if call.kind == COMMAND:
        return call.saying(FORBIDDEN)
    return call.resulting(SECRET) if call.kind == RESULT else call


def killed(bench: Bench) -> Iterator[Outcome]:
    """The hook alone; a shell that is killed with it can say nothing."""
    for installation in bench.every():
        for number in SIGNALS:
            for kind in installation.kinds():
                call = _minded(installation.call(kind))
                process, hook = _waiting(installation, call, LONG)
                os.kill(hook, number)
                ended = finish(process, call.data, LONG)
                if number in DROPPED and kind not in MINDED and effect_of(call, ended) == PASS:
                    continue  # it was dropped: nothing was killed, and the event is decided
                yield compare(f"{call.name}: {number.name}", call, ended, CLOSED[kind])


def stopped(bench: Bench) -> Iterator[Outcome]:
    """SIGSTOP, once the hook has a guard: it is there and does nothing any more, its own timers included."""
    for installation in bench.every():
        for kind in installation.kinds():
            call = installation.call(kind)
            process, hook = _waiting(installation, call, SHORT)
            _await_guard(hook)
            os.kill(hook, signal.SIGSTOP)
            yield compare(f"{call.name}: stopped", call, finish(process, call.data, SHORT), CLOSED[kind])


def stopped_early(bench: Bench) -> Iterator[Outcome]:
    """SIGSTOP as soon as the process is there: nobody watches it yet."""
    for installation in bench.every():
        call = installation.call(COMMAND)
        process, hook = _waiting(installation, call, SHORT)
        os.kill(hook, signal.SIGSTOP)
        yield compare(f"{call.name}: stopped", call, finish(process, call.data, SHORT), CLOSED[COMMAND])


def _await_guard(hook: int, patience: float = 20) -> None:
    """Until the hook has forked the process that watches it."""
    end = time.monotonic() + patience
    while not _children(hook):
        if time.monotonic() > end:
            raise TimeoutError("the hook has no guard")
        time.sleep(0.002)


def starved(bench: Bench) -> Iterator[Outcome]:
    """What little a hook gets may do for a decision or not: then it is closed."""
    for installation in bench.every():
        for words in LIMITS:
            call = installation.call(COMMAND).saying(FORBIDDEN)
            before = ("/usr/bin/prlimit", words, "--")
            yield closed(words, installation, call, before=before)


def stdout_closed(bench: Bench) -> Iterator[Outcome]:
    for installation in bench.every():
        for command in (FORBIDDEN, "git status"):
            call = installation.call(COMMAND).saying(command)
            line = installation.line(call.native)
            yield closed("stdout is closed", installation, call, line=f"exec >&-; {line}")
            yield closed("stdin too", installation, call, line=f"exec <&- >&-; {line}")
        call = installation.call(COMMAND).saying(FORBIDDEN)
        with Path("/dev/full").open("wb") as full:
            yield closed("stdout is full", installation, call, stdout=full)
        reader, writer = os.pipe()
        os.close(reader)
        yield closed("nobody reads", installation, call, stdout=writer)
        os.close(writer)


def unread(bench: Bench) -> Iterator[Outcome]:
    """stdout is a pipe that is full and stays so: the hook must not wait for ever."""
    for installation in bench.every():
        call = installation.call(COMMAND).saying(FORBIDDEN)
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        try:
            while True:
                os.write(writer, b" " * 4096)
        except BlockingIOError:
            os.set_blocking(writer, True)
        ended = finish(installation.start(call, seconds=SHORT, stdout=writer), call.data, SHORT)
        os.close(reader)
        os.close(writer)
        yield compare(f"{call.name}: a full pipe", call, ended, "block")


def locked(bench: Bench) -> Iterator[Outcome]:
    """The journal's lock is held by somebody who never lets go: a decision hangs, and is answered at the deadline."""
    for installation in bench.every():
        with installation.damaged():
            installation.run(installation.call(COMMAND))
            with (installation.state / "journal/journal.jsonl").open("r+b") as held:
                os.lockf(held.fileno(), os.F_LOCK, 0)
                yield from every_kind_closed("the journal is locked", installation, seconds=SHORT)
