"""Every detector by its plain definition: a search for each beginning and each shape, a word at a time for chance.

The tests compare the quick ones with it, and benchmarks/redaction.py says what they gain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from policyhooks.secrets.bystanders import LONGEST_ALONE, without_bystanders
from policyhooks.secrets.digests import LONGEST_RUN, is_digest, public_blocks
from policyhooks.secrets.finders import SHAPES
from policyhooks.secrets.formats import ALNUM, BASE64, PREFIXES, VALUE_AFTER
from policyhooks.secrets.masking import ENTROPY_LENGTH, RUN_ENDS, WORD_ENDS, looks_random, merge
from policyhooks.secrets.structures import token_end

Span = tuple[int, int, str]


def plain_secrets(text: str, wide: bool = False) -> list[Span]:
    """Every secret of a text, in order."""
    found: list[Span] = []
    for row in PREFIXES:
        _token(text, row, found, wide)
    small = "".join(character.lower() if character.isascii() else "?" for character in text).encode()
    for _, _, finder in SHAPES:
        finder(text, small, found, wide)
    random: list[Span] = []
    _random(text, random, wide)
    return merge(found + (random if wide else without_bystanders(text, random)))


def _run(text: str, at: int, allowed: str) -> int:
    end = at
    while end < len(text) and text[end] in allowed:
        end += 1
    return end


def _token(text: str, row: tuple[str, str, int, str], found: list[Span], wide: bool) -> None:
    prefix = row[0]
    at = text.find(prefix)
    while at >= 0:
        end = token_end(text, at, row, wide)
        if end:
            found.append((at + len(prefix) if prefix in VALUE_AFTER else at, end, row[3]))
        at = text.find(prefix, max(end, at + 1))


_DATA = BASE64 + "-_"


def _random(text: str, found: list[Span], wide: bool) -> None:
    spaced, at = text.translate(WORD_ENDS if wide else RUN_ENDS), 0
    for word in spaced.split():
        at = spaced.index(word, at)
        if (
            ENTROPY_LENGTH <= len(word) <= (len(text) if wide else LONGEST_ALONE)
            and looks_random(word)
            and not _is_known(text, at, at + len(word))
        ):
            found.append((at, at + len(word), "high-entropy"))
        at += len(word)


def _is_known(text: str, at: int, end: int) -> bool:
    """A hash, data, or part of a certificate."""
    begin, stop = at, end
    while begin > 0 and at - begin <= LONGEST_RUN and text[begin - 1] in _DATA:
        begin -= 1
    while stop < len(text) and stop - end <= LONGEST_RUN and text[stop] in _DATA:
        stop += 1
    if "-----BEGIN " in text and any(first < at < last for first, last in public_blocks(text)):
        return True
    return stop - begin > LONGEST_RUN or is_digest(text, begin) or text.startswith("(", end)


_LOCAL = ALNUM + "._%+-"
_DOMAIN = ALNUM + ".-"
_DIGITS = "0123456789"
_CARD = _DIGITS + " -"
_PHONE = _DIGITS + " -()."


def emails(text: str) -> Iterator[tuple[int, int]]:
    at = text.find("@")
    while at >= 0:
        start = at
        while start > 0 and text[start - 1] in _LOCAL:
            start -= 1
        end = _run(text, at + 1, _DOMAIN)
        while end > at + 1 and text[end - 1] in ".-":
            end -= 1
        name, dot, top = text[at + 1 : end].rpartition(".")
        if start < at and dot and name and len(top) >= 2 and top.isalpha():
            yield start, end
        at = text.find("@", max(end, at + 1))


def _digit_runs(text: str, allowed: str) -> Iterator[tuple[int, int]]:
    at, size = 0, len(text)
    while at < size:
        if text[at] not in _DIGITS or (at and text[at - 1] in ALNUM):
            at += 1
            continue
        end = _run(text, at, allowed)
        stop = end
        while stop > at and text[stop - 1] not in _DIGITS:
            stop -= 1
        if end == size or text[end] not in ALNUM or text[end - 1] == " ":
            yield at, stop
        at = max(end, at + 1)


def cards(text: str) -> Iterator[tuple[int, int]]:
    for start, end in _digit_runs(text, _CARD):
        digits = [int(character) for character in text[start:end] if character in _DIGITS]
        if 13 <= len(digits) <= 19 and digits[0] in (2, 3, 4, 5, 6) and len(set(digits)) > 1 and _luhn(digits):
            yield start, end


def _luhn(digits: list[int]) -> bool:
    total = 0
    for position, digit in enumerate(reversed(digits)):
        doubled = digit * 2 if position % 2 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def ibans(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(text) - 14:
        if text[at : at + 2].isupper() and text[at + 2 : at + 4].isdigit() and (not at or text[at - 1] not in ALNUM):
            run = text[at : _run(text, at, ALNUM + " ")].rstrip(" ")
            ends = [cut for cut in range(1, len(run) + 1) if run[cut - 1] != " " and run[cut : cut + 1] in ("", " ")]
            for cut in reversed(ends):
                packed = run[:cut].replace(" ", "")
                if 15 <= len(packed) <= 34 and (cut == len(run) or packed.isupper()) and _mod97(packed):
                    yield at, at + cut
                    at += cut
                    break
        at += 1


def _mod97(iban: str) -> bool:
    moved = iban[4:] + iban[:4]
    return int("".join(str(int(character, 36)) for character in moved)) % 97 == 1


def social_security_numbers(text: str) -> Iterator[tuple[int, int]]:
    for start, end in _digit_runs(text, _DIGITS + "-"):
        first, _, rest = text[start:end].partition("-")
        second, _, third = rest.partition("-")
        issued = first not in ("000", "666") and first < "900" and second != "00" and third != "0000"
        if (len(first), len(second), len(third)) == (3, 2, 4) and issued:
            yield start, end


def phones(text: str) -> Iterator[tuple[int, int]]:
    at = text.find("+")
    while at >= 0:
        end = _run(text, at + 1, _PHONE)
        while end > at + 1 and text[end - 1] not in _DIGITS:
            end -= 1
        digits = sum(map(text[at:end].count, "0123456789"))
        if 8 <= digits <= 15 and text[at + 1] in "123456789" and (not at or text[at - 1] not in ALNUM):
            yield at, end
        at = text.find("+", max(end, at + 1))


PLAIN_PII: dict[str, Callable[[str], Iterator[tuple[int, int]]]] = {
    "email": emails,
    "card": cards,
    "iban": ibans,
    "ssn": social_security_numbers,
    "phone": phones,
}
