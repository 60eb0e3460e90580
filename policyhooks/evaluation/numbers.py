"""The unsigned integer of CEL, told apart from int by its class, and the ranges of both."""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

INT_MIN, INT_MAX = -(2**63), 2**63 - 1
UINT_MAX = 2**64 - 1


class UInt(int):
    """A uint64."""

    __slots__ = ()

    def __new__(cls, value: int = 0) -> Self:
        if not 0 <= value <= UINT_MAX:
            raise EvaluationError("unsigned integer out of range")
        return int.__new__(cls, value)

    def __repr__(self) -> str:
        return f"UInt({int(self)})"

    def __str__(self) -> str:
        return int.__repr__(self)


def in_range(value: int) -> int:
    """An int64 result, or an error."""
    if INT_MIN <= value <= INT_MAX:
        return value
    raise EvaluationError("integer overflow")
