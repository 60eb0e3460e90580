"""Strict JSON in, plain JSON out: nothing that two readers could understand differently."""

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.core.json_text import encode
from policyhooks.core.strict_json import DEPTH_LIMIT, MOST_VALUES, RejectedJson, TooManyValues, parse
from tests.support.counts import scaled

GOOD: list[tuple[bytes | str, object]] = [
    (b"{}", {}),
    (b" \t\r\n[1, 2.5, -3e2, true, false, null] \n", [1, 2.5, -300.0, True, False, None]),
    (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
    (b"\xef\xbb\xbf\xef\xbb\xbf[]", []),
    ('{"é": "\\ud83d\\ude00"}', {"é": "😀"}),
    (b'"\\u0000\\/"', "\0/"),
    (b"[" * DEPTH_LIMIT + b"]" * DEPTH_LIMIT, None),
    (b'{"a":' * DEPTH_LIMIT + b"1" + b"}" * DEPTH_LIMIT, None),
    (b'{"text": "' + b"[{" * 5000 + b'"}', {"text": "[{" * 5000}),
    (b'"' + b"[{" * 5000 + b'"', "[{" * 5000),
    ("\ufeff 1", 1),
]
# Signs in strings count for nothing, wherever quotes and backslashes stand.
LONG_TEXTS = [
    ",[{" * MOST_VALUES,
    '\\",' * MOST_VALUES,
    "\\" + '",' * MOST_VALUES,
    "\\\\" * (1 << 17) + ",[" * MOST_VALUES,
    "x" * ((1 << 16) - 3) + '\\"' * 9 + ",{" * MOST_VALUES,
]
TOO_MANY: dict[str, str] = {
    "numbers": json.dumps([0] * (MOST_VALUES + 1)),
    "empty lists": json.dumps([[]] * (MOST_VALUES // 2 + 1)),
    "empty objects": json.dumps([{}] * (MOST_VALUES // 2 + 1)),
    "keys": json.dumps({str(number): 0 for number in range(MOST_VALUES + 1)}),
    "texts with quotes": json.dumps(['"\\"'] * (MOST_VALUES + 1)),
    "texts of backslashes": json.dumps(["\\" * 3] * (MOST_VALUES + 1)),
    "no blanks": json.dumps(["😀"] * (MOST_VALUES + 1), ensure_ascii=False, separators=(",", ":")),
    "behind a long text": json.dumps(["\\" * 70_001, *[","] * (MOST_VALUES + 1)]),
    "not even JSON": "[" * (MOST_VALUES + 1),
}
# What a person reads, and the documents of which it is said.
BAD: dict[str, dict[str, bytes | str]] = {
    "JSON is empty, cut off or malformed": {
        "nothing": b"",
        "white space": b" \n",
        "only a byte order mark": b"\xef\xbb\xbf",
        "cut off object": b'{"a": 1',
        "cut off string": b'"abc',
        "cut off word": b"tru",
        "text before": b'log {"a": 1}',
        "letters before": b"X[]",
        "a blank of Unicode before": "\xa0{}",
        "a line break of Unicode before": "\u2028{}",
        "a form feed before": b"\f{}",
        "huge integer": b"9" * 5000,
        "control character": b'"a\x01b"',
        "raw newline in string": b'"a\nb"',
        "bad escape": b'"\\x41"',
        "single quotes": b"{'a': 1}",
        "trailing comma": b"[1,]",
        "plus": b"+1",
        "bare key": b"{a: 1}",
    },
    "JSON is followed by more text": {
        "two documents": b"{} {}",
        "text after": b'{"a": 1} done',
        "comment": b"{} // x",
        "leading zero": b"01",
        "a blank of Unicode after": "{}\xa0",
        "a form feed after": b"{}\f",
        "a byte order mark after": b"{}\xef\xbb\xbf",
    },
    "JSON holds the same key twice in one object": {
        "duplicate key": b'{"a": 1, "a": 1}',
        "duplicate key below": b'[{"b": {"a": 1, "\\u0061": 2}}]',
    },
    "JSON holds a number that is not finite": {
        "NaN": b"[NaN]",
        "Infinity": b"Infinity",
        "minus Infinity": b'{"a": -Infinity}',
        "float overflow": b"1e999",
        "float overflow below zero": b"[-1e999]",
    },
    "JSON holds half of a surrogate pair": {
        "lone surrogate": b'"\\ud800"',
        "lone surrogate, upper case": b'"\\uD800x"',
        "lone low surrogate as key": b'{"\\udc00": 1}',
        "lone surrogate as a value": b'{"a": [1, {"b": "\\udfff"}]}',
    },
    "JSON is not UTF-8": {
        "raw surrogate": b'"\xed\xa0\x80"',
        "invalid UTF-8": b'"\xff"',
        "UTF-16": '{"a": 1}'.encode("utf-16"),
    },
    f"JSON is nested deeper than {DEPTH_LIMIT}": {
        "too deep": b"[" * (DEPTH_LIMIT + 1) + b"]" * (DEPTH_LIMIT + 1),
        "too deep in objects": b'{"a":' * (DEPTH_LIMIT + 1) + b"1" + b"}" * (DEPTH_LIMIT + 1),
        "too deep in both": b'{"a":[' * (DEPTH_LIMIT // 2 + 1) + b"]}" * (DEPTH_LIMIT // 2 + 1),
        "much too deep": b"[" * 100_000,
        "much too deep and closed": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    },
}


@pytest.mark.parametrize(("document", "value"), GOOD)
def test_good(document: bytes | str, value: object) -> None:
    found = parse(document)
    assert value is None or found == value


@pytest.mark.parametrize(("reason", "name"), [(reason, name) for reason, rows in BAD.items() for name in rows])
def test_bad(reason: str, name: str) -> None:
    with pytest.raises(RejectedJson) as problem:
        parse(BAD[reason][name])
    assert problem.value.message == reason


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=scaled(4000), deadline=None)
@given(VALUES)
def test_round_trip(value: object) -> None:
    text = encode(value)
    assert text.isascii()
    assert parse(text) == value
    assert json.loads(text) == value


@settings(max_examples=scaled(10000), deadline=None)
@given(st.binary(max_size=40) | st.text(alphabet='{}[]",:\\ud8eE+-.0123 \n', max_size=40).map(str.encode))
def test_fuzz_accepts_only_what_the_standard_reader_accepts(document: bytes) -> None:
    try:
        value = parse(document)
    except RejectedJson:
        return
    assert json.loads(document.decode("utf-8").lstrip("\ufeff")) == value


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_encode_refuses_numbers_without_a_json_form(value: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        encode([value])


@pytest.mark.parametrize("value", [object(), {1: 2}, b"x", {"a": {1, 2}}])
def test_encode_refuses_other_types(value: object) -> None:
    with pytest.raises(TypeError):
        encode(value)


@pytest.mark.parametrize("text", LONG_TEXTS, ids=range(len(LONG_TEXTS)))
def test_signs_in_texts_are_no_values(text: str) -> None:
    assert parse(json.dumps({"a": text, "b": [text[:9]]})) == {"a": text, "b": [text[:9]]}


@pytest.mark.parametrize("name", TOO_MANY)
def test_more_values_than_memory_has_room_for_are_not_read(name: str) -> None:
    for document in (TOO_MANY[name], TOO_MANY[name].encode()):
        with pytest.raises(TooManyValues, match=str(MOST_VALUES)):
            parse(document)


def test_as_many_values_as_are_read() -> None:
    assert parse(json.dumps(["a,b"] * (MOST_VALUES - 1))) == ["a,b"] * (MOST_VALUES - 1)
