"""The resident of a state folder, for people: whether it is wanted, whether it runs, starting and ending it.

It is wanted where the state has a private folder `resident`: then fronts ask it, and start it when it is not there. The
process itself is runtime/resident/parent.py; its lock holds its process id. It knows no client's files.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from policyhooks.errors import EnvironmentBroken
from policyhooks.image.front import ORDINARY
from policyhooks.image.stub import NO_PROJECT, RESIDENT
from policyhooks.runtime.resident.parent import FOLDER, SOCKET, TOLD

LOCK = "lock"
PATIENCE_S = 5.0


def is_wanted(state: Path) -> bool:
    """Whether fronts ask for one."""
    return (state / FOLDER).is_dir()


def running(state: Path) -> int:
    """Its process id; 0 where none runs."""
    return _holder(state / FOLDER)


def _holder(folder: Path) -> int:
    try:
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return 0
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        text = os.pread(descriptor, 20, 0).strip()
        return int(text) if text.isdigit() else 0
    finally:
        os.close(descriptor)
    return 0


def want(state: Path) -> None:
    """From now on fronts ask for one. Raises EnvironmentBroken where there can be none."""
    if not (state / "bin" / ORDINARY).is_file():
        raise EnvironmentBroken("there is no native front here, so nobody would ask", "see `policyhooks doctor`")
    if not (state / "current" / TOLD).is_file():
        hint = "install again; a managed installation has no resident, because it could not be every user"
        raise EnvironmentBroken("this installation cannot have a resident", hint)
    (state / FOLDER).mkdir(mode=0o700, exist_ok=True)


def words(state: Path, client: str, lock: int) -> list[str]:
    """The command line of the process."""
    return [str(state / "bin" / ORDINARY), RESIDENT, NO_PROJECT, client, "-", str(lock)]


def run(state: Path, client: str) -> NoReturn:
    """Become it. Raises EnvironmentBroken where another one runs."""
    want(state)
    lock = os.open(state / FOLDER / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise EnvironmentBroken("a resident runs here already", "`policyhooks resident stop` ends it") from None
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    os.set_inheritable(lock, True)
    line = words(state, client, lock)
    os.execve(line[0], line, {})  # noqa: S606 - a path of our own


def start(state: Path, client: str) -> int:
    """Want it, and start it in a session of its own; its process id. Raises EnvironmentBroken."""
    want(state)
    if not running(state):
        child = os.fork()
        if not child:
            _become(state, client)
        _await(lambda: (state / FOLDER / SOCKET).is_socket() and running(state) != 0)
    found = running(state)
    if not found:
        raise EnvironmentBroken("the resident did not start", "`policyhooks resident run` says why")
    return found


def _become(state: Path, client: str) -> NoReturn:
    try:
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        run(state, client)
    finally:
        os._exit(1)


def stop(state: Path) -> bool:
    """End it, and no longer want it; whether one ran. What it has under way it finishes."""
    found = _end(state / FOLDER)
    parted = state / f"{FOLDER}-{os.getpid()}"
    try:
        (state / FOLDER).rename(parted)
    except FileNotFoundError:
        return found
    # No front finds it any more; one that a front was starting meanwhile ends too.
    found = _end(parted) or found
    shutil.rmtree(parted, ignore_errors=True)
    return found


def _end(folder: Path) -> bool:
    found = _holder(folder)
    for number in (signal.SIGCONT, signal.SIGTERM, signal.SIGKILL):
        if not found:
            break
        with suppress(ProcessLookupError):
            os.kill(found, number)
        if number != signal.SIGCONT and _await(lambda: _holder(folder) != found):
            break
    return bool(found)


def _await(holds: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.01)
    return False
