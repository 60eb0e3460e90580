"""Figures for people: counted things, durations, moments, small charts of text."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(value: float, most: float, width: int = 20) -> str:
    """A bar of at most `width` columns; anything above zero shows at least a sliver."""
    if most <= 0 or value <= 0:
        return ""
    eighths = max(1, round(value / most * width * 8))
    full, rest = divmod(min(eighths, width * 8), 8)
    return EIGHTHS[8] * full + (EIGHTHS[rest] if rest else "")


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that `share` (0 to 1) of the values do not exceed. Zero without values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    at = max(0, -(-len(ordered) * share // 1) - 1)
    return ordered[min(int(at), len(ordered) - 1)]


def histogram(values: Sequence[float], edges: Sequence[float]) -> list[int]:
    """How many values lie below each edge and not below the one before; one more count for the rest."""
    counts = [0] * (len(edges) + 1)
    for value in values:
        counts[next((at for at, edge in enumerate(edges) if value < edge), len(edges))] += 1
    return counts


def milliseconds(value: float) -> str:
    """A duration with as many digits as help."""
    if value < 10:
        return f"{value:.1f} ms"
    return f"{value:.0f} ms" if value < 10_000 else f"{value / 1000:.1f} s"


def moment(seconds: float) -> str:
    """A time of the clock, to the second, in UTC."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(seconds))


def count(number: int, noun: str) -> str:
    """`1 rule`, `2 rules`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def ranked(counts: Mapping[str, int], most: int | None = None) -> list[tuple[str, int]]:
    """What was counted, the most frequent first and equals by name: who counted first does not show."""
    return sorted(counts.items(), key=lambda row: (-row[1], row[0]))[:most]
