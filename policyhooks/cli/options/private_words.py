"""What commands that stay share: words of private files that must not stand in an address, and being told to end."""

from __future__ import annotations

import os
import signal
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from policyhooks.errors import EnvironmentBroken

LONGEST_TOKEN = 1 << 12


@contextmanager
def ending() -> Iterator[threading.Event]:
    """What is set when the process is told to end: a batch that is under way is finished."""
    stop = threading.Event()
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(number, lambda *_: stop.set()) for number in numbers]
    try:
        yield stop
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def read_token(name: str) -> str:
    """The token in a file that nobody else can read. Raises EnvironmentBroken."""
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as problem:
        raise EnvironmentBroken(f"{name} cannot be read: {(problem.strerror or 'unknown').lower()}") from None
    with os.fdopen(descriptor, "rb") as stream:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_mode & 0o077 or status.st_uid not in (0, os.geteuid()):
            raise EnvironmentBroken(f"{name} is not a private file of this user", f"chmod 600 {name}")
        text = stream.read(LONGEST_TOKEN).decode("ascii", "replace").strip()
    if not text or not text.isascii() or not text.isprintable() or " " in text:
        raise EnvironmentBroken(f"{name} holds no token", "one word of printable ASCII")
    return text
