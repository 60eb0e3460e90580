"""The mathematical extension and base64, as `evaluate` has them."""

from __future__ import annotations

import math

import pytest

from policyhooks.cel import CelError, UInt, evaluate
from policyhooks.cel.environment import policy_environment

VALUES: tuple[tuple[str, object], ...] = (
    ("math.greatest(1, 2u, 2.5)", 2.5),
    ("math.greatest([1, 5, 3])", 5),
    ("math.least(-1, 1u)", -1),
    ("math.ceil(1.2)", 2.0),
    ("math.floor(-1.2)", -2.0),
    ("math.round(-1.5)", -2.0),
    ("math.round(0.49999999999999994)", 0.0),
    ("math.trunc(-1.9)", -1.0),
    ("math.abs(-5)", 5),
    ("math.abs(5u)", UInt(5)),
    ("math.sign(-2.5)", -1.0),
    ("math.sqrt(49)", 7.0),
    ("math.isNaN(0.0 / 0.0) && math.isInf(-1.0 / 0.0) && !math.isFinite(1.0 / 0.0)", True),
    ("math.bitAnd(5, 3)", 1),
    ("math.bitOr(-1, 2)", -1),
    ("math.bitXor(5u, 3u)", UInt(6)),
    ("math.bitNot(0u)", UInt(2**64 - 1)),
    ("math.bitShiftLeft(1, 63)", -(2**63)),
    ("math.bitShiftLeft(1u, 64)", UInt(0)),
    ("math.bitShiftRight(-1024, 2)", 4611686018427387648),
    ("base64.encode(b'hello')", "aGVsbG8="),
    ("base64.decode('aGVsbG8')", b"hello"),
)


@pytest.mark.parametrize(("expression", "value"), VALUES)
def test_values(expression: str, value: object) -> None:
    got = evaluate(expression, {})
    assert got == value
    assert type(got) is type(value)


@pytest.mark.parametrize(
    "expression",
    [
        "math.greatest([])",
        "math.greatest('a')",
        "math.ceil(1)",
        "math.abs(-9223372036854775808)",
        "math.bitAnd(5u, 3)",
        "math.bitShiftLeft(1, -1)",
        "base64.decode('a!b')",
        "math.nothing(1)",
    ],
)
def test_errors(expression: str) -> None:
    with pytest.raises(CelError):
        evaluate(expression, {})


@pytest.mark.parametrize("value", [0.0, -0.0, 0.5, -0.5, 1.5, -2.5, 1e300, 4503599627370497.5, float("inf")])
def test_rounding_agrees_with_the_library(value: float) -> None:
    if not math.isinf(value):
        assert evaluate("math.ceil(x)", {"x": value}) == math.ceil(value)
        assert evaluate("math.floor(x)", {"x": value}) == math.floor(value)
    assert evaluate("math.trunc(x)", {"x": value}) == (value if math.isinf(value) else math.trunc(value))


def test_conditions_of_policies_do_not_have_them() -> None:
    assert not any(name.startswith(("math.", "base64.")) for name, _ in policy_environment().functions)
