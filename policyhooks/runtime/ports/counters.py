"""What rules have done in a session, in the state folder: follow-ups, one byte each, and what happens once."""

from __future__ import annotations

import posix

from policyhooks.runtime.platform import sha256

FOLDER = "counters"


def count(state: str, session: str, rule_id: str) -> int:
    """Add one and return how many there are now. Raises OSError when nothing can be counted."""
    _make(f"{state}/{FOLDER}")
    descriptor = posix.open(_path(state, session, rule_id), posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND, 0o600)
    try:
        posix.write(descriptor, b".")
        return posix.fstat(descriptor).st_size
    finally:
        posix.close(descriptor)


def peek(state: str, session: str, rule_id: str) -> int:
    """How many there are, none added. Raises OSError when they cannot be read."""
    try:
        return posix.stat(_path(state, session, rule_id)).st_size
    except FileNotFoundError:
        return 0


def claim(state: str, session: str, rule_id: str) -> bool:
    """Whether this is the first time; of two at one moment one is. What cannot be kept is a first time again."""
    try:
        _make(f"{state}/{FOLDER}")
        flags = posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL
        posix.close(posix.open(_path(state, session, f"once {rule_id}"), flags, 0o600))
    except FileExistsError:
        return False
    except OSError:
        pass
    return True


def is_claimed(state: str, session: str, rule_id: str) -> bool:
    """Whether it has happened in this session."""
    try:
        posix.stat(_path(state, session, f"once {rule_id}"))
    except OSError:
        return False
    return True


def _path(state: str, session: str, rule_id: str) -> str:
    name = sha256(f"{session}\0{rule_id}".encode()).hexdigest()[:32]
    return f"{state}/{FOLDER}/{name}"


def _make(folder: str) -> None:
    try:  # noqa: SIM105 - contextlib is too heavy for the hook
        posix.mkdir(folder, 0o700)
    except FileExistsError:
        pass
