"""Counts over time as numbers for a drawing: one strip of bars a row, with name and total. No colour is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

WIDTH, STRIP, GAP = 720, 34, 8
MOST_BARS = 60
# Characters of a recorded time that are one bar, how long it is, and how it is written.
STEPS = ((16, timedelta(minutes=1), "minute"), (13, timedelta(hours=1), "hour"), (10, timedelta(days=1), "day"))
FORMS = {16: "%Y-%m-%dT%H:%M", 13: "%Y-%m-%dT%H", 10: "%Y-%m-%d"}

Drawn = dict[str, object]


def draw_strips(rows: Sequence[tuple[str, Sequence[str]]]) -> Drawn:
    """The strips for times as journals write them, by the name of their row; nothing where there is no time."""
    times = [time for _, found in rows for time in found if len(time) >= 19]
    if not times:
        return {}
    first, last = min(times), max(times)
    digits, step, unit = _step(first, last)
    slots = _slots(first[:digits], last[:digits], digits, step)
    at = {slot: number for number, slot in enumerate(slots)}
    width = WIDTH / len(slots)
    strips = []
    for number, (name, found) in enumerate(rows):
        counts = Counter(time[:digits] for time in found)
        most = max(counts.values(), default=0)
        bottom = (number + 1) * (STRIP + GAP) - GAP
        bars = [
            {
                "x": round(at[slot] * width + 0.5, 2),
                "width": round(max(1.0, width - 1), 2),
                "height": round(max(2.0, STRIP * count / most), 2),
                "y": round(bottom - max(2.0, STRIP * count / most), 2),
                "title": f"{slot.replace('T', ' ')}: {count} {name}",
            }
            for slot, count in sorted(counts.items())
            if slot in at
        ]
        strips.append({"name": name, "total": sum(counts.values()), "most": most, "bottom": bottom, "bars": bars})
    return {
        "strips": strips,
        "unit": unit,
        "width": WIDTH,
        "height": len(rows) * (STRIP + GAP),
        "first": first[:16].replace("T", " "),
        "last": last[:16].replace("T", " "),
        "row": STRIP + GAP,
    }


def _step(first: str, last: str) -> tuple[int, timedelta, str]:
    span = _moment(last) - _moment(first)
    for digits, step, unit in STEPS:
        if span <= step * MOST_BARS:
            return digits, step, unit
    return STEPS[-1]


def _slots(first: str, last: str, digits: int, step: timedelta) -> list[str]:
    moment = _moment(first)
    found: list[str] = []
    while len(found) < MOST_BARS * 7:  # more than a year of days: the newest end is what is looked at
        slot = moment.strftime(FORMS[digits])
        found.append(slot)
        if slot >= last:
            break
        moment += step
    return found


def _moment(text: str) -> datetime:
    whole = text + "0000-01-01T00:00:00"[len(text) :] if len(text) < 19 else text[:19]
    try:
        return datetime.fromisoformat(whole).replace(tzinfo=UTC)
    except ValueError:
        return datetime(2000, 1, 1, tzinfo=UTC)


def share(count: int, most: int, width: int = 96) -> float:
    """The length of a bar."""
    return round(width * count / most, 1) if most else 0.0
