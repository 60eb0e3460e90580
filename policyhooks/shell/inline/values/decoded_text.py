"""Text behind hexadecimal digits, base64, rot13 or character codes, where it is written out."""

from __future__ import annotations

from policyhooks.shell.inline.values.value import HIDDEN, LONGEST, UNKNOWN, Value, beyond, plain, single


def character(value: Value) -> Value:
    """The character with that number."""
    text = single(value)
    if text is None or not text.isdecimal() or len(text) > 7 or int(text) > 0x10FFFF:
        return UNKNOWN
    return plain(chr(int(text)))


def decoded(kind: str, value: Value) -> Value:
    """What a text stands for in that code."""
    text = single(value)
    if text is None or HIDDEN in text:
        return UNKNOWN
    if len(text) > LONGEST:
        return beyond()
    try:
        if kind == "hex":
            return plain(bytes.fromhex(text).decode("utf-8", "replace"))
        if kind == "base64":
            from binascii import a2b_base64

            return plain(a2b_base64(text.encode("ascii", "replace")).decode("utf-8", "replace"))
    except ValueError:
        return UNKNOWN
    if kind == "rot13":
        return plain("".join(map(turned, text)))
    return plain(text[::-1]) if kind == "reverse" else UNKNOWN


def turned(char: str) -> str:
    base = 97 if "a" <= char <= "z" else 65 if "A" <= char <= "Z" else 0
    return chr((ord(char) - base + 13) % 26 + base) if base else char
