"""Every detector by its plain definition, a pass each, a character and a word at a time.

The tests compare the quick ones with it, and benchmarks/redaction.py says what they gain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from policyhooks.secrets.digests import LONGEST_RUN, is_digest, public_blocks
from policyhooks.secrets.finders import _VALUE_AFTER, NAME_PARTS, has_body, is_credential, says_secret, secret_user
from policyhooks.secrets.formats import ALNUM, BASE64, DOTTED, PREFIXES
from policyhooks.secrets.literals import is_assigned
from policyhooks.secrets.masking import ENTROPY_LENGTH, WORD_ENDS, looks_random, merge

Span = tuple[int, int, str]


def plain_secrets(text: str, wide: bool = False) -> list[Span]:
    """Every secret of a text, in order."""
    found: list[Span] = []
    for prefix, follow, least, kind in PREFIXES:
        _prefix(text, prefix, follow, least, kind, found)
    _jwt(text, found)
    _pem(text, found)
    _userinfo(text, found, wide)
    small = "".join(character.lower() if character.isascii() else "?" for character in text)
    _bearer(text, small, found, wide)
    _assigned(text, small, found, wide)
    _random(text, found)
    return merge(found)


def _run(text: str, at: int, allowed: str) -> int:
    end = at
    while end < len(text) and text[end] in allowed:
        end += 1
    return end


def _prefix(text: str, prefix: str, follow: str, least: int, kind: str, found: list[Span]) -> None:
    at = text.find(prefix)
    while at >= 0:
        body = at + len(prefix)
        end = _run(text, body, follow)
        # Inside a longer word it is somebody else's text; "task-..." is no "sk-...".
        if end - body >= least and (at == 0 or text[at - 1] not in ALNUM):
            found.append((body if prefix in _VALUE_AFTER else at, end, kind))
        at = text.find(prefix, max(end, at + 1))


def _jwt(text: str, found: list[Span]) -> None:
    at = text.find("eyJ")
    while at >= 0:
        end = _run(text, at, DOTTED)
        parts = text[at:end].split(".")
        if len(parts) in (3, 5) and len(parts[0]) >= 10 and len(parts[1]) >= 10:
            found.append((at, end, "jwt"))
        at = text.find("eyJ", max(end, at + 1))


def _pem(text: str, found: list[Span]) -> None:
    at = text.find("-----BEGIN ")
    while at >= 0:
        head = text.find("-----", at + 11)
        label = text[at + 11 : head] if 0 <= head - at < 80 else ""
        if label.endswith(("PRIVATE KEY", "PRIVATE KEY BLOCK")):
            tail = f"-----END {label}-----"
            end = text.find(tail, head)
            # A key that is cut off is still a key.
            stop = end + len(tail) if end >= 0 else len(text)
            if end < 0 or has_body(text[head + 5 : min(end, head + 200)]):
                found.append((at, stop, "private-key"))
            at = text.find("-----BEGIN ", stop)
        else:
            at = text.find("-----BEGIN ", at + 11)


def _userinfo(text: str, found: list[Span], wide: bool) -> None:
    """The password of `scheme://user:password@host`."""
    at = text.find("://")
    while at >= 0:
        start = at + 3
        end = start
        while end < len(text) and text[end] not in " \t\r\n\"'<>/?#":
            end += 1
        user, at_sign, _ = text[start:end].rpartition("@")
        span = secret_user(user, wide) if at_sign else None
        if span is not None:
            found.append((start + span[0], start + span[1], "url-password"))
        at = text.find("://", start)


def _bearer(text: str, small: str, found: list[Span], wide: bool) -> None:
    for word in ("bearer ", "basic "):
        at = small.find(word)
        while at >= 0:
            body = at + len(word)
            end = _run(text, body, BASE64 + DOTTED)
            value = text[body:end]
            if end - body >= 16 and (at == 0 or text[at - 1] not in ALNUM) and is_credential(value, wide):
                found.append((body, end, "authorization"))
            at = small.find(word, body)


def _assigned(text: str, small: str, found: list[Span], wide: bool) -> None:
    """Values given to a name that says secret: `DB_PASSWORD=...`, `"api_key": "..."`, `--token ...`."""
    for part in NAME_PARTS:
        at = small.find(part)
        while at >= 0:
            end = at + len(part)
            while end < len(text) and text[end] in DOTTED:
                end += 1
            _take_value(text, at, end, found, wide)
            at = small.find(part, end)


def _take_value(text: str, name_start: int, name_end: int, found: list[Span], wide: bool) -> None:
    start = name_start
    while start > 0 and text[start - 1] in DOTTED:
        start -= 1
    if start and text.startswith("[SECRET:", start - 1):  # a placeholder of ours
        return
    name = text[start:name_end]
    if not says_secret(name):
        return
    at = name_end
    dashed = text.startswith("--", start)
    if at < len(text) and text[at] in "\"'":
        at += 1
    gap = at
    while at < len(text) and text[at] in " \t":
        at += 1
    if at < len(text) and text[at] in ":=":
        at += 1 + text.startswith("=", at + 1) + text.startswith(">", at + 1)
        while at < len(text) and text[at] in " \t":
            at += 1
    elif not (dashed and at > gap):
        return
    quote = text[at] if at < len(text) and text[at] in "\"'" else ""
    at += len(quote)
    end = at
    while end < len(text) and (text[end] != quote if quote else text[end] not in " \t\r\n\"',;&|)}]"):
        if text[end] == "\n":
            break
        end += 1
    plain = name.startswith("--") or (at == name_end + 1 and text[name_end] == "=" and name.upper() == name)
    if is_assigned(text[at:end], quote != "", plain, wide):
        found.append((at, end, "assigned"))


_DATA = BASE64 + "-_"


def _random(text: str, found: list[Span]) -> None:
    spaced, at = text.translate(WORD_ENDS), 0
    for word in spaced.split():
        at = spaced.index(word, at)
        if len(word) >= ENTROPY_LENGTH and looks_random(word) and not _is_known(text, at, at + len(word)):
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
