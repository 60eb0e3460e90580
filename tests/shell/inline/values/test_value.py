"""What expressions of inline code may be."""

from __future__ import annotations

import pytest

from policyhooks.shell.inline.values.decoded_text import character, decoded
from policyhooks.shell.inline.values.value import (
    MOST_OPTIONS,
    UNKNOWN,
    Value,
    environment,
    flat,
    joined,
    list_of,
    plain,
    separated,
    single,
    union,
)


def texts(value: Value) -> list[str]:
    return [text for text, _, _ in value.texts]


def test_only_one_certain_text_is_single() -> None:
    assert single(plain("a")) == "a"
    assert [single(value) for value in (UNKNOWN, plain("*", True), list_of([plain("a")]))] == [None, None, None]
    assert single(union([plain("a"), plain("b")])) is None


@pytest.mark.parametrize(
    ("parts", "path"),
    [(("a", "b"), "a/b"), (("a/", "b"), "a/b"), (("/", "b"), "/b"), (("a", "/b"), "/b"), (("a", "~"), "~")],
)
def test_joined_paths(parts: tuple[str, ...], path: str) -> None:
    assert texts(joined([plain(part) for part in parts], paths=True)) == [path]


def test_every_way_to_join() -> None:
    both = union([plain("a"), plain("b")])
    assert texts(joined([both, plain("-"), both], paths=False)) == ["a-a", "a-b", "b-a", "b-b"]


def test_too_many_ways_are_unknown() -> None:
    many = union([plain(str(number)) for number in range(MOST_OPTIONS + 1)])
    assert not joined([many, plain("x")], paths=False).known


def test_lists() -> None:
    items = list_of([plain("a"), list_of([plain("b")])])
    assert [text for text, _, _ in flat(items)] == ["a", "b"]
    assert texts(separated(plain(","), list_of([plain("a"), plain("b")]))) == ["a,b"]
    assert separated(UNKNOWN, items) is UNKNOWN


@pytest.mark.parametrize(("name", "text"), [("HOME", "~"), ("PWD", "."), ("X", "$X"), (None, "$_")])
def test_environment(name: str | None, text: str) -> None:
    assert texts(environment(name)) == [text]


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("hex", "726d", "rm"),
        ("base64", "cm0=", "rm"),
        ("rot13", "ez", "rm"),
        ("reverse", "mr", "rm"),
        ("hex", "zz", "$_"),
    ],
)
def test_decoded(kind: str, text: str, expected: str) -> None:
    assert texts(decoded(kind, plain(text))) == [expected]


def test_characters() -> None:
    assert [texts(character(plain(text))) for text in ("65", "x", "9999999")] == [["A"], ["$_"], ["$_"]]
