"""The lock of a state folder: whoever changes what is active, trusted or how it is laid out holds it.

It goes with the process that holds it. One thread may take it again inside itself: activation
brings the layout up to date whether or not its caller holds the lock already.
"""

from __future__ import annotations

import fcntl
import os
import threading
from pathlib import Path

from policyhooks.errors import EnvironmentBroken

FILE = "lock"
_held: dict[tuple[str, int], int] = {}  # how often, by lock file and thread


class locked:  # noqa: N801 - reads as a word of its `with`
    """The lock of a state folder; one that a newer policyhooks has laid out is refused before anything is made."""

    def __init__(self, state: Path) -> None:
        self.path = state / FILE
        self.key = (os.path.abspath(self.path), threading.get_ident())

    def __enter__(self) -> None:
        if not _held.get(self.key):
            from policyhooks.image.layout import read_layout  # its steps take the lock themselves

            read_layout(self.path.parent)
            try:
                self.file = self.path.open("wb")
                self.path.chmod(0o600)
                fcntl.flock(self.file, fcntl.LOCK_EX)
            except OSError as problem:
                raise EnvironmentBroken(f"{self.path} cannot be locked: {problem.strerror}") from None
        _held[self.key] = _held.get(self.key, 0) + 1

    def __exit__(self, *_: object) -> None:
        _held[self.key] -= 1
        if not _held[self.key]:
            del _held[self.key]
            self.file.close()
