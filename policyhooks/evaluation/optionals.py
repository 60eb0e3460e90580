"""Optional values: `optional.of`, `a.?b`, `a[?i]`, `[?e]`."""

from __future__ import annotations

from policyhooks.evaluation.access import at, lookup
from policyhooks.evaluation.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Optional:
    """A value or its absence."""

    __slots__ = ("present", "value")

    def __init__(self, present: bool, value: Any = None) -> None:
        self.present = present
        self.value = value

    def __eq__(self, other: object) -> bool:
        from policyhooks.evaluation.comparison import equal

        if type(other) is not Optional or self.present != other.present:
            return False
        return not self.present or equal(self.value, other.value)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"optional.of({self.value!r})" if self.present else "optional.none()"


NONE = Optional(False)


def optional_of(value: Any) -> Optional:
    return Optional(True, value)


def optional_none() -> Optional:
    return NONE


def optional_of_non_zero(value: Any) -> Optional:
    """None for the zero value of a type: 0, false, "", empty collections, null, the epoch, a span of nothing."""
    kind = type(value).__name__
    if kind in ("Timestamp", "Duration"):
        return Optional(True, value) if value.ns else NONE
    if kind == "Optional":
        return Optional(True, value) if value.present else NONE
    return Optional(True, value) if value or kind == "Type" else NONE


def _optional(value: Any) -> Optional:
    if type(value) is not Optional:
        raise EvaluationError("no such overload: an optional is needed")
    return value


def has_value(value: Any) -> bool:
    return _optional(value).present


def value_of(value: Any) -> Any:
    if not _optional(value).present:
        raise EvaluationError("the optional has no value")
    return value.value


def or_optional(value: Any, other: Any) -> Optional:
    return value if _optional(value).present else _optional(other)


def or_value(value: Any, other: Any) -> Any:
    return value.value if _optional(value).present else other


def or_optional_lazy(value: Any, other: Callable[[], Any]) -> Optional:
    return value if _optional(value).present else _optional(other())


def or_value_lazy(value: Any, other: Callable[[], Any]) -> Any:
    return value.value if _optional(value).present else other()


def opt_map(value: Any, function: Callable[[Any], Any]) -> Optional:
    return Optional(True, function(value.value)) if _optional(value).present else NONE


def opt_flat_map(value: Any, function: Callable[[Any], Any]) -> Optional:
    return _optional(function(value.value)) if _optional(value).present else NONE


def select_optional(value: Any, key: str) -> Optional:
    """`value.?key`, and `value.key` of an optional."""
    if type(value) is Optional:
        if not value.present:
            return NONE
        value = value.value
        if type(value) is Optional:
            return select_optional(value, key)
    if type(value) is not dict:
        raise EvaluationError("no such overload: this type has no fields")
    return Optional(True, lookup(value, key)) if key in value else NONE


def at_optional(value: Any, index: Any) -> Optional:
    """`value[?index]`, and `value[index]` of an optional: absent where there is no such element."""
    if type(value) is Optional:
        if not value.present:
            return NONE
        value = value.value
    if type(value) not in (dict, list, tuple):
        raise EvaluationError("no such overload: this type cannot be indexed")
    try:
        return Optional(True, at(value, index))
    except EvaluationError as problem:
        if type(value) is dict or problem.message == "index out of bounds":
            return NONE
        raise


def build_list(*entries: tuple[bool, Any]) -> list[Any]:
    """A list literal from (is optional, element)."""
    built: list[Any] = []
    for optional, value in entries:
        if not optional:
            built.append(value)
        elif _optional(value).present:
            built.append(value.value)
    return built
