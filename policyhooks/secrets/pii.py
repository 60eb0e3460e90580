"""Finds personal data in text: e-mail addresses, payment cards, IBANs, US social security numbers, phones.

Apart from masking.py because personal data is only replaced where a rule asks for it.
"""

from __future__ import annotations

from policyhooks.secrets.formats import ALNUM
from policyhooks.secrets.masking import merge
from policyhooks.secrets.spans import Spans, TooManySpans, whole
from policyhooks.secrets.text_runs import run_before, run_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from policyhooks.secrets.spans import Span

_LOCAL = ALNUM + "._%+-"
_DOMAIN = ALNUM + ".-"
_DIGITS = "0123456789"
_CARD = _DIGITS + " -"
_PHONE = _DIGITS + " -()."
_LONGEST_CARD, _LONGEST_IBAN = 19, 34
# What a character is, by one byte: a digit, a capital, another letter, the blank, anything else.
_KINDS = bytes(
    ord("0") if chr(code) in _DIGITS else ord("A") if chr(code).isupper() else ord("a") if chr(code).islower()
    else ord("_") if code == 0x20 else ord(".")
    for code in range(128)
) + b"." * 128  # fmt: skip
_STARTS = bytes(
    ord("0") if chr(code) in _DIGITS else ord("a") if chr(code) in ALNUM else ord(".") for code in range(256)
)
# How an IBAN may begin, by the kinds of its first four characters.
_IBAN_STARTS = (b"AA00", b"A000", b"0A00", b"A_00", b"_A00")


def find_pii(text: str, kinds: tuple[str, ...]) -> list[Span]:
    """Personal data of the kinds asked for (`pii` for all of them, or `pii.<kind>`), in order."""
    found = Spans()
    wanted = [kind for kind in FINDERS if "pii" in kinds or f"pii.{kind}" in kinds]
    try:
        for span in ((start, end, kind) for kind in wanted for start, end in FINDERS[kind](text)):
            found.append(span)
    except TooManySpans:
        return whole(text)
    return merge(found)


def emails(text: str) -> Iterator[tuple[int, int]]:
    at = text.find("@")
    while at >= 0:
        start = run_before(text, at, _LOCAL)
        end = run_of(text, at + 1, _DOMAIN)
        end = at + 1 + len(text[at + 1 : end].rstrip(".-"))
        name, dot, top = text[at + 1 : end].rpartition(".")
        if start < at and dot and name and len(top) >= 2 and top.isalpha():
            yield start, end
        at = text.find("@", max(end, at + 1))


def _digit_runs(text: str, allowed: str) -> Iterator[tuple[int, int]]:
    """Runs that begin with a digit, without what follows their last one; no word goes on there but behind a blank."""
    kinds = b"." + text.encode("ascii", "replace").translate(_STARTS)
    at = kinds.find(b".0")
    while at >= 0:
        end = run_of(text, at, allowed)
        if end == len(text) or text[end] not in ALNUM or text[end - 1] == " ":
            yield at, at + len(text[at:end].rstrip(" -"))
        at = kinds.find(b".0", max(end, at + 1))


def cards(text: str) -> Iterator[tuple[int, int]]:
    for start, end in _digit_runs(text, _CARD):
        packed = text[start:end].replace(" ", "").replace("-", "")
        if not 13 <= len(packed) <= _LONGEST_CARD:
            continue
        digits = [int(character) for character in packed]
        if digits[0] in (2, 3, 4, 5, 6) and len(set(digits)) > 1 and _luhn(digits):
            yield start, end


def _luhn(digits: list[int]) -> bool:
    total = 0
    for position, digit in enumerate(reversed(digits)):
        doubled = digit * 2 if position % 2 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def ibans(text: str) -> Iterator[tuple[int, int]]:
    kinds = text.encode("ascii", "replace").translate(_KINDS)
    free = 0  # where the last one ended: none begins before
    for at in _iban_starts(kinds):
        if at < free or (at and text[at - 1] in ALNUM):
            continue
        for end, last in _iban_ends(text, at):
            packed = text[at:end].replace(" ", "")
            # Where words go on behind it, it is in capitals: a word of the sentence must not make one up.
            if len(packed) >= 15 and (last or packed.isupper()) and _mod97(packed):
                yield at, end
                free = end + 1
                break


def _iban_starts(kinds: bytes) -> list[int]:
    found = []
    for start in _IBAN_STARTS:
        at = kinds.find(start)
        while at >= 0:
            found.append(at)
            at = kinds.find(start, at + 1)
    return sorted(found)


def _iban_ends(text: str, at: int) -> list[tuple[int, bool]]:
    """Where it may end, the last place first: behind each group of letters and digits, and whether none follows."""
    ends: list[int] = []
    end, left = at, _LONGEST_IBAN
    while True:
        word = run_of(text, end, " ")
        past = run_of(text[word : word + left + 2], 0, ALNUM) + word
        if past == word:
            return [(one, one == end) for one in reversed(ends)]
        left -= past - word
        if left < 0:
            return [(one, False) for one in reversed(ends)]
        ends.append(past)
        end = past


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
        end = run_of(text, at + 1, _PHONE)
        end = at + 1 + len(text[at + 1 : end].rstrip(" -()."))
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
