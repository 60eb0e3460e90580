"""Everything that differs between operating systems: descriptors, locks, timers, process groups.

POSIX only for now; another system gets another module with these names. It knows no events.
"""

from __future__ import annotations

import posix
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from collections.abc import Callable, Mapping, Sequence
    from hashlib import sha256
    from typing import NoReturn
else:
    import _signal

    if sys.version_info >= (3, 12):
        from _sha2 import sha256
    else:
        from _sha256 import sha256

__all__ = ["posix", "sha256"]

CHUNK = 1 << 16
LATE_S = 0.03  # an ordinary decision is over by then
AGAIN_S = 0.1  # between two attempts to leave a write
_guards: list[int] = []  # our ends of the pipes to guards


class Closed(Exception):
    """A descriptor cannot take what must be written."""


class TooLong(Exception):
    """A descriptor holds more than the limit."""


def take_stdout() -> int:
    """A private descriptor for the answer; whatever else writes to descriptor 1 lands on stderr.

    Raises OSError when stdout is closed: then nothing can be answered but a block.
    """
    private = posix.dup(1)
    try:
        posix.dup2(2, 1)
    except OSError:
        posix.dup2(posix.open("/dev/null", posix.O_WRONLY), 1)
    return private


def read_all(descriptor: int, limit: int, pieces: list[bytes]) -> bytes:
    """All bytes up to the end of input, also in `pieces` as they come. Raises TooLong above the limit.

    What is too long is read to its end nevertheless: some clients take a closed pipe for a failed hook.
    """
    first = posix.read(descriptor, CHUNK)
    if len(first) < 2048:  # most events come in one piece, and the next read says that it was all
        pieces.append(first)
        rest = posix.read(descriptor, CHUNK)
        if not rest:
            return first
        first += rest
        pieces.clear()
    pieces.append(first)
    size = len(first)
    while piece := posix.read(descriptor, CHUNK):
        size += len(piece)
        if size <= limit:
            pieces.append(piece)
    if size > limit:
        raise TooLong
    return b"".join(pieces)


def write_all(descriptor: int, data: bytes) -> None:
    """Write everything or raise Closed."""
    try:
        while data:
            data = data[posix.write(descriptor, data) :]
    except OSError as problem:
        raise Closed from problem


def write_answer(descriptor: int, data: bytes, seconds: float) -> None:
    """Write everything or raise Closed, also where nobody reads it for so long.

    Nothing else may end the process from here on: killed behind its answer, it would be answered for a second time.
    """
    unwatch()
    if data:
        _signal.signal(_signal.SIGALRM, give_up)
        _signal.setitimer(_signal.ITIMER_REAL, seconds, AGAIN_S)  # again: stderr may not be read either
        write_all(descriptor, data)
        _signal.setitimer(_signal.ITIMER_REAL, 0)


def give_up(_signal_number: int, _frame: object) -> None:
    raise Closed


def append_to(path: str, text: bytes) -> None:
    """Add to a file that a client names for this."""
    descriptor = posix.open(path, posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND, 0o600)
    try:
        write_all(descriptor, text)
    finally:
        posix.close(descriptor)


def lock(descriptor: int, wait: bool = True) -> None:
    """Take the one lock of a file; it ends with the descriptor or the process. OSError when it may not wait."""
    while True:
        try:
            return posix.lockf(descriptor, posix.F_LOCK if wait else posix.F_TLOCK, 0)
        except InterruptedError:  # by the alarm that starts the guard; of all calls this one is not begun anew for us
            continue


