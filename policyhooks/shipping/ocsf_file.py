"""OCSF events as lines of a file, for whatever collects files: whole lines only, on the disk before they count.

The file is opened anew for each batch, so that it may be rotated; what a killed writer left without its end is cut off.
"""

from __future__ import annotations

import fcntl
import os
import stat
import time
from collections.abc import Sequence

from policyhooks.shipping.delivery import Undelivered
from policyhooks.shipping.destination import Destination
from policyhooks.shipping.journal_times import milliseconds
from policyhooks.shipping.message import Message, dump
from policyhooks.shipping.ocsf_events import make_events

PIECE = 1 << 16


class OcsfFile:
    """A private file; another reader belongs to its group, or is root."""

    most = 256
    hears_health = False

    def __init__(self, destination: Destination) -> None:
        self.path = destination.where

    def send(self, messages: Sequence[Message]) -> None:
        """Append the events of all of them."""
        now = time.time_ns() // 10**6
        lines = [
            dump(event)
            for message in messages
            for event in make_events(message.capped(), milliseconds(message.record.get("time")) or now)
        ]
        try:
            _append(self.path, b"".join(line + b"\n" for line in lines))
        except OSError as problem:
            raise Undelivered((problem.strerror or "it cannot be written").lower()) from None

    def close(self) -> None:
        """Nothing is held between two batches."""


def _append(path: str, data: bytes) -> None:
    """All of the data behind the last whole line, or nothing."""
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    descriptor = os.open(path, flags, 0o600)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid():
            raise PermissionError(1, "it is not a plain file of this user")
        fcntl.flock(descriptor, fcntl.LOCK_EX)  # other journals may go into the same file
        end = _whole(descriptor, os.fstat(descriptor).st_size)
        os.ftruncate(descriptor, end)
        try:
            written = 0
            while written < len(data):
                written += os.pwrite(descriptor, data[written:], end + written)
            os.fsync(descriptor)
        except OSError:
            os.ftruncate(descriptor, end)
            raise
    finally:
        os.close(descriptor)


def _whole(descriptor: int, size: int) -> int:
    """Where the last whole line ends."""
    while size > 0:
        start = max(0, size - PIECE)
        at = os.pread(descriptor, size - start, start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        size = start
    return 0
