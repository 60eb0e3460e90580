"""Quote-like forms of Ruby: %w[], %i[], %q(), %Q(), %x(), %(), %r{}, and symbols."""

from __future__ import annotations

from policyhooks.shell.inline.lexing.escapes import PAIRS, plain_escapes, skip_letters, skip_word
from policyhooks.shell.inline.nodes import Array, Literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.lexing.string_reader import StringReader


def read_percent(lexer: StringReader) -> bool:
    """Whether the percent sign here opens a quote; then its token is added."""
    text, at = lexer.text, lexer.at
    letter = text[at + 1 : at + 2]
    if not (lexer.operand_here() or (lexer.spaced and letter not in (" ", "="))):
        return False
    start = at + 2 if letter.isalpha() else at + 1
    opening = text[start : start + 1]
    if not opening or opening.isalnum() or opening.isspace() or opening == "=" or letter.isdigit():
        return False
    if letter.isalpha() and letter not in "wWiIqQxrs":
        return False
    closing = PAIRS.get(opening, opening)
    body, stop = lexer.body(start + 1, opening, closing)
    if letter in ("w", "W", "i", "I"):
        lexer.add_node("str", Array(tuple(Literal(item) for item in body.split())), stop)
    elif letter == "r":
        lexer.add("re", "", skip_letters(text, stop))
    elif letter in ("q", "s"):
        lexer.add_node("str", Literal(plain_escapes(body, closing)), stop)
    else:
        lexer.add_node("cmd" if letter == "x" else "str", lexer.interpolated(body, "#{"), stop)
    return True


def read_symbol(lexer: StringReader) -> bool:
    """`:name` and `:"name"` are text."""
    text, at = lexer.text, lexer.at
    following = text[at + 1 : at + 2]
    if following == ":":
        return False
    if following == '"' and lexer.operand_here():
        body, stop = lexer.body(at + 2, '"', '"')
        lexer.add_node("str", Literal(body), stop)
        return True
    if not (following.isalpha() or following == "_") or not (lexer.spaced or lexer.operand_here()):
        return False
    stop = skip_word(text, at + 1, "_?!")
    lexer.add_node("str", Literal(text[at + 1 : stop]), stop)
    return True
