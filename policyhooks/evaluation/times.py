"""Timestamps and durations as CEL has them: whole nanoseconds, in the ranges of the specification."""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError

SECOND = 1_000_000_000
MIN_TIMESTAMP = -62_135_596_800 * SECOND  # 0001-01-01T00:00:00Z
MAX_TIMESTAMP = 253_402_300_800 * SECOND - 1  # 9999-12-31T23:59:59.999999999Z
MAX_DURATION = 315_576_000_001 * SECOND - 1  # about 10,000 years
MAX_SPAN = 2**63  # of arithmetic: what Google's engines compute in, about 292 years


class Timestamp:
    """A point in time, in nanoseconds since 1970-01-01T00:00:00Z."""

    __slots__ = ("ns",)

    def __init__(self, ns: int) -> None:
        if not MIN_TIMESTAMP <= ns <= MAX_TIMESTAMP:
            raise EvaluationError("timestamp out of range")
        self.ns = ns

    def __eq__(self, other: object) -> bool:
        return type(other) is Timestamp and self.ns == other.ns

    def __hash__(self) -> int:
        return hash(self.ns)

    def __lt__(self, other: Timestamp) -> bool:
        return self.ns < other.ns

    def __le__(self, other: Timestamp) -> bool:
        return self.ns <= other.ns

    def __gt__(self, other: Timestamp) -> bool:
        return self.ns > other.ns

    def __ge__(self, other: Timestamp) -> bool:
        return self.ns >= other.ns

    def __repr__(self) -> str:
        return f"Timestamp({self.ns})"

    def __str__(self) -> str:
        from policyhooks.evaluation.calendar import time_text

        return time_text(self)


def span(ns: int) -> Duration:
    """The duration that an addition or subtraction comes to."""
    if not -MAX_SPAN <= ns < MAX_SPAN:
        raise EvaluationError("duration overflow")
    return Duration(ns)


class Duration:
    """A signed span of time, in nanoseconds."""

    __slots__ = ("ns",)

    def __init__(self, ns: int) -> None:
        if not -MAX_DURATION <= ns <= MAX_DURATION:
            raise EvaluationError("duration out of range")
        self.ns = ns

    def __eq__(self, other: object) -> bool:
        return type(other) is Duration and self.ns == other.ns

    def __hash__(self) -> int:
        return hash(self.ns)

    def __lt__(self, other: Duration) -> bool:
        return self.ns < other.ns

    def __le__(self, other: Duration) -> bool:
        return self.ns <= other.ns

    def __gt__(self, other: Duration) -> bool:
        return self.ns > other.ns

    def __ge__(self, other: Duration) -> bool:
        return self.ns >= other.ns

    def __repr__(self) -> str:
        return f"Duration({self.ns})"

    def __str__(self) -> str:
        from policyhooks.evaluation.calendar import time_text

        return time_text(self)
