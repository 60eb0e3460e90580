"""Moments on the command line: so long ago, or a date."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from policyhooks.errors import UsageError

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}


def read_time(text: str | None, now: datetime | None = None) -> str:
    """A moment as the journal writes it: `2h` before now, or a date with or without a time of day, in UTC."""
    if text is None:
        return ""
    if text[:-1].isdigit() and text[-1:] in UNITS:
        moment = (now or datetime.now(UTC)) - timedelta(seconds=int(text[:-1]) * UNITS[text[-1]])
    else:
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            raise UsageError(
                f"`{text}` is not a time", "write `2h`, `7d`, `2026-11-16` or `2026-11-16T09:00`"
            ) from None
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
