"""Decodes the text of `$'...'` as bash does."""

from __future__ import annotations

SIMPLE = {"a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
HEX_LENGTH = {"x": 2, "u": 4, "U": 8}
HEX = frozenset("0123456789abcdefABCDEF")
OCTAL = frozenset("01234567")


def decode(text: str, nul_ends: bool = True) -> str:
    """The characters meant; bytes that form UTF-8 become characters. A NUL ends a text of bash; printf writes it."""
    result = bytearray()
    at = 0
    while at < len(text):
        if text[at] != "\\" or at + 1 >= len(text):
            result += text[at].encode("utf-8", "surrogatepass")
            at += 1
            continue
        piece, at = escape(text, at + 1)
        if piece == b"\0" and nul_ends:
            break
        result += piece
    return result.decode("utf-8", "replace")


def escape(text: str, at: int) -> tuple[bytes, int]:
    """The bytes of the escape whose letter stands at `at`, and where it ends."""
    char = text[at]
    if char in SIMPLE:
        return SIMPLE[char].encode(), at + 1
    if char in HEX_LENGTH:
        digits = run(text, at + 1, HEX, HEX_LENGTH[char])
        if not digits:
            return b"\\" + char.encode(), at + 1
        number = int(digits, 16)
        encoded = (
            bytes([number]) if char == "x" else chr(number if number < 0x110000 else 0xFFFD).encode("utf-8", "replace")
        )
        return encoded, at + 1 + len(digits)
    if char in OCTAL:
        digits = run(text, at, OCTAL, 3)
        return bytes([int(digits, 8) & 0xFF]), at + len(digits)
    if char == "c" and at + 1 < len(text):
        return bytes([ord(text[at + 1]) & 0x1F]), at + 2
    if char in "\\'\"?":
        return char.encode(), at + 1
    return b"\\" + char.encode("utf-8", "surrogatepass"), at + 1


def run(text: str, at: int, digits: frozenset[str], longest: int) -> str:
    """The digits at `at`, at most `longest`."""
    stop = at
    while stop < len(text) and stop - at < longest and text[stop] in digits:
        stop += 1
    return text[at:stop]
