"""Times of the journal as the numbers that other formats want."""

from __future__ import annotations

import calendar
import time


def milliseconds(moment: object) -> int:
    """A time of the journal (`2026-11-16T23:59:59.123Z`) as milliseconds; zero where it is none."""
    try:
        text = str(moment)
        return calendar.timegm(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")) * 1000 + int(text[20:23])
    except (ValueError, OverflowError):
        return 0


def stamp(seconds: float) -> str:
    """A time as the journal writes it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds % 1 * 1000):03d}Z"
