"""When a session began, by the journal: the first record of the session, or of one that was alive when that came.

A session that begins beside others, within minutes of their last record, is taken to be one of theirs: an agent may
start another agent to run what it has written. What the journal cannot tell makes everything of a day new. Loaded where
an event runs a file that is no older.
"""

from __future__ import annotations

import posix

from policyhooks.core.json_text import encode
from policyhooks.runtime.ports.journal import FILE, FOLDER

DAY_S = 86_400
RECENT = DAY_S * 1_000_000_000  # nanoseconds: an older file is never new
ALIVE_S = 600  # after its last record a session is taken to be alive for so long
LARGEST = 32 << 20  # a journal is rotated at half of it
SECOND = 1_000_000_000


def began(state: str, session: str, now: int) -> int:
    """The moment from which on files are new, in nanoseconds; `now` is the event's."""
    oldest = now - RECENT
    if not state or not session:
        return oldest
    try:
        data = read_file(f"{state}/{FOLDER}/{FILE}")
        rotated = any(name.startswith("journal-") for name in posix.listdir(f"{state}/{FOLDER}"))
    except OSError:
        return oldest
    if data is None:
        return oldest
    found, first = first_record(data, encode(session).strip('"').encode(), now // SECOND)
    if rotated and first > oldest // SECOND:
        return oldest  # it may have begun in the file before
    return max(oldest, found * SECOND)


def first_record(data: bytes, session: bytes, now: int) -> tuple[int, int]:
    """When a session began, with those that were alive then, and when the journal did: `now` where it is empty."""
    begun: dict[bytes, int] = {}
    seen: dict[bytes, int] = {}
    first = now
    for line in data.split(b"\n"):
        rest = line.partition(b'"time":"')[2]
        at = seconds(rest[:19])
        if at is None:
            continue
        first = min(first, at)
        name = rest.partition(b'"session":"')[2].partition(b'"')[0]
        if name not in begun:
            begun[name] = beside(begun, seen, at)
            if name == session:
                return begun[name], first
        seen[name] = at
    return beside(begun, seen, now), first


def beside(begun: dict[bytes, int], seen: dict[bytes, int], at: int) -> int:
    """When the oldest began of the sessions that were alive at a moment; that moment where none was."""
    return min([at, *(begun[name] for name, last in seen.items() if at - last <= ALIVE_S)])


def seconds(text: bytes) -> int | None:
    """`2026-11-16T23:59:59` as seconds since the epoch."""
    if len(text) != 19 or not text.replace(b"-", b"").replace(b":", b"").replace(b"T", b"").isdigit():
        return None
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
    # Days since the epoch in the calendar that everybody uses, years beginning in March.
    year -= month < 3
    era, month = year // 400, (month + 9) % 12
    of_era = year - era * 400
    days = era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + (153 * month + 2) // 5 + day - 1 - 719_468
    return days * DAY_S + int(text[11:13]) * 3600 + int(text[14:16]) * 60 + int(text[17:19])


def read_file(path: str) -> bytes | None:
    """The whole of a journal's file; None where it is longer than it can be."""
    descriptor = posix.open(path, posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK)
    try:
        size = posix.fstat(descriptor).st_size
        return posix.pread(descriptor, size, 0) if size <= LARGEST else None
    finally:
        posix.close(descriptor)
