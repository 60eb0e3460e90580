"""Generated expressions through our evaluation, Google's engine and, where it conforms, cel-python."""

from __future__ import annotations

import datetime as dt
import re
import sys

import celpy
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from policyhooks.cel import CelError, Type, UInt, evaluate
from policyhooks.evaluation.optionals import Optional
from tests.cel import google
from tests.cel.expressions import INTS, STRINGS, VARIABLES, expressions, one_of, operators
from tests.support.counts import scaled

# Where we knowingly differ from Google's engine: expression, our value, its value, why.
DEVIATIONS: tuple[tuple[str, object, object, str], ...] = (
    ("int(' 5')", google.ERROR, ["int", 5], "texts are read strictly, as cel-go does"),
    ("uint('+1')", google.ERROR, ["uint", 1], "texts are read strictly, as cel-go does"),
    ("double('0x1p3')", google.ERROR, ["double", "8.0"], "hexadecimal doubles are no CEL literals either"),
    ("int(true)", google.ERROR, ["int", 1], "the specification has no such conversion"),
    ("1e309", google.ERROR, ["double", "inf"], "a literal beyond its type is a mistake, as for integers"),
    ("{1: 1, 1u: 2}", google.ERROR, None, "equal keys repeat; the conformance tests say so"),
    ("timestamp('2009-02-13T23:31:60Z')", google.ERROR, None, "no leap seconds: the minute has 60, as in cel-go"),
    ("duration('1µs')", ["duration", "0:00:00.000001"], google.ERROR, "cel-go reads the micro sign"),
    ("''.split('')", ["list", []], ["list", [["string", ""]]], "cel-go: no characters, no parts"),
    ("[1, 2][?1.0].hasValue()", ["bool", True], google.ERROR, "as `[1, 2][1.0]`, which both engines allow"),
    (
        "optional.of([1, 'a'].exists(x, x == 1)).optMap(o, [o]).orValue([])",
        ["list", [["bool", True]]],
        ["list", [["string", "a"]]],
        "Google's engine takes the slot of another macro's name",
    ),
    (
        "[[1, 2].exists(x, x > 0), cel.bind(b, 0, b)]",
        ["list", [["bool", True], ["int", 0]]],
        ["list", [["bool", True], ["int", 2]]],
        "the same slot, with cel.bind",
    ),
    ("'%d'.format([1.5])", ["string", "1.5"], ["string", "1.500000"], "not specified; the shortest text"),
    ("'%s'.format([123456789.0])", ["string", "1.23456789e+08"], ["string", "1.23457e+08"], "no digits are lost"),
)


def ours(expression: str, variables: dict[str, object]) -> object:
    try:
        return describe(evaluate(expression, variables))
    except CelError:
        return google.ERROR


def describe(value: object) -> object:
    """A value with its type, as google.plain gives it."""
    match value:
        case None:
            return ["null", None]
        case bool():
            return ["bool", value]
        case UInt():
            return ["uint", int(value)]
        case list():
            return ["list", [describe(item) for item in value]]
        case dict():
            return ["map", sorted(([repr(_key(key)), describe(item)] for key, item in value.items()), key=repr)]
        case Type():
            return ["type", ""]
        case dt.datetime():
            return ["timestamp", value]
        case Optional():
            return ["optional", value]
    return google.describe({int: "int", str: "string", bytes: "bytes"}.get(type(value), ""), value)


def _key(key: object) -> object:
    return int(key) if isinstance(key, UInt) else key


@pytest.mark.parametrize(("expression", "our_value", "their_value", "why"), DEVIATIONS)
def test_deviations_are_what_the_table_says(expression: str, our_value: object, their_value: object, why: str) -> None:
    assert ours(expression, {}) == our_value
    assert google.evaluate(expression, {}) == their_value or their_value is None
    assert google.evaluate(expression, {}) != our_value


@settings(max_examples=scaled(10_000), deadline=None)
@given(expressions())
@example("[0.0/0.0] == [0.0/0.0]")
@example("dyn(9223372036854775807) == 9223372036854775808.0")
def test_differential_with_google(expression: str) -> None:
    got = ours(expression, VARIABLES)
    assume("optional" not in repr(got))  # the binding cannot hand out optionals
    assume("%d" not in expression or re.search(r"[0-9]\.[0-9]", expression) is None)  # a deviation above
    theirs = google.evaluate(expression, VARIABLES)
    assert got == theirs or got == google.evaluate(without_binding(expression), VARIABLES), expression


def without_binding(expression: str) -> str:
    """The expression with each generated `cel.bind` as a macro over one item: Google's bind can take another's slot."""
    return expression.replace("cel.bind(b, ", "[").replace(", [b, b])", "].map(b, [b, b])[0]")


# What cel-python gets right: arithmetic, comparison and logic of one type without errors on the way.
CONFORMING = st.one_of(
    operators(["+", "-", "*"], one_of("0", "1", "-1", "2", "7", "100")),
    operators(["==", "!=", "<", "<=", ">", ">="], one_of(*INTS)),
    operators(["==", "!=", "<", "<=", ">", ">="], one_of(*(text for text in STRINGS if "\\" not in text))),
    operators(["+"], one_of(*(text for text in STRINGS if "\\" not in text))),
    operators(["&&", "||"], one_of("true", "false", "!true", "(1 < 2)", "('a' == 'b')")),
    one_of("[1, 2, 3].exists(x, x == 2)", "[1, 2].map(x, x * x)", "[1, 2, 3].filter(x, x > 1)", "size('é😀')"),
)


@settings(max_examples=scaled(4_000), deadline=None)
@given(CONFORMING)
def test_differential_with_cel_python(expression: str) -> None:
    limit = sys.getrecursionlimit()
    try:
        environment = celpy.Environment()
        theirs = environment.program(environment.compile(expression)).evaluate({})
    finally:
        sys.setrecursionlimit(limit)  # cel-python raises it for the whole process
    got = evaluate(expression, {})
    assert got == theirs
    assert isinstance(got, bool) == isinstance(theirs, (bool, celpy.celtypes.BoolType))
