"""The quick search for secrets and personal data finds what the plain definitions find, and in linear time."""

import random
import string

import pytest

from benchmarks.plain_finders import PLAIN_PII, plain_secrets
from policyhooks.secrets.digests import LONGEST_RUN
from policyhooks.secrets.formats import ALNUM, BASE64, DOTTED, HEX, PREFIXES, UPPER
from policyhooks.secrets.masking import find, looks_random
from policyhooks.secrets.pii import FINDERS
from policyhooks.secrets.random_words import STRETCH, find_random, letters_needed
from policyhooks.secrets.text_runs import run_before, run_of, stop_of
from tests.support.counts import scaled

NAMES = ("password", "DB_PASSWD", "pwd", "api-key", "api_key", "Secrets", "TOKEN", "x.credential", "monkey", "keyboard")
SEPARATORS = (" ", "\n", "", "/", "=", ":", "://", "@", "'", '"', "`", "  ", "\t", "-", "--", "_", ".", ",", "\\", "+")
FIXED = (
    "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----", "-----BEGIN ", "eyJ", "Bearer ", "BASIC ",
    "bearer ", "https://u:p4ss@h/", "[SECRET:jwt]", "a@b.example", "+49 30 1234567", "4111 1111 1111 1111",
    "DE89 3704 0044 0532 0130 00", "078-05-1120", "AB12 ", "A12 ", "A 12", " ", "\r\n", "İ", "K", "é", "\u2003", "\x85",
    "\x1c", "\x00", "\udc80", "日本", "ǅ", "²",
)  # fmt: skip


def _word(source: random.Random) -> str:
    alphabet = source.choice(
        (ALNUM, BASE64, DOTTED, HEX, UPPER, string.digits, string.ascii_lowercase, "aB3", "é9Z" + ALNUM)
    )
    return "".join(
        source.choices(alphabet, k=source.choice((0, 1, 3, 4, 6, 16, 23, 24, 25, 31, 32, 40, 64, 76, 120, 130)))
    )


def _piece(source: random.Random) -> str:
    kind = source.randrange(6)
    if kind == 0:
        return source.choice(PREFIXES)[0] + _word(source)
    if kind == 1:
        mark = source.choice(("=", ": ", ":", " = ", "=>", "==", " ", '": "', "':'"))
        return (
            source.choice(("", "--", "x_"))
            + source.choice(NAMES)
            + mark
            + source.choice(("", '"', "'"))
            + _word(source)
        )
    if kind == 2:
        return source.choice(FIXED)
    if kind == 3:
        return _word(source)[: source.randrange(1, 30)] + ".".join(_word(source) for _ in range(source.randrange(1, 6)))
    return _word(source)


def make_text(source: random.Random, pieces: int) -> str:
    return "".join(_piece(source) + source.choice(SEPARATORS) for _ in range(pieces))


def assert_same(text: str) -> None:
    for wide in (False, True):
        assert find(text, wide) == plain_secrets(text, wide)
    for kind, finder in FINDERS.items():
        assert list(finder(text)) == list(PLAIN_PII[kind](text)), kind


def test_short_texts_give_the_same_findings() -> None:
    source = random.Random(20_261_117)
    for _ in range(scaled(30_000)):
        assert_same(make_text(source, source.randrange(1, 12)))


def test_long_texts_give_the_same_findings() -> None:
    source = random.Random(4711)
    for _ in range(scaled(60)):
        text = make_text(source, 2500)
        assert len(text) > STRETCH
        assert_same(text)


def test_what_lies_across_stretches_is_found() -> None:
    """A word on, before and behind the border between two stretches, and one that fills several."""
    word = "Zx9Kq2Lm8Np4Rt6Vw1Yb3Df5Gh7J"
    for offset in range(-len(word) - 2, 3):
        text = "a " * ((STRETCH + offset) // 2) + " " * (offset % 2) + word + " b" * 40_000
        assert (text.index(word), text.index(word) + len(word), "high-entropy") in find(text)
    assert [kind for _, _, kind in find("a" * (3 * STRETCH) + " " + word)] == ["high-entropy"]
    # The same letters inside a longer word that is not random come first, and are not what is masked.
    assert find("x" * 501 + word + " " + word) == [(530, 558, "high-entropy")]


def test_a_word_is_random_or_not_by_the_definition() -> None:
    source = random.Random(7)
    for _ in range(scaled(100_000)):
        alphabet = source.sample(ALNUM + "+-_", source.randrange(8, 65))
        word = "".join(source.choices(alphabet, k=source.randrange(24, LONGEST_RUN)))
        found: list[tuple[int, int, str]] = []
        find_random(word, found)
        assert bool(found) == looks_random(word), word


def test_enough_different_letters_are_enough_whatever_the_rest_is() -> None:
    for size in range(24, 61):
        needed = letters_needed(size, size)
        if needed <= min(size, 62):
            worst = ALNUM[10:][:needed] if needed <= 52 else ALNUM[:needed]
            word = worst + worst[0] * (size - needed)
            counts = [word.count(letter) / size for letter in set(word)]
            assert -sum(share * _log2(share) for share in counts) >= (3.9 if size < 32 else 4.1)


def _log2(value: float) -> float:
    import math

    return math.log2(value)


def test_a_longer_small_letter_moves_nothing() -> None:
    """`lower` makes two characters of one, and places in the two texts differ."""
    for lead in ("İ" * 3, "İ" * 500):
        assert [kind for *_, kind in find(lead + " DB_PASSWORD=correct-horse-9")] == ["assigned"]
        assert [kind for *_, kind in find(lead + " Authorization: Bearer aB3dE5fG7hJ9kL1m-x")] == ["authorization"]


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 319, 320, 321, 5000, 300_000])
def test_runs_of_any_length(size: int) -> None:
    run = "ab" * (size // 2) + "a" * (size % 2)
    assert run_of(f"x{run}y", 1, "ab") == size + 1
    assert run_of(f"x{run}", 1, "ab") == size + 1
    assert run_before(f"x{run}y", size + 1, "ab") == 1
    assert run_before(f"{run}y", size, "ab") == 0
    assert stop_of(f"x{run};y", 1, str.maketrans({";": " "})) == size + 1
    assert stop_of(f"x{run}", 1, str.maketrans({";": " "})) == size + 1


HOSTILE = {
    "names in one run": "key_" * 10_000,
    "names and quotes": "token=\"token='" * 4_000,
    "url-safe base64": "aB3_key-" * 8_000,
    "begins of keys": "-----BEGIN A PRIVATE KEY " * 2_000,
    "addresses": "a@" * 20_000,
    "hosts": "://" * 16_000,
    "accounts": "AB12 " * 10_000,
    "accounts apart": "AB12" + " " * 1000 + "AB12 " * 6_000,
    "cards": "1234 " * 10_000,
    "phones": "+1 " * 16_000,
    "tokens": "eyJ." * 12_000,
    "bearers": "bearer " * 8_000,
    "escapes": '\\"' * 20_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_text_of_twice_the_length_costs_about_twice_the_steps(name: str) -> None:
    """Calls of Python and C are counted, not seconds: four times the steps would be the square."""
    text = HOSTILE[name]
    steps = [_steps(text[: len(text) // 2]), _steps(text)]
    assert steps[1] <= 2.6 * steps[0] + 500


def _steps(text: str) -> int:
    import sys

    steps = 0

    def count(*_: object) -> None:
        nonlocal steps
        steps += 1

    sys.setprofile(count)
    try:
        find(text)
        for finder in FINDERS.values():
            list(finder(text))
    finally:
        sys.setprofile(None)
    return steps