def watch(seconds: float, on_time: Callable[[], None]) -> None:
    """Call `on_time` after `seconds`; when a long C call keeps it from running, end the process a little later.

    The second line is a thread of the interpreter's own that needs no Python code to run: it writes
    a traceback to stderr and ends with exit code 1, which the tail of the hook command turns into 2.
    The third is for a process that somebody has stopped, and begins when it is slow: see guard.py.
    """
    import faulthandler

    seconds = max(seconds, 0.001)
    end = time.monotonic() + seconds

    def on_alarm(_signal_number: int, _frame: object) -> None:
        left = end - time.monotonic()
        if left < 0.001 or _guards:
            on_time()
            return
        _signal.setitimer(_signal.ITIMER_REAL, left)
        from policyhooks.runtime.guard import start_guard

        try:  # noqa: SIM105 - contextlib is too heavy for the hook
            _guards.append(start_guard(left + seconds * 0.08 + 0.1))
        except OSError:  # no process or no descriptor is left: the other two lines hold
            pass

    _signal.signal(_signal.SIGALRM, on_alarm)
    _signal.setitimer(_signal.ITIMER_REAL, min(seconds, LATE_S))
    faulthandler.dump_traceback_later(seconds * 1.04 + 0.05, exit=True, file=2)


def unwatch() -> None:
    """Nobody ends this process any more."""
    import faulthandler

    _signal.setitimer(_signal.ITIMER_REAL, 0)
    faulthandler.cancel_dump_traceback_later()
    while _guards:
        posix.close(_guards.pop())


def detach() -> bool:
    """Go on in a process of its own that nobody waits for; True in that process. stdio is let go."""
    if posix.fork():
        return False
    posix.setsid()
    null = posix.open("/dev/null", posix.O_RDWR)
    for descriptor in (0, 1, 2):
        posix.dup2(null, descriptor)
    return True


def start(
    argv: Sequence[str], environ: Mapping[str, str], handed: Mapping[int, int] | None = None
) -> tuple[int, int, int, int]:
    """Start a program in a process group of its own, with `handed` too: pid, our ends of stdin, stdout, stderr."""
    stdin_read, stdin_write = posix.pipe()
    stdout_read, stdout_write = posix.pipe()
    stderr_read, stderr_write = posix.pipe()
    theirs = (stdin_read, stdout_write, stderr_write)
    all_of_theirs = {**dict(enumerate(theirs)), **(handed or {})}
    try:
        pid = posix.posix_spawn(
            argv[0],
            list(argv),
            dict(environ),
            file_actions=[(posix.POSIX_SPAWN_DUP2, given, number) for number, given in all_of_theirs.items()],
            setpgroup=0,
            setsigdef=(_signal.SIGPIPE, _signal.SIGALRM),
        )
    except OSError:
        for descriptor in (stdin_write, stdout_read, stderr_read):
            posix.close(descriptor)
        raise
    finally:
        for descriptor in theirs:
            posix.close(descriptor)
    for descriptor in (stdin_write, stdout_read, stderr_read):
        posix.set_blocking(descriptor, False)
    return pid, stdin_write, stdout_read, stderr_read


def end_group(pid: int) -> int | None:
    """Kill a process group and reap its leader; its wait status, None when it was reaped before."""
    try:  # noqa: SIM105 - contextlib is too heavy for the hook
        posix.killpg(pid, _signal.SIGKILL)
    except OSError:
        pass
    try:
        return posix.waitpid(pid, 0)[1]
    except OSError:
        return None


def ended(pid: int) -> int | None:
    """The wait status of a process that has ended, else None."""
    done, status = posix.waitpid(pid, posix.WNOHANG)
    return status if done else None


def exit_code(status: int) -> int:
    """The exit code of a wait status; negative for a signal."""
    return posix.waitstatus_to_exitcode(status)


def leave(code: int) -> NoReturn:
    """End the process here and now: no exit handlers, no flushing, no waiting for threads."""
    posix._exit(code)  # noqa: SLF001


def monotonic() -> float:
    return time.monotonic()


def libraries() -> list[str]:
    """Where this interpreter has its standard library."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    return [f"{sys.base_prefix}/{folder}/{version}" for folder in dict.fromkeys((sys.platlibdir, "lib"))]


def environment() -> dict[str, str]:
    """The environment as text; variables that are not UTF-8 cannot be ones that we know."""
    found = {}
    for name, value in posix.environ.items():
        try:
            found[name.decode()] = value.decode()
        except UnicodeDecodeError:
            continue
    return found
