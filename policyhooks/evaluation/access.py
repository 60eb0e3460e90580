"""Sizes, fields and elements. Errors do not name the key: it may be an input value."""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


def size(value: Any) -> int:
    if type(value) in (str, bytes, list, tuple, dict):
        return len(value)
    raise EvaluationError("no such overload: `size` does not apply to this type")


def lookup(values: Mapping[Any, Any], key: str) -> Any:
    """The value of a key of a map that is known to be one."""
    try:
        return values[key]
    except KeyError:
        raise EvaluationError("no such key") from None


def item(values: Sequence[Any], index: int) -> Any:
    """The element of a list that is known to be one; there are no negative indices in CEL."""
    if 0 <= index < len(values):
        return values[index]
    raise EvaluationError("index out of bounds")


def select(value: Any, key: str) -> Any:
    """`value.key`; of an optional, an optional."""
    if type(value) is dict:
        return lookup(value, key)
    if type(value).__name__ == "Optional":
        from policyhooks.evaluation.optionals import select_optional

        return select_optional(value, key)
    raise EvaluationError("no such overload: this type has no fields")


def present(value: Any, key: str) -> bool:
    """`has(value.key)`."""
    if type(value) is dict:
        return key in value
    if type(value).__name__ == "Optional":
        return bool(value.present) and present(value.value, key)
    raise EvaluationError("no such overload: this type has no fields")


def at(value: Any, index: Any) -> Any:
    """`value[index]` of a list, a map or an optional."""
    kind = type(value)
    if kind is dict:
        try:
            return value[_key(index)]
        except KeyError:
            raise EvaluationError("no such key") from None
    if kind is list or kind is tuple:
        return item(value, _position(index))
    if kind.__name__ == "Optional":
        from policyhooks.evaluation.optionals import at_optional

        return at_optional(value, index)
    raise EvaluationError("no such overload: this type cannot be indexed")


def _key(index: Any) -> Any:
    """The key as a map of ours stores it; a double finds the integer of the same value."""
    kind = type(index)
    if kind is str or kind is int or kind is float or kind.__name__ == "UInt":
        return index
    if kind is bool:
        from policyhooks.evaluation.maps import key_of

        return key_of(index)
    raise EvaluationError("no such overload: this type is no key")


def _position(index: Any) -> int:
    kind = type(index)
    if kind is int or kind.__name__ == "UInt":
        return int(index)
    if kind is float and index.is_integer():
        return int(index)
    raise EvaluationError("no such overload: a list is indexed by a whole number")
