"""Quote-like forms of Perl: q(), qq{}, qw//, qx//, m//, s///, tr///, y///, and <*.txt>."""

from __future__ import annotations

from policyhooks.shell.inline.lexing.escapes import PAIRS, plain_escapes, skip_blanks, skip_letters
from policyhooks.shell.inline.nodes import Array, Literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.lexing.string_reader import StringReader

QUOTING = ("q", "qq", "qw", "qx", "m", "s", "tr", "y", "qr")


def read_perl_quote(lexer: StringReader, word: str, stop: int) -> bool:
    """Whether the word that ends at `stop` begins such a form; then its token is added."""
    text = lexer.text
    start = skip_blanks(text, stop)
    if word not in QUOTING or not opens_quote(lexer, start, start > stop):
        return False
    opening = text[start]
    closing = PAIRS.get(opening, opening)
    body, end = lexer.body(start + 1, opening, closing)
    if word in ("s", "tr", "y"):
        read_substitution(lexer, word, opening, closing, end)
    elif word in ("m", "qr"):
        lexer.add("re", "", skip_letters(text, end))
    elif word == "qw":
        lexer.add_node("str", Array(tuple(Literal(item) for item in body.split())), end)
    elif word == "q" or opening == "'":
        lexer.add_node("cmd" if word == "qx" else "str", Literal(plain_escapes(body, closing)), end)
    else:
        lexer.add_node("cmd" if word == "qx" else "str", lexer.interpolated(body, "$"), end)
    return True


def opens_quote(lexer: StringReader, start: int, spaced: bool) -> bool:
    """The character there can open a quote, and the word before it is no name of a function or key."""
    if lexer.tokens and lexer.tokens[-1].text in ("->", "sub", "deref"):
        return False
    opening = lexer.text[start : start + 1]
    if not opening or opening.isalnum() or opening in ",;)_}" or lexer.text.startswith(("=>", "= ", "=="), start):
        return False
    return not (opening == "#" and spaced)


def read_substitution(lexer: StringReader, word: str, opening: str, closing: str, end: int) -> None:
    """The second part of `s///`, `tr///`, `y///`; with the letter `e` it is code."""
    text = lexer.text
    if opening != closing:
        end = skip_blanks(text, end)
        opening = text[end : end + 1]
        closing = PAIRS.get(opening, opening)
        end += 1
    replacement, end = lexer.body(end, opening, closing)
    stop = skip_letters(text, end)
    if word == "s" and "e" in text[end:stop]:
        lexer.add("code twice" if text[end:stop].count("e") > 1 else "code", replacement, stop)
    else:
        lexer.add("re", "", stop)


def read_angle(lexer: StringReader) -> bool:
    """`<*.txt>` lists files; `<STDIN>`, `<$file>` and `<>` read lines."""
    at = lexer.at
    stop = lexer.text.find(">", at, at + 300)
    inside = lexer.text[at + 1 : stop]
    known_word = bool(lexer.tokens) and lexer.tokens[-1].kind == "name" and lexer.spaced
    if stop < 0 or any(char in " \t\n=;" for char in inside) or not (lexer.operand_here() or known_word):
        return False
    if inside.replace("_", "a").replace("$", "a").isalnum() or not inside:
        lexer.add("re", "", stop + 1)
    else:
        lexer.add_node("angle", lexer.interpolated(inside, "$"), stop + 1)
    return True
