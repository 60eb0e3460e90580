"""Tells: text in the data that is written for the reviewer and not for a shell, server or person.

Most are evidence: the model and the journal are told of them. What fakes our markers or an answer decides alone. They
are looked for in the text as it stands and as it reads once spelling tricks and encodings are undone.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

from policyhooks.judge.tell_patterns import FAKES, MARKS, PHRASES

_PHRASES = {name: re.compile(pattern) for name, pattern in PHRASES.items()}
_MARKS = {name: re.compile(pattern) for name, pattern in MARKS.items()}
_FAKES = {name: re.compile(pattern) for name, pattern in FAKES.items()}
_SEPARATORS = re.compile(r"[^\w]+|_+")
_SPACED = re.compile(r"\b(?:\w ){5,}\w\b")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{24,}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){12,}|(?:\\x[0-9a-fA-F]{2}){6,}")
_UNICODE_ESCAPES = re.compile(r"\\u\{?([0-9a-fA-F]{4,6})\}?|\\x([0-9a-fA-F]{2})")
_LEET = str.maketrans("013457@$", "oieastas")
# Letters of other alphabets that read as Latin ones.
_LOOKALIKES = str.maketrans("аеорсухіјѕԁһοαρνιτκ", "aeopcyxijsdhoapvitk")
_TAGS = range(0xE0000, 0xE0080)  # invisible copies of ASCII


def find(value: object) -> tuple[str, ...]:
    """The names of all tells in the texts of a JSON value, in the order of their tables."""
    found: set[str] = set()
    for text in texts(value):
        for reading in _readings(text):
            found.update(_match(reading))
    return tuple(name for name in (*_FAKES, *_MARKS, *_PHRASES) if name in found)


def find_fake(value: object) -> str | None:
    """The name of what decides alone; None when there is nothing of the kind."""
    for text in texts(value):
        plain = _plain(text)
        readings = {plain, html.unescape(plain), unquote(plain), _UNICODE_ESCAPES.sub(_character, plain)}
        folded = [reading.casefold() for reading in readings]
        for name, pattern in _FAKES.items():
            if any(map(pattern.search, folded)):
                return name
    return None


def texts(value: object) -> Iterator[str]:
    """Every text of a JSON value, keys included."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            waiting.extend(one)
            waiting.extend(one.values())
        elif isinstance(one, list | tuple):
            waiting.extend(one)


def _match(text: str) -> Iterator[str]:
    folded = text.casefold()
    for table in (_FAKES, _MARKS):
        yield from (name for name, pattern in table.items() if pattern.search(folded))
    words = _SEPARATORS.sub(" ", folded)
    spaced = _SPACED.sub(lambda found: found.group().replace(" ", ""), words)
    for reading in {words, words.translate(_LEET), words.translate(_LOOKALIKES), spaced}:
        yield from (name for name, pattern in _PHRASES.items() if pattern.search(reading))


def _readings(text: str) -> Iterator[str]:
    """The text as it stands, without spelling tricks, and what encodings in it hide."""
    plain = _plain(text)
    yield plain
    if len(plain) >= 12:
        yield plain[::-1]
    for decoded in (html.unescape(plain), unquote(plain), _UNICODE_ESCAPES.sub(_character, plain)):
        if decoded != plain:
            yield _plain(decoded)
    yield codecs.decode(plain, "rot13")
    for run in _BASE64.findall(plain):
        for decoded in _decoded(run):
            yield decoded
            for inner in _BASE64.findall(decoded):
                yield from _decoded(inner)
    for run in _HEX.findall(plain):
        yield _printable(bytes.fromhex(run.replace("\\x", "")))


def _plain(text: str) -> str:
    """Compatibility forms folded, invisible characters gone, tag characters made visible."""
    if text.isascii():
        return text
    shown = "".join(chr(ord(one) - 0xE0000) if ord(one) in _TAGS else one for one in text)
    folded = unicodedata.normalize("NFKC", shown)
    if any(map(unicodedata.combining, folded)):  # marks over letters that have no letter of their own
        folded = "".join(one for one in folded if not unicodedata.combining(one))
    return "".join(one for one in folded if unicodedata.category(one) != "Cf")


def _decoded(run: str) -> Iterator[str]:
    standard = run.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        yield _printable(base64.b64decode(standard + "=" * (-len(standard) % 4), validate=True))
    except (binascii.Error, ValueError):
        return


def _printable(data: bytes) -> str:
    """Decoded bytes that are text; anything else hides no words."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def _character(found: re.Match[str]) -> str:
    number = int(found.group(1) or found.group(2), 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else " "
