"""Reads one JSON document strictly, without the json package. It knows nothing of events.

Two readers must never disagree about a document: duplicate keys, NaN and infinities, lone
surrogates, other encodings than UTF-8 and deep nesting are refused, not repaired. A document of
more values than MOST_VALUES is refused before it is read: each takes some hundred bytes, however
short it is written. Every refusal is a RejectedJson whose text names the problem and never quotes
the document.
"""

from __future__ import annotations

from _json import make_scanner

from policyhooks.errors import PolicyHooksError

DEPTH_LIMIT = 100
MOST_VALUES = 100_000
MALFORMED = "JSON is empty, cut off or malformed"
_PIECE = 1 << 16
_SPACE = " \t\n\r"
_INFINITY = float("inf")


class RejectedJson(PolicyHooksError):
    """The text is not one strict JSON document."""


class TooManyValues(RejectedJson):
    """It may be strict JSON, and is not read."""


def _reject_constant(name: str) -> object:
    raise RejectedJson("JSON holds a number that is not finite")


def _read_float(text: str) -> float:
    value = float(text)
    if value in (_INFINITY, -_INFINITY):
        raise RejectedJson("JSON holds a number that is not finite")
    return value


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise RejectedJson("JSON holds the same key twice in one object")
    return found


class _Context:
    """What the C scanner asks for; never instantiated."""

    strict = True
    object_hook = None
    object_pairs_hook = staticmethod(_unique_keys)
    parse_float = staticmethod(_read_float)
    parse_int = int
    parse_constant = staticmethod(_reject_constant)


_scan = make_scanner(_Context)  # type: ignore[arg-type]  # the stub asks for its own class, C for attributes


def parse(document: bytes | str) -> object:
    """The value of one JSON document. Byte order marks in front are dropped (editors add them)."""
    text = document if isinstance(document, str) else _decode(document)
    text = text.lstrip("\ufeff")
    start = len(text) - len(text.lstrip(_SPACE))
    # Hardly a document has as many of these signs, whether in strings or not; a short one cannot.
    brackets = text.count("{") + text.count("[")
    if len(text) > MOST_VALUES and text.count(",") + brackets > MOST_VALUES:
        _check_size(text)
    try:
        value, end = _scan(text, start)
    except RejectedJson:
        raise
    except RecursionError:
        raise RejectedJson(f"JSON is nested deeper than {DEPTH_LIMIT}") from None
    # Without the json package loaded the scanner has no exception class of its own to raise.
    except (StopIteration, ValueError, SystemError):
        raise RejectedJson(MALFORMED) from None
    if text[end:].strip(_SPACE):
        raise RejectedJson("JSON is followed by more text")
    # Fewer brackets than the limit cannot nest deeper; most events end here.
    if brackets > DEPTH_LIMIT and isinstance(value, dict | list):
        _check_depth(value)
    if "\\" in text and ("\\ud" in text or "\\uD" in text):
        _check_surrogates(value)
    return value


def _decode(document: bytes) -> str:
    try:
        return document.decode("utf-8")
    except UnicodeDecodeError:
        raise RejectedJson("JSON is not UTF-8") from None


def _check_size(text: str) -> None:
    """Count the signs that come before a value, outside of strings; behind the fault of a malformed text, anything."""
    values = at = 0
    inside = False
    while at < len(text):
        piece = text[at : at + _PIECE]
        # A backslash stays together with what it escapes.
        if (len(piece) - len(piece.rstrip("\\"))) % 2:
            piece = text[at : at + _PIECE + 1]
        at += len(piece)
        parts = piece.replace("\\\\", "").replace('\\"', "").split('"')
        outside = "".join(parts[inside::2])
        inside ^= len(parts) % 2 == 0
        values += outside.count(",") + outside.count("[") + outside.count("{")
        if values > MOST_VALUES:
            raise TooManyValues(f"JSON holds more than {MOST_VALUES} values")


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(DEPTH_LIMIT):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)  # type: ignore[attr-defined]
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise RejectedJson(f"JSON is nested deeper than {DEPTH_LIMIT}")


def _check_surrogates(value: object) -> None:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting.extend(one)
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
        elif isinstance(one, str):
            try:
                one.encode("utf-8")
            except UnicodeEncodeError:
                raise RejectedJson("JSON holds half of a surrogate pair") from None
