"""The outline of a JSON document that is too long, cut off or malformed: as much as its head still says.

For answers to events that nobody can read. It refuses nothing and promises nothing: what it gives
may name things (the called tool, the shape of a result), and no decision may rest on it.
"""

from __future__ import annotations

from _json import scanstring

HEAD = 1 << 18  # bytes that are looked at: the answer must not be late a second time
DEEPEST = 24
_SPACE = " \t\r\n"
_PLAIN = {"true": True, "false": False, "null": None}


class _End(Exception):
    """The document ends here, or cannot be followed further."""


def outline(document: bytes) -> object:
    """What can be read of a document. Objects and lists hold their members up to where it ends; a string is cut."""
    text = document[:HEAD].decode("utf-8", "replace").lstrip("\ufeff")
    holder: dict[str, object] = {}
    try:  # noqa: SIM105 - contextlib is too heavy for the hook
        _read(text, 0, holder, "", 0)
    except _End:
        pass
    return holder.get("")


def _read(text: str, at: int, holder: dict[str, object] | list[object], key: str, depth: int) -> int:
    """Put the value that begins at `at` into its holder, where it stays when it never ends; the place behind it."""
    at = _skip(text, at)
    mark = text[at]
    if mark == '"':
        value, at = _string(text, at)
        _put(holder, key, value)
        if at < 0:
            raise _End
        return at
    if mark in "{[":
        if depth >= DEEPEST:
            raise _End
        inner: dict[str, object] | list[object] = {} if mark == "{" else []
        _put(holder, key, inner)
        return _members(text, at + 1, inner, depth + 1)
    end = at
    while end < len(text) and text[end] not in ",]}" + _SPACE:
        end += 1
    word = text[at:end]
    _put(holder, key, _PLAIN.get(word, 0))
    if end == at:
        raise _End
    return end


def _members(text: str, at: int, holder: dict[str, object] | list[object], depth: int) -> int:
    at = _skip(text, at)
    if text[at] in "}]":
        return at + 1
    while True:
        key = ""
        if isinstance(holder, dict):
            at = _skip(text, at)
            if text[at] != '"':
                raise _End
            key, at = _string(text, at)
            at = _skip(text, at) if at >= 0 else -1
            if at < 0 or text[at] != ":":
                raise _End
            at += 1
        at = _skip(text, _read(text, at, holder, key, depth))
        if text[at] != ",":
            return at + 1
        at += 1


def _string(text: str, at: int) -> tuple[str, int]:
    """The string that begins at `at` and the place behind it: below zero where it does not end."""
    try:
        return scanstring(text, at + 1, False)
    # Without the json package loaded the scanner has no exception class of its own to raise.
    except (ValueError, SystemError):
        return text[at + 1 :], -1


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    if at >= len(text):
        raise _End
    return at


def _put(holder: dict[str, object] | list[object], key: str, value: object) -> None:
    if isinstance(holder, dict):
        holder[key] = value
    else:
        holder.append(value)
