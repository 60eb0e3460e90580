"""CEL: parse, check, lower, evaluate. `evaluate` is the public entry; its parts load on the first call."""

from __future__ import annotations

from collections.abc import Mapping

from policyhooks.cel.problems import CelError
from policyhooks.evaluation.kinds import Type
from policyhooks.evaluation.numbers import UInt

__all__ = ["CelError", "Type", "UInt", "evaluate"]


def evaluate(expression: str, variables: Mapping[str, object], *, container: str = "") -> object:
    """The value of an expression, dynamically typed and without cost limits.

    Plain Python values in and out: None, bool, int, float, str, bytes, list, dict, aware datetime, timedelta;
    UInt for uint, Type for types. Names of variables may have dots. Raises CelError, which never carries values.
    """
    from policyhooks.cel.interpreter import evaluate as run

    return run(expression, variables, container=container)
