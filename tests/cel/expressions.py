"""Random CEL expressions as text, with the variables they use. Most are well typed, some are not."""

from __future__ import annotations

from hypothesis import strategies as st

VARIABLES: dict[str, object] = {
    "i": 7,
    "d": 2.5,
    "s": "a-b.c",
    "flag": True,
    "nothing": None,
    "numbers": [3, 1, 2, -1],
    "words": ["a", "bb", "", "é😀"],
    "mixed": [1, "a", None, 2.0, True],
    "table": {"a": 1, "b": 2},
    "nested": {"list": [1, 2], "map": {"k": "v"}},
}
INTS = ["0", "1", "-1", "2", "7", "-9223372036854775808", "9223372036854775807", "9007199254740993"]
UINTS = ["0u", "1u", "5u", "18446744073709551615u"]
DOUBLES = ["0.0", "-0.0", "1.0", "0.5", "-2.5", "1e300", "9007199254740992.0", "9223372036854775807.0"]
STRINGS = ["''", "'a'", "'A'", "'bb'", "'a-b'", "'é😀'", "'10'", "'-3'", "'true'", "'1.5'", "'\\n'", "' a '"]
BYTES = ["b''", "b'a'", "b'\\xff'", "b'ab'"]
TIMES = ["timestamp('2009-02-13T23:31:30Z')", "timestamp('2024-02-29T12:00:00.5+02:00')", "timestamp(0)"]
SPANS = ["duration('1h')", "duration('-1.5s')", "duration('0s')", "duration('90m')"]
ZONES = ["'UTC'", "'+02:00'", "'-07:30'", "'Australia/Sydney'", "'America/New_York'"]
GETTERS = ["getFullYear", "getMonth", "getDate", "getDayOfMonth", "getDayOfWeek", "getDayOfYear", "getHours"]
GETTERS += ["getMinutes", "getSeconds", "getMilliseconds"]


def one_of(*options: str) -> st.SearchStrategy[str]:
    return st.sampled_from(options)


def call(template: str, *arguments: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """`template` with {0}, {1}... filled."""
    return st.tuples(*arguments).map(lambda given: template.format(*given))


def operators(symbols: list[str], operand: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(operand, st.sampled_from(symbols), operand).map(
        lambda given: f"({given[0]} {given[1]} {given[2]})"
    )


def grow(inner: dict[str, st.SearchStrategy[str]]) -> dict[str, st.SearchStrategy[str]]:
    """Expressions one level deeper, by the type they mostly have."""
    number, text, boolean, values = inner["int"], inner["string"], inner["bool"], inner["list"]
    double, anything, table, time = inner["double"], inner["any"], inner["map"], inner["time"]
    comparisons = ["==", "!=", "<", "<=", ">", ">="]
    return {
        "int": st.one_of(
            number,
            operators(["+", "-", "*", "/", "%"], number),
            call("-({0})", number),
            call("size({0})", st.one_of(text, values, table)),
            call("int({0})", st.one_of(number, double, one_of("'10'", "'-3'", "'a'", "''", "'1.5'"))),
            call("{0}.indexOf({1})", text, text),
            call("{0}.lastIndexOf({1})", text, text),
            call("({0} ? {1} : {2})", boolean, number, number),
            call("{0}[{1}]", values, number),
            call("{0}.{1}()", time, st.sampled_from(GETTERS)),
            call("{0}.{1}({2})", time, st.sampled_from(GETTERS), st.sampled_from(ZONES)),
        ),
        "double": st.one_of(
            double,
            operators(["+", "-", "*", "/"], double),
            call("double({0})", st.one_of(number, one_of("'10'", "'-3'", "'a'", "''", "'1.5'"))),
        ),
        "string": st.one_of(
            text,
            call("({0} + {1})", text, text),
            call("string({0})", st.one_of(number, boolean, time, inner["span"])),
            call("{0}.replace({1}, {2})", text, text, text),
            call("{0}.substring({1})", text, number),
            call("{0}.charAt({1})", text, number),
            call("{0}.trim()", text),
            call("{0}.lowerAscii()", text),
            call("{0}.upperAscii()", text),
            call("['a', {0}].join({1})", text, text),
            call("strings.quote({0})", text),
            call("'%s|%d'.format([{0}, {1}])", text, number),
        ),
        "bool": st.one_of(
            boolean,
            operators(["&&", "||"], boolean),
            call("!({0})", boolean),
            operators(comparisons, number),
            operators(comparisons, double),
            operators(comparisons, text),
            operators(comparisons, time),
            operators(["==", "!=", "<"], anything),
            call("({0} in {1})", anything, st.one_of(values, table)),
            call("{0}.startsWith({1})", text, text),
            call("{0}.endsWith({1})", text, text),
            call("{0}.contains({1})", text, text),
            call("{0}.matches({1})", text, one_of("'a'", "'^[a-z]+$'", "'(a|b)*-'", "'\\\\d'", "'('")),
            call("{0}.all(x, x != {1})", values, anything),
            call("{0}.exists(x, x == {1})", values, anything),
            call("{0}.exists(x, x > {1})", values, number),
            call("{0}.exists_one(x, x == {1})", values, anything),
            call("{0}.all(k, {1})", table, boolean),
            call("has(({0}).a)", st.one_of(table, anything)),
            call("(type({0}) == type({1}))", anything, anything),
            call("{0}[?{1}].hasValue()", st.one_of(values, table), one_of(*INTS, *STRINGS)),
        ),
        "list": st.one_of(
            values,
            call("[{0}, {1}]", anything, anything),
            call("({0} + {1})", values, values),
            call("{0}.map(x, [x, {1}])", values, number),
            call("{0}.filter(x, x != {1})", values, anything),
            call("{0}.split({1})", text, one_of("'a'", "'-'", "'bb'")),
        ),
        "map": st.one_of(table, call("{{{0}: {1}}}", st.one_of(text, number, boolean), anything)),
        "time": st.one_of(time, call("({0} + {1})", time, inner["span"]), call("({0} - {1})", time, inner["span"])),
        "span": st.one_of(
            inner["span"],
            operators(["+", "-"], inner["span"]),
            call("({0} - {1})", time, time),
        ),
        "any": st.one_of(
            *inner.values(),
            call("{0}.a", table),
            call("{0}[{1}]", table, anything),
            call("({0} ? {1} : {2})", anything, anything, anything),
            operators(["+", "-", "*", "/", "%", "&&", "||"], anything),
            call("optional.of({0}).orValue({1})", anything, anything),
            call("{0}.?a.orValue({1})", table, anything),
            call("cel.bind(b, {0}, [b, b])", anything),
            call("dyn({0})", anything),
        ),
    }


def leaves() -> dict[str, st.SearchStrategy[str]]:
    base = {
        "int": one_of(*INTS, "i"),
        "double": one_of(*DOUBLES, "d"),
        "string": one_of(*STRINGS, "s"),
        "bool": one_of("true", "false", "flag"),
        "list": one_of("[]", "numbers", "words", "mixed", "[1, 2]", "['a']", "[1.0, 2u]"),
        "map": one_of("{}", "table", "nested", "{1: 'x'}", "{true: 1, 'a': 2}"),
        "time": one_of(*TIMES),
        "span": one_of(*SPANS),
    }
    base["any"] = st.one_of(*base.values(), one_of(*UINTS, *BYTES, "null", "nothing", "int", "string"))
    return base


def expressions(depth: int = 3) -> st.SearchStrategy[str]:
    grown = leaves()
    for _ in range(depth):
        grown = grow(grown)
    return st.one_of(grown["bool"], grown["any"])
