"""Counts follow-ups per session and rule in the state folder: one byte each, so that counting is one append."""

from __future__ import annotations

import posix

from policyhooks.runtime.platform import sha256

FOLDER = "counters"


def count(state: str, session: str, rule_id: str) -> int:
    """Add one and return how many there are now. Raises OSError when nothing can be counted."""
    folder = f"{state}/{FOLDER}"
    try:  # noqa: SIM105 - contextlib is too heavy for the hook
        posix.mkdir(folder, 0o700)
    except FileExistsError:
        pass
    name = sha256(f"{session}\0{rule_id}".encode()).hexdigest()[:32]
    descriptor = posix.open(f"{folder}/{name}", posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND, 0o600)
    try:
        posix.write(descriptor, b".")
        return posix.fstat(descriptor).st_size
    finally:
        posix.close(descriptor)
