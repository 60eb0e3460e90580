"""Characters of literals in inline code: escapes, numbers, and where a pair of brackets ends. No tokens here."""

from __future__ import annotations

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "e": "\x1b", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}


def number(text: str) -> int:
    """The number that a word of digits stands for; -1 for one that is not followed."""
    try:
        return int(text.replace("_", ""), 0) if len(text) < 20 else -1
    except ValueError:
        return int(text) if text.isdecimal() and len(text) < 20 else -1


def skip_letters(text: str, at: int) -> int:
    while at < len(text) and text[at].isalpha():
        at += 1
    return at


def skip_blanks(text: str, at: int) -> int:
    while text[at : at + 1].isspace():
        at += 1
    return at


def skip_word(text: str, at: int, more: str = "_") -> int:
    """Behind letters, digits and these further characters."""
    while at < len(text) and (text[at].isalnum() or text[at] in more):
        at += 1
    return at


def braces_end(body: str, at: int, opening: str = "{") -> int:
    """Where the bracket closes that was opened before `at`, or the end of the text."""
    closing = PAIRS[opening]
    level = 1
    while at < len(body):
        level += (body[at] == opening) - (body[at] == closing)
        if not level:
            return at
        at += 1
    return len(body)


def plain_escapes(body: str, quote: str) -> str:
    """Text in quotes where only the quote and the backslash are escaped."""
    if "\\" not in body:
        return body
    return body.replace("\\\\", "\0").replace("\\" + quote, quote).replace("\0", "\\")


def escape(body: str, at: int, base: int) -> tuple[str, int]:
    """One escape and where it ends; digits count to that base."""
    char = body[at + 1]
    if char == "x" or char == "u":
        return hexadecimal(body, at, char)
    digits = "0123456789"[:base]
    if char in digits:
        stop = at + 1
        while stop < len(body) and stop < at + 4 and body[stop] in digits:
            stop += 1
        return chr(int(body[at + 1 : stop], base)), stop
    return ("" if char == "\n" else ESCAPES.get(char, char)), at + 2


def hexadecimal(body: str, at: int, char: str) -> tuple[str, int]:
    r"""`\x41`, `\u0041`, `\u{41}` and where it ends."""
    braces = body[at + 2 : at + 3] == "{"
    start = at + 3 if braces else at + 2
    longest = 8 if braces else 2 if char == "x" else 4
    stop = start
    while stop < len(body) and stop < start + longest and body[stop] in "0123456789abcdefABCDEF":
        stop += 1
    if stop > start and int(body[start:stop], 16) <= 0x10FFFF:
        return chr(int(body[start:stop], 16)), stop + braces
    return char, at + 2
