"""Arithmetic with CEL's ranges: int64 and uint64 that overflow are errors, doubles follow IEEE 754."""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError
from policyhooks.evaluation.numbers import INT_MAX, INT_MIN, UInt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


def _no_overload(operator: str) -> NoReturn:
    raise EvaluationError(f"no such overload: `{operator}` does not apply to these types")


def _checked(value: int) -> int:
    if INT_MIN <= value <= INT_MAX:
        return value
    raise EvaluationError("integer overflow")


def add_int(left: int, right: int) -> int:
    return _checked(left + right)


def subtract_int(left: int, right: int) -> int:
    return _checked(left - right)


def multiply_int(left: int, right: int) -> int:
    return _checked(left * right)


def divide_int(left: int, right: int) -> int:
    """Division that rounds towards zero."""
    if right == 0:
        raise EvaluationError("division by zero")
    quotient = abs(left) // abs(right)
    return _checked(quotient if (left < 0) == (right < 0) else -quotient)


def remainder_int(left: int, right: int) -> int:
    """The rest of divide_int; it has the sign of `left`."""
    if right == 0:
        raise EvaluationError("modulus by zero")
    if right == -1:
        _checked(-left)  # as the division would overflow, so does its rest
    rest = abs(left) % abs(right)
    return -rest if left < 0 else rest


def _divide_double(left: float, right: float) -> float:
    if right != 0.0:
        return left / right
    if left == 0.0 or left != left:
        return float("nan")
    return float("inf") if (str(left)[0] == "-") == (str(right)[0] == "-") else float("-inf")


def add(left: Any, right: Any) -> Any:
    kind, other = type(left), type(right)
    if kind is other:
        if kind is int:
            return _checked(left + right)
        if kind is UInt:
            return UInt(int(left) + int(right))
        if kind is float:
            return left + right
        if kind is str or kind is bytes:
            from policyhooks.evaluation.strings import concatenate

            return concatenate(left, right)
    if (kind is list or kind is tuple) and (other is list or other is tuple):
        from policyhooks.evaluation.strings import concatenate

        return concatenate(list(left), list(right))
    return _add_times(left, right, kind.__name__, other.__name__)


def _add_times(left: Any, right: Any, kind: str, other: str) -> Any:
    if kind == "Timestamp" and other == "Duration":
        return type(left)(left.ns + right.ns)
    if kind == "Duration" and other == "Timestamp":
        return type(right)(left.ns + right.ns)
    if kind == "Duration" and other == "Duration":
        from policyhooks.evaluation.times import span

        return span(left.ns + right.ns)
    _no_overload("+")


def subtract(left: Any, right: Any) -> Any:
    kind, other = type(left), type(right)
    if kind is other:
        if kind is int:
            return _checked(left - right)
        if kind is UInt:
            return UInt(int(left) - int(right))
        if kind is float:
            return left - right
        if kind.__name__ in ("Timestamp", "Duration"):
            from policyhooks.evaluation.times import span

            return span(left.ns - right.ns)
    if kind.__name__ == "Timestamp" and other.__name__ == "Duration":
        return kind(left.ns - right.ns)
    _no_overload("-")


def multiply(left: Any, right: Any) -> Any:
    kind = type(left)
    if kind is type(right):
        if kind is int:
            return _checked(left * right)
        if kind is UInt:
            return UInt(int(left) * int(right))
        if kind is float:
            return left * right
    _no_overload("*")


def divide(left: Any, right: Any) -> Any:
    kind = type(left)
    if kind is type(right):
        if kind is int:
            return divide_int(left, right)
        if kind is UInt:
            return UInt(divide_uint(left, right))
        if kind is float:
            return _divide_double(left, right)
    _no_overload("/")


def divide_uint(left: int, right: int) -> int:
    if right == 0:
        raise EvaluationError("division by zero")
    return int(left) // int(right)


def remainder(left: Any, right: Any) -> Any:
    kind = type(left)
    if kind is type(right):
        if kind is int:
            return remainder_int(left, right)
        if kind is UInt:
            return UInt(remainder_int(left, right))
    _no_overload("%")


def negate(value: Any) -> Any:
    kind = type(value)
    if kind is int:
        return _checked(-value)
    if kind is float:
        return -value
    _no_overload("-")
