"""Equality, order and membership across types, as CEL has them: numbers compare by value, nothing else mixes."""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError
from policyhooks.evaluation.numbers import UInt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

NUMBERS = (int, float, UInt)
_ORDERED = ("str", "bytes", "bool", "Timestamp", "Duration")


def equal(left: Any, right: Any) -> bool:
    """`==` for values of any types: different types are different, except numbers."""
    kind, other = type(left), type(right)
    if kind is list or kind is tuple:
        return (other is list or other is tuple) and _equal_items(left, right)
    if kind is other:
        return _equal_maps(left, right) if kind is dict else bool(left == right)
    if kind not in NUMBERS or other not in NUMBERS:
        return False
    return _double(left) == _double(right) if float in (kind, other) else bool(left == right)


def _double(number: Any) -> float:
    """A number as a double: in this precision Google's engines compare integers with doubles."""
    try:
        return float(number)
    except OverflowError:  # an integer of a payload is not bound to 64 bits
        return float("inf") if number > 0 else float("-inf")


def _equal_items(left: Sequence[object], right: Sequence[object]) -> bool:
    if len(left) != len(right):
        return False
    return all(map(equal, left, right))


def _equal_maps(left: Mapping[object, object], right: Mapping[object, object]) -> bool:
    if len(left) != len(right):
        return False
    return all(key in right and equal(value, right[key]) for key, value in left.items())


def _ordered(left: Any, right: Any) -> tuple[Any, Any]:
    """Two values that Python orders as CEL does; raises when they have no order."""
    kind, other = type(left), type(right)
    if kind in NUMBERS and other in NUMBERS:
        return (_double(left), _double(right)) if kind is not other and float in (kind, other) else (left, right)
    if kind is not other or kind.__name__ not in _ORDERED:
        raise EvaluationError("no such overload: these values have no order")
    return left, right


def less(left: Any, right: Any) -> bool:
    left, right = _ordered(left, right)
    return bool(left < right)


def less_equal(left: Any, right: Any) -> bool:
    left, right = _ordered(left, right)
    return bool(left <= right)


def greater(left: Any, right: Any) -> bool:
    left, right = _ordered(left, right)
    return bool(left > right)


def greater_equal(left: Any, right: Any) -> bool:
    left, right = _ordered(left, right)
    return bool(left >= right)


def is_member(value: Any, collection: Any) -> bool:
    """`value in collection`: an element of a list or a key of a map."""
    kind = type(collection)
    if kind is list or kind is tuple:
        return any(equal(item, value) for item in collection)
    if kind is not dict:
        raise EvaluationError("no such overload: `in` needs a list or a map")
    given = type(value)
    if given is str or given in NUMBERS:
        return value in collection
    from policyhooks.evaluation.maps import key_of

    return key_of(value) in collection
