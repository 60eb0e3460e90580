"""One pass for all signs finds what a search a sign finds, and can be done without."""

import random

import pytest

from policyhooks.evaluation import regex
from policyhooks.evaluation.errors import EvaluationError
from policyhooks.secrets import finders
from policyhooks.secrets.finders import find_all
from policyhooks.secrets.formats import PREFIXES
from tests.support.counts import scaled

NEVER = 1 << 60
WORDS = (
    "password = ", "API_KEY=", "https://user:S3cr3tPa55@host/x", "Authorization: Basic ", "curl -u me:pw ",
    "eyJhbGciOi.", "plain words", "a/b/c", "caf\u00e9 ",
    "\u2003", "?", "\n", "dGhpcyBpcyBhIGxvbmcgd29yZA9x8Y7", "Q~", "-us12", ":AAx",
)  # fmt: skip


def some_text(source: random.Random) -> str:
    prefix, alphabet, length, _ = source.choice(PREFIXES)
    token = prefix + "".join(source.choice(alphabet) for _ in range(length + source.randint(-1, 2)))
    words = [source.choice((*WORDS, token)) for _ in range(source.randint(0, 8))]
    return source.choice(("", " ", "\n")).join(words)


@pytest.mark.parametrize("wide", [False, True])
def test_the_pass_changes_no_answer(wide: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    source = random.Random(5)
    found = 0
    for _ in range(scaled(20_000)):
        text = some_text(source)
        monkeypatch.setattr(finders, "WORTH", NEVER)
        plain = [*find_all(text, wide)]
        monkeypatch.setattr(finders, "WORTH", 0)
        assert [*find_all(text, wide)] == plain, text
        found += len(plain)
    assert found


def test_without_re2_every_sign_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> object:
        raise EvaluationError("the RE2 engine is not installed")

    text = "x " * finders.WORTH + "ghp_" + "A1b2C3d4E5f6" * 3
    expected = [*find_all(text)]
    monkeypatch.setattr(regex, "_engine", missing)
    assert [*find_all(text)] == expected
    assert expected
