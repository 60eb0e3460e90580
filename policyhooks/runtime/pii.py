"""Finds personal data in text: e-mail addresses, payment cards, IBANs, US social security numbers, phones.

Apart from masking.py because personal data is only replaced where a rule asks for it.
"""

from __future__ import annotations

from policyhooks.runtime.masking import merge
from policyhooks.runtime.secret_finders import run_of
from policyhooks.runtime.secret_formats import ALNUM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from policyhooks.runtime.masking import Span

_LOCAL = ALNUM | frozenset("._%+-")
_DOMAIN = ALNUM | frozenset(".-")
_DIGITS = frozenset("0123456789")
_CARD = _DIGITS | frozenset(" -")
_PHONE = _DIGITS | frozenset(" -().")


def find_pii(text: str, kinds: tuple[str, ...]) -> list[Span]:
    """Personal data of the kinds asked for (`pii` for all of them, or `pii.<kind>`), in order."""
    found: list[Span] = []
    for kind, finder in FINDERS.items():
        if "pii" in kinds or f"pii.{kind}" in kinds:
            found.extend((start, end, kind) for start, end in finder(text))
    return merge(found)


def emails(text: str) -> Iterator[tuple[int, int]]:
    at = text.find("@")
    while at >= 0:
        start = at
        while start > 0 and text[start - 1] in _LOCAL:
            start -= 1
        end = run_of(text, at + 1, _DOMAIN)
        while end > at + 1 and text[end - 1] in ".-":
            end -= 1
        name, dot, top = text[at + 1 : end].rpartition(".")
        if start < at and dot and name and len(top) >= 2 and top.isalpha():
            yield start, end
        at = text.find("@", max(end, at + 1))


def _digit_runs(text: str, allowed: frozenset[str]) -> Iterator[tuple[int, int]]:
    at, size = 0, len(text)
    while at < size:
        if text[at] not in _DIGITS or (at and text[at - 1] in ALNUM):
            at += 1
            continue
        end = run_of(text, at, allowed)
        stop = end
        while stop > at and text[stop - 1] not in _DIGITS:
            stop -= 1
        if end == size or text[end] not in ALNUM:
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
            end = run_of(text, at, ALNUM | frozenset(" "))
            while end > at and text[end - 1] == " ":
                end -= 1
            packed = text[at:end].replace(" ", "")
            if 15 <= len(packed) <= 34 and packed.isascii() and packed.isalnum() and _mod97(packed):
                yield at, end
                at = end
        at += 1


def _mod97(iban: str) -> bool:
    moved = iban[4:] + iban[:4]
    return int("".join(str(int(character, 36)) for character in moved)) % 97 == 1


def social_security_numbers(text: str) -> Iterator[tuple[int, int]]:
    for start, end in _digit_runs(text, _DIGITS | frozenset("-")):
        first, _, rest = text[start:end].partition("-")
        second, _, third = rest.partition("-")
        issued = first not in ("000", "666") and first < "900" and second != "00" and third != "0000"
        if (len(first), len(second), len(third)) == (3, 2, 4) and issued:
            yield start, end


def phones(text: str) -> Iterator[tuple[int, int]]:
    at = text.find("+")
    while at >= 0:
        end = run_of(text, at + 1, _PHONE)
        while end > at + 1 and text[end - 1] not in _DIGITS:
            end -= 1
        digits = sum(map(text[at:end].count, "0123456789"))
        if 8 <= digits <= 15 and text[at + 1] in "123456789" and (not at or text[at - 1] not in ALNUM):
            yield at, end
        at = text.find("+", max(end, at + 1))


FINDERS: dict[str, Callable[[str], Iterator[tuple[int, int]]]] = {
    "email": emails,
    "card": cards,
    "iban": ibans,
    "ssn": social_security_numbers,
    "phone": phones,
}
# What a `redact` may name.
DETECTORS: tuple[str, ...] = ("secrets", "pii", *[f"pii.{kind}" for kind in FINDERS])
