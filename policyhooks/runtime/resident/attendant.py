"""A worker: one request at a time, until it is told to end, has served its share, has grown, or is of yesterday.

A timer of the kernel ends it at a request's deadline, whatever it is doing; its parent (parent.py) sees that and starts
another. INVARIANT: before COMMIT nothing of a request is stored, and after it only once.
"""

from __future__ import annotations

import _socket
import posix
import sys
import time

from policyhooks.core.values import Record
from policyhooks.runtime import platform
from policyhooks.runtime.resident.frames import (
    ACCEPT,
    COMMIT,
    DONE,
    HELLO,
    LONGEST_EVENT,
    LONGEST_HELLO,
    PREPARED,
    STALE,
    STDIN,
    Broken,
    Line,
    read_hello,
    write_prepared,
)
from policyhooks.runtime.resident.request import COMPLETE, Request, enter, leave_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from collections.abc import Sequence
    from typing import NoReturn

    from policyhooks.runtime.engine.selection import LoadedProgram
    from policyhooks.runtime.launch.hook import Settings
    from policyhooks.runtime.resident.frames import Hello
else:
    import _signal

REPLACED, MOVED, IDLE = 0, 10, 11  # what a worker leaves with; any other end is one by accident
SERVED = 1000
GROWN_PAGES = (96 << 20) // 4096
LOOK_EVERY = 32  # requests between two looks at its own size
UNSAID_S = 2.0  # a front says all that it has to say at once
LATE_S = 0.2  # behind the deadline of the hook itself
IDLE_S = 600.0
WAKE_S = 5  # how often an idle worker looks whether its parent is still there
# What modules remember of an event, or of files as they were: forgotten after each. A test finds what is not listed.
FORGOTTEN = (
    ("policyhooks.core.looks", "_witness"),
    ("policyhooks.shell.ceilings", "_reached"),
    ("policyhooks.shell.inline.code", "_kept"),
    ("policyhooks.shell.view.paths", "_real_workspaces"),
    ("policyhooks.shell.view.hard_links", "_known"),
    ("policyhooks.evaluation.matching", "_read"),
)


class Post(Record):
    """What every worker of a resident has."""

    generation: int = 0
    digest: bytes = b""
    place: tuple[int, int, int] = (0, 0, 0)
    settings: Settings
    programs: Sequence[LoadedProgram] = ()
    current: str = ""  # the link that names the current generation
    idle_s: float = IDLE_S


def place_here() -> tuple[int, int, int]:
    """The mount namespace, and device and inode of the root folder: where paths mean the same as here."""
    root = posix.stat("/")
    try:
        namespace = posix.stat("/proc/self/ns/mnt").st_ino
    except OSError:
        namespace = 0
    return namespace, root.st_dev, root.st_ino


def is_current(post: Post) -> bool:
    """Whether the generation is still the one in force."""
    try:
        return posix.readlink(post.current).rpartition("/")[2] == str(post.generation)
    except OSError:
        return False


def work(post: Post, listener: _socket.socket, parent: int) -> NoReturn:
    """A worker's whole life."""
    served, active = 0, time.monotonic()
    while served < SERVED:
        try:
            descriptor = listener._accept()[0]  # type: ignore[attr-defined]  # noqa: SLF001 - the C class has no other
        except BlockingIOError:
            if posix.getppid() != parent:
                platform.leave(REPLACED)
            if time.monotonic() - active > post.idle_s:
                platform.leave(IDLE)
            continue
        except OSError:  # the parent has shut it
            platform.leave(REPLACED)
        served += 1
        try:
            attend(post, descriptor, listener.fileno())
        except Broken:
            pass
        finally:
            _signal.setitimer(_signal.ITIMER_REAL, 0)
            posix.close(descriptor)
        active = time.monotonic()
        forget()
        if posix.getppid() != parent or (served % LOOK_EVERY == 0 and has_grown()):
            break
    platform.leave(REPLACED)


def attend(post: Post, descriptor: int, listening: int) -> None:
    """One request, by the protocol of frames.py. Raises Broken when the front goes, or is none."""
    _signal.setitimer(_signal.ITIMER_REAL, UNSAID_S)
    if peer_of(descriptor) != posix.geteuid():
        raise Broken("another user")
    line = Line(descriptor)
    hello = read_hello(line.take(HELLO, LONGEST_HELLO))
    environ = enter(hello) if is_ours(post, hello) else None
    if environ is None:
        line.send(STALE)
        if not is_current(post):
            platform.leave(MOVED)
        return
    line.send(ACCEPT)
    stdin = line.take(STDIN, LONGEST_EVENT)
    if len(stdin) != hello.size or line.buffer:
        raise Broken("not the event that was announced")
    request = Request(hello, stdin, post.settings, post.programs, line)
    _signal.setitimer(_signal.ITIMER_REAL, max(request.end - time.monotonic(), 0) + LATE_S)
    response = request.prepare(environ)
    line.send(PREPARED, write_prepared(response, response.exit_code or COMPLETE))
    line.take(COMMIT, 0)
    try:
        request.commit(response)
    except Exception as problem:
        raise Broken("it could not be stored") from problem  # the front gives the fail answer
    line.send(DONE)
    request.finish((descriptor, listening))


def is_ours(post: Post, hello: Hello) -> bool:
    """Whether it is asked for the program that it has, by somebody who sees the same files."""
    return (hello.generation, hello.digest, hello.place) == (post.generation, post.digest, post.place)


def peer_of(descriptor: int) -> int:
    """The user behind a connection; -1 where the system does not tell."""
    connection = _socket.socket(fileno=descriptor)
    try:
        from policyhooks.runtime.ports.judge_socket import peer_uid

        return peer_uid(connection)
    finally:
        connection.detach()


def forget() -> None:
    """Nothing of a request stays behind, nor a process that it has started."""
    leave_place()
    for module, name in FORGOTTEN:
        if module in sys.modules:
            sys.modules[module].__dict__[name].clear()
    try:
        while posix.waitpid(-1, posix.WNOHANG)[0]:
            continue
    except OSError:
        return


def has_grown() -> bool:
    """Whether it holds more than a worker should; what the system does not tell is not known."""
    return pages_of("self") > GROWN_PAGES


def pages_of(process: str) -> int:
    try:
        descriptor = posix.open(f"/proc/{process}/statm", posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return 0
    try:
        return int(posix.read(descriptor, 200).split()[1])
    except (OSError, IndexError, ValueError):
        return 0
    finally:
        posix.close(descriptor)
