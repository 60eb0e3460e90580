"""Google's engine (cel-expr-python) behind the same shape as ours: a value, or ERROR."""

from __future__ import annotations

import math
from datetime import timedelta
from functools import cache

import pytest

cel = pytest.importorskip("cel_expr_python.cel")

from cel_expr_python.ext import ext_bindings, ext_optional, ext_strings  # noqa: E402

ERROR = "an error"


@cache
def environment(names: frozenset[str]) -> object:
    extensions = [ext_strings.ExtStrings(), ext_optional.ExtOptional(), ext_bindings.ExtBindings()]
    return cel.NewEnv(variables=dict.fromkeys(names, cel.Type.DYN), extensions=extensions)


def evaluate(expression: str, variables: dict[str, object]) -> object:
    try:
        compiled = environment(frozenset(variables)).compile(expression, disable_check=True)  # type: ignore[attr-defined]
        value = compiled.eval(data=variables)
        return ERROR if "ERROR" in value.type().name().upper() else plain(value)
    except Exception:  # noqa: BLE001 - the binding raises a class per kind of error
        return ERROR


def plain(value: object) -> object:
    """A value with its type, to the bottom: Python's own equality takes 1, 1.0 and True for one."""
    kind, inner = value.type().name(), value.value()  # type: ignore[attr-defined]
    if isinstance(inner, list):
        return ["list", [plain(item) for item in inner]]
    if isinstance(inner, dict):
        return ["map", sorted(([repr(key), plain(item)] for key, item in inner.items()), key=repr)]
    return describe(kind.lower(), inner)


def describe(kind: str, value: object) -> object:
    if isinstance(value, float):
        return ["double", "nan" if math.isnan(value) else repr(value)]
    if isinstance(value, timedelta):
        return ["duration", str(value)]
    if kind.startswith("type"):
        return ["type", ""]
    return [kind, bytes(value) if isinstance(value, bytearray) else value]
