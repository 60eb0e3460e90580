"""Looks into files that a call runs: those that are newer than the session, all, or none (the Config's `scripts`).

A file is new when its inode was changed no earlier than the session began: a user can set every other time of a file
back, and a rename, a link, a copy, a download and a tool of any server all set this one. When a session began is
session_start.py's. Of a file only its text is given, nothing is kept. INVARIANT: what is opened is a regular file, and
opening it never waits.
"""

from __future__ import annotations

import posix

from policyhooks.core.stored_text import StoredText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.event import Event

S_IFMT, S_IFREG, S_IFDIR, S_IFLNK = 0o170000, 0o100000, 0o040000, 0o120000
FRESH, ALL, NONE = "fresh", "all", "none"
LARGEST = 256 << 10  # of one file
LARGEST_ALL = 1 << 20
NOT_THERE = (2, 20, 36, 40)  # ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: nothing can run either
COMPILED = (b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"\xfe\xed\xfa\xcf")
FLAGS = posix.O_RDONLY | posix.O_NONBLOCK | posix.O_NOCTTY | posix.O_CLOEXEC


class Scripts:
    """The files that one event runs."""

    __slots__ = ("event", "left", "mode", "since", "state")

    def __init__(self, state: str, mode: str, event: Event) -> None:
        self.state = state
        self.mode = mode
        self.event = event
        self.left = LARGEST_ALL
        self.since: int | None = 0 if mode == ALL else None  # nanoseconds; not looked up before a file is asked for

    def read(self, path: str) -> StoredText | None:
        """What stands in a file; None where it is older than the session, and where there is none."""
        try:
            status = posix.lstat(path)
            changed = status.st_ctime_ns
            if status.st_mode & S_IFMT == S_IFLNK:  # a link is as new as what it leads to, or newer
                changed = max(changed, posix.stat(path).st_ctime_ns)
            if not self.is_new(changed):
                return None
            return self.text_of(path)
        except OSError as problem:
            if problem.errno in NOT_THERE:
                return None
            return StoredText(problem=f"it cannot be read (errno {problem.errno})")
        except ValueError:  # no path that a system takes
            return None

    def is_new(self, changed: int) -> bool:
        """Whether a file was changed in this session."""
        if self.mode == ALL:
            return True
        if self.since is None:
            from policyhooks.runtime.ports.session_start import RECENT, began

            now = self.event.event.time_ns
            if changed < now - RECENT:
                return False
            self.since = began(self.state, self.event.session.id, now)
        return changed >= self.since

    def text_of(self, path: str) -> StoredText | None:
        descriptor = posix.open(path, FLAGS)
        try:
            status = posix.fstat(descriptor)
            kind = status.st_mode & S_IFMT
            if kind != S_IFREG:
                return None if kind == S_IFDIR else StoredText(problem="it is no regular file")
            if status.st_size > min(LARGEST, self.left):
                return StoredText(problem="it is longer than is read")
            data = posix.read(descriptor, LARGEST + 1)
        finally:
            posix.close(descriptor)
        if len(data) > min(LARGEST, self.left):
            return StoredText(problem="it is longer than is read")
        self.left -= len(data)
        if data.startswith(COMPILED):
            return StoredText(compiled=True)
        if b"\0" in data:
            return StoredText(problem="it is no text")
        return StoredText(text=data.decode("utf-8", "replace"))
