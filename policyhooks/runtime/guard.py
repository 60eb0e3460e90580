"""A second process that ends the hook when it is past its time: one that was stopped cannot do so itself.

Started only for a hook that is slow, because a fork costs a quarter of a bare interpreter's start. It holds nothing of
the hook's but one end of a pipe: when the hook ends, however it ends, the pipe ends and the guard with it. It answers
nothing: the tail of the entry does, for a hook that was killed.
"""

from __future__ import annotations

import posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from typing import NoReturn
else:
    import _signal

MOST_DESCRIPTORS = 1024


def start_guard(seconds: float) -> int:
    """Have this process killed after so many seconds, unless the descriptor that is given back is closed before."""
    hook = posix.getpid()
    reader, writer = posix.pipe()
    if not posix.fork():
        _wait(hook, reader, seconds)
    posix.close(reader)
    return writer


def _wait(hook: int, reader: int, seconds: float) -> NoReturn:
    """The guard's whole life: until the pipe ends or the time is up."""

    def on_alarm(_signal_number: int, _frame: object) -> None:
        if posix.getppid() == hook:
            posix.kill(hook, _signal.SIGKILL)
        posix._exit(0)  # noqa: SLF001

    try:
        # A client waits until nobody has its pipes any more.
        posix.closerange(0, reader)
        posix.closerange(reader + 1, MOST_DESCRIPTORS)
        _signal.signal(_signal.SIGALRM, on_alarm)
        _signal.setitimer(_signal.ITIMER_REAL, seconds)
        posix.read(reader, 1)
    finally:
        posix._exit(0)  # noqa: SLF001
