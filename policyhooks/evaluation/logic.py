"""Booleans of values that are not proved to be boolean, and the operators that absorb errors."""

from __future__ import annotations

from policyhooks.evaluation.errors import BudgetExceeded, EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


def truth(value: object) -> bool:
    """The value when it is a boolean; nothing else is true or false in CEL."""
    if value is True:
        return True
    if value is False:
        return False
    raise EvaluationError("no such overload: a boolean is needed")


def negation(value: object) -> bool:
    return not truth(value)


def all_of(*operands: Callable[[], bool]) -> bool:
    """`a && b`: false when one is false, else the first error, else true."""
    error = None
    for operand in operands:
        try:
            if not operand():
                return False
        except BudgetExceeded:
            raise
        except EvaluationError as problem:
            error = error or problem
    if error is not None:
        raise error
    return True


def any_of(*operands: Callable[[], bool]) -> bool:
    """`a || b`: true when one is true, else the first error, else false."""
    error = None
    for operand in operands:
        try:
            if operand():
                return True
        except BudgetExceeded:
            raise
        except EvaluationError as problem:
            error = error or problem
    if error is not None:
        raise error
    return False


def fail(message: str) -> NoReturn:
    """What an expression becomes that refers to something undeclared."""
    raise EvaluationError(message)


class Lazy:
    """A value of `cel.bind` that may fail: computed at the first call, its error raised at every one."""

    __slots__ = ("_compute", "_error", "_value")

    def __init__(self, compute: Callable[[], object]) -> None:
        self._compute: Callable[[], object] | None = compute
        self._error: EvaluationError | None = None
        self._value: object = None

    def __call__(self) -> object:
        if self._compute is not None:
            compute, self._compute = self._compute, None
            try:
                self._value = compute()
            except EvaluationError as problem:
                self._error = problem
        if self._error is not None:
            raise self._error
        return self._value
