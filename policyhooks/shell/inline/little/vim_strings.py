"""Strings of vim script: `'it''s'`, `"a\\x21\\<CR>"`, and values that are put together from them with dots."""

from __future__ import annotations

from policyhooks.shell.inline.little.ex_syntax import end_of_string

ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "e": "\x1b", "f": "\f"}
DIGITS = {"x": 2, "X": 2, "u": 4, "U": 8}
RETURNS = ("<cr>", "<enter>", "<return>", "<nl>", "<c-m>", "<c-j>")


def constant(text: str) -> tuple[str, bool]:
    """The value of an expression and whether it is known: strings, also several with dots or blanks between."""
    value = ""
    at = behind = 0
    while at < len(text):
        if text[at] in "'\"":
            end = end_of_string(text, at)
            if end < 0:
                break
            # Two arguments of `:execute` are joined with a blank.
            value += (" " if behind and "." not in text[behind:at] else "") + decode(text[at : end + 1])
            at = behind = end + 1
        elif text[at] in ". \t":
            at += 1
        else:
            break
    return value, at == len(text) and text.strip() != ""


def decode(literal: str) -> str:
    """The value of one string with its quotes."""
    inner = literal[1:-1]
    if literal[0] == "'":
        return inner.replace("''", "'")
    value = ""
    at = 0
    while at < len(inner):
        if inner[at] != "\\":
            value += inner[at]
            at += 1
            continue
        piece, at = _escape(inner, at + 1)
        value += piece
    return value


def _escape(text: str, at: int) -> tuple[str, int]:
    """What stands behind a backslash, and where it ends."""
    sign = text[at : at + 1]
    if sign in DIGITS:
        return _number(text, at + 1, DIGITS[sign], 16)
    if sign in tuple("01234567"):
        return _number(text, at, 3, 8)
    if sign == "<" and ">" in text[at:]:
        end = text.index(">", at) + 1
        return ("\r" if text[at:end].lower() in RETURNS else ""), end
    return ESCAPES.get(sign, sign), at + 1


def _number(text: str, at: int, most: int, radix: int) -> tuple[str, int]:
    end = at
    while end < len(text) and end - at < most and text[end].lower() in "0123456789abcdef"[:radix]:
        end += 1
    code = int(text[at:end] or "0", radix)
    return (chr(code) if 0 < code < 0x110000 else ""), end


def strings_of(text: str) -> list[str]:
    """The values of all strings in a text."""
    found = []
    at = 0
    while at < len(text):
        end = end_of_string(text, at) if text[at] in "'\"" else -1
        if end > 0:
            found.append(decode(text[at : end + 1]))
            at = end
        at += 1
    return found
