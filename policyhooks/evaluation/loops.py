"""Macros over what is not proved to be a list, and quantifiers whose test may fail."""

from __future__ import annotations

from policyhooks.evaluation.errors import BudgetExceeded, EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any


def elements(values: Any) -> Sequence[Any]:
    """What a macro with one name runs over: the elements of a list, the keys of a map."""
    kind = type(values)
    if kind is list or kind is tuple:
        return values  # type: ignore[no-any-return]
    if kind is dict:
        from policyhooks.evaluation.maps import value_of_key

        return [value_of_key(key) for key in values]
    raise EvaluationError("no such overload: a macro needs a list or a map")


def pairs(values: Any) -> Sequence[tuple[Any, Any]]:
    """What a macro with two names runs over: index and element, or key and value."""
    kind = type(values)
    if kind is list or kind is tuple:
        return list(enumerate(values))
    if kind is dict:
        from policyhooks.evaluation.maps import value_of_key

        return [(value_of_key(key), value) for key, value in values.items()]
    raise EvaluationError("no such overload: a macro needs a list or a map")


def every(values: Iterable[Any], test: Callable[[Any], bool]) -> bool:
    """`all`: false when one element says so, else the first error, else true."""
    error = None
    for value in values:
        try:
            if not test(value):
                return False
        except BudgetExceeded:
            raise
        except EvaluationError as problem:
            error = error or problem
    if error is not None:
        raise error
    return True


def some(values: Iterable[Any], test: Callable[[Any], bool]) -> bool:
    """`exists`: true when one element says so, else the first error, else false."""
    error = None
    for value in values:
        try:
            if test(value):
                return True
        except BudgetExceeded:
            raise
        except EvaluationError as problem:
            error = error or problem
    if error is not None:
        raise error
    return False


def every_pair(values: Iterable[tuple[Any, Any]], test: Callable[[Any, Any], bool]) -> bool:
    return every(values, lambda pair: test(*pair))


def some_pair(values: Iterable[tuple[Any, Any]], test: Callable[[Any, Any], bool]) -> bool:
    return some(values, lambda pair: test(*pair))
