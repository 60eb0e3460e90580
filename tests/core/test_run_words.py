"""Words of a command rule: a value stays inside its word and never becomes an option."""

import pytest

from policyhooks.core.run_words import BadArgument, argument

GOOD = [
    (("plain",), "plain"),
    ((lambda: "/w/a b.py",), "/w/a b.py"),
    (("--file=", lambda: "-rf"), "--file=-rf"),
    (("a", lambda: 'x"; rm -rf ~ $(id) `id`', "b"), 'ax"; rm -rf ~ $(id) `id`b'),
    ((lambda: 7,), "7"),
    ((lambda: "",), ""),
    (("--flag",), "--flag"),
]


@pytest.mark.parametrize(("parts", "word"), GOOD)
def test_one_word(parts: tuple[object, ...], word: str) -> None:
    assert argument(*parts) == word  # type: ignore[arg-type]


BAD = [(lambda: "--output=/etc/passwd",), (lambda: "-",), (lambda: "a\0b",), ("", lambda: "-x")]


@pytest.mark.parametrize("parts", BAD)
def test_what_cannot_be_one(parts: tuple[object, ...]) -> None:
    with pytest.raises(BadArgument) as problem:
        argument(*parts)  # type: ignore[arg-type]
    assert "passwd" not in str(problem.value)
