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
    return kind in NUMBERS and other in NUMBERS and bool(left == right)


def _equal_items(left: Sequence[object], right: Sequence[object]) -> bool:
    if len(left) != len(right):
        return False
    for one, other in zip(left, right):  # noqa: B905 - the lengths are equal
        if not equal(one, other):
            return False
    return True


def _equal_maps(left: Mapping[object, object], right: Mapping[object, object]) -> bool:
    if len(left) != len(right):
        return False
    for key, value in left.items():
        if key not in right or not equal(value, right[key]):
            return False
    return True


def _compare(left: Any, right: Any) -> None:
    """Raises when two values have no order."""
    kind, other = type(left), type(right)
    if kind in NUMBERS and other in NUMBERS:
        return
    if kind is not other or kind.__name__ not in _ORDERED:
        raise EvaluationError("no such overload: these values have no order")


def less(left: Any, right: Any) -> bool:
    _compare(left, right)
    return bool(left < right)


def less_equal(left: Any, right: Any) -> bool:
    _compare(left, right)
    return bool(left <= right)


def greater(left: Any, right: Any) -> bool:
    _compare(left, right)
    return bool(left > right)


def greater_equal(left: Any, right: Any) -> bool:
    _compare(left, right)
    return bool(left >= right)


def is_member(value: Any, collection: Any) -> bool:
    """`value in collection`: an element of a list or a key of a map."""
    kind = type(collection)
    if kind is list or kind is tuple:
        for item in collection:
            if equal(item, value):
                return True
        return False
    if kind is not dict:
        raise EvaluationError("no such overload: `in` needs a list or a map")
    given = type(value)
    if given is bool:
        from policyhooks.evaluation.maps import key_of

        return key_of(value) in collection
    return (given is str or given in NUMBERS) and value in collection
