"""Quotes and wild cards of one piece of a word."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.syntax.nodes import SglQuoted


def is_glob(text: str) -> bool:
    """Wild cards; a bracket counts only with its partner (`[` is a command)."""
    return "*" in text or "?" in text or ("[" in text and "]" in text)


SPLITTING = frozenset(" \t\n*?[$(")


def stays_whole(text: str, ifs: str) -> bool:
    """Of a value that is not certain: whether it is a text that was worked out, with nothing in it to split at."""
    return SPLITTING.isdisjoint(text) and (not ifs or frozenset(ifs).isdisjoint(text))


def unquote(part: SglQuoted) -> str:
    """The text of single quotes, `$'...'` decoded."""
    if part.dollar and "\\" in part.text:
        from policyhooks.shell.syntax.ansi import decode

        return decode(part.text)
    return part.text


def unescape(text: str, escapable: str) -> str:
    """Text in double quotes or a here-document: a backslash counts before some characters only."""
    if "\\" not in text:
        return text
    result = []
    at = 0
    while at < len(text):
        char = text[at]
        following = text[at + 1 : at + 2]
        if char == "\\" and following == "\n":
            at += 2
        elif char == "\\" and following and following in escapable:
            result.append(following)
            at += 2
        else:
            result.append(char)
            at += 1
    return "".join(result)
