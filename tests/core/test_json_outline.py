"""The outline of documents that nobody can read: what their head says, never an exception."""

import json
import random

import pytest

from policyhooks.core.json_outline import DEEPEST, HEAD, outline
from tests.support.counts import scaled


def _zeroed(value: object) -> object:
    """What an outline keeps of a value: numbers are only numbers."""
    if isinstance(value, dict):
        return {key: _zeroed(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_zeroed(inner) for inner in value]
    return 0 if isinstance(value, int | float) and not isinstance(value, bool) else value


def _value(source: random.Random, depth: int = 0) -> object:
    kind = source.randrange(7 if depth < 4 else 4)
    if kind == 0:
        return source.choice((None, True, False))
    if kind == 1:
        return source.choice((0, -7, 2.5, 1e30))
    if kind < 4:
        return "".join(source.choices('ab"\\\n\té日{}[],: ', k=source.randrange(0, 9)))
    if kind == 4:
        return [_value(source, depth + 1) for _ in range(source.randrange(0, 4))]
    return {f"k{number}\n": _value(source, depth + 1) for number in range(source.randrange(0, 4))}


def test_a_whole_document_is_itself() -> None:
    source = random.Random(8)
    for _ in range(scaled(20_000)):
        value = {"a": _value(source)}
        text = json.dumps(value, ensure_ascii=source.random() < 0.5, indent=source.choice((None, 1)))
        assert outline(text.encode()) == _zeroed(value)


def test_a_document_that_is_cut_off_has_the_members_before_the_cut() -> None:
    source = random.Random(9)
    for _ in range(scaled(4000)):
        value = {"first": "x", "second": _value(source), "third": _value(source)}
        data = json.dumps(value).encode()
        cut = data[: source.randrange(len(data))]
        found = outline(cut)
        if len(cut) > len(b'{"first": "x",'):
            assert isinstance(found, dict)
            assert found["first"] == "x"
            assert set(found) <= set(value)


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (b"", None),
        (b"  ", None),
        (b"\xff\xfe", 0),
        (b'{"a": 1, "a": "x"}', {"a": "x"}),
        (b'\xef\xbb\xbf{"a": "b"} and more', {"a": "b"}),
        (b'{"a": "b', {"a": "b"}),
        (b'{"a', {}),
        (b'{"a": {"b": [', {"a": {"b": []}}),
        (b'{"tool": "x", "out": "' + b"y" * HEAD * 2, {"tool": "x", "out": "y" * (HEAD - 22)}),
        (b'{"a": "b", ] "c": 1', {"a": "b"}),
    ],
)
def test_documents_that_are_none(document: bytes, expected: object) -> None:
    assert outline(document) == expected


@pytest.mark.parametrize("mark", [b"[", b'{"a":', b'"', b"\\", b",", b"}", b'["a",'])
def test_hostile_documents_end(mark: bytes) -> None:
    outline(mark * (HEAD // len(mark) + 10))
    outline(b'{"a":' + mark * (DEEPEST + 5))
