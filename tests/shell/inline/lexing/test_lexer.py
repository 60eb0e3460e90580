"""Tokens of inline code, language by language."""

from __future__ import annotations

import pytest

from policyhooks.shell.inline.language_table import tables_of
from policyhooks.shell.inline.lexing.escapes import braces_end, escape, number
from policyhooks.shell.inline.lexing.lexer import Lexer
from policyhooks.shell.inline.lexing.tokens import Broken
from policyhooks.shell.inline.nodes import UNREAD, Array, Joined, Literal, Name, Node


def shown(node: Node) -> str:
    if isinstance(node, Literal):
        return node.text
    if isinstance(node, Name):
        return f"<{node.name}>"
    return "|".join(map(shown, node.items)) if isinstance(node, (Joined, Array)) else "?"


def tokens(lang: str, text: str) -> list[tuple[str, str]]:
    lexer = Lexer(text, tables_of(lang).data["SYNTAX"], lambda inside: Name(inside))
    return [(item.kind, item.text or ("" if item.node is UNREAD else shown(item.node))) for item in lexer.run()]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("javascript", "a === b", [("name", "a"), ("op", "==="), ("name", "b")]),
        ("javascript", "a=>b", [("name", "a"), ("op", "=>"), ("name", "b")]),
        ("javascript", "a =", [("name", "a"), ("op", "=")]),
        ("javascript", r"'a\x41\u{42}\n'", [("str", "aAB\n")]),
        ("javascript", "`a${b}c`", [("template", "a|<b>|c")]),
        ("javascript", "x = /a[/]b/g", [("name", "x"), ("op", "="), ("re", "")]),
        ("javascript", "a / b", [("name", "a"), ("op", "/"), ("name", "b")]),
        ("javascript", "a // b", [("name", "a")]),
        ("javascript", "a /* b */ c", [("name", "a"), ("name", "c")]),
        ("perl", "$x", [("name", "$x")]),
        ("perl", "@{$x}", [("op", "deref"), ("op", "{"), ("name", "$x"), ("op", "}")]),
        ("perl", "q(a(b)c)", [("str", "a(b)c")]),
        ("perl", "qw/a b/", [("str", "a|b")]),
        ("perl", "qx{ls $x}", [("cmd", "ls |<$x>")]),
        ("perl", '"a ${x} $y->{z} @w"', [("str", "a |<$x>| |<$y->{z}>| |?")]),
        ("perl", "s/a/b/", [("re", "")]),
        ("perl", "s{a} {b}e", [("code", "b")]),
        ("perl", "s/a/b/ee", [("code twice", "b")]),
        ("perl", "y => 1", [("name", "y"), ("op", "=>"), ("num", "?")]),
        ("perl", "<*.txt>", [("angle", "*.txt")]),
        ("perl", "print <STDIN>", [("name", "print"), ("re", "")]),
        ("perl", "print <<EOT;\na\nEOT\nb", [("name", "print"), ("str", "a"), ("op", ";"), ("name", "b")]),
        ("ruby", "%w[a b]", [("str", "a|b")]),
        ("ruby", "%x(ls)", [("cmd", "ls")]),
        ("ruby", ":a?", [("str", "a?")]),
        ("ruby", '"a#{b}"', [("str", "a|<b>")]),
        ("php", '"a {$b} $c"', [("str", "a |<$b>| |<$c>")]),
        ("php", "<<<EOT\na\nEOT;", [("str", "a"), ("op", ";")]),
        ("lua", "[==[a]]b]==]", [("str", "a]]b")]),
        ("r", 'r"(a"b)"', [("str", 'a"b')]),
    ],
)
def test_tokens(lang: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert tokens(lang, text) == expected


@pytest.mark.parametrize(
    ("lang", "text"),
    [("javascript", "'a"), ("javascript", "/* a"), ("perl", "q(a"), ("lua", "[[a"), ("r", 'r"(a'), ("ruby", "%w[a")],
)
def test_what_never_closes_is_refused(lang: str, text: str) -> None:
    with pytest.raises(Broken):
        tokens(lang, text)


def test_blanks_before_a_token_are_noted() -> None:
    lexer = Lexer("a (b)", tables_of("javascript").data["SYNTAX"], lambda inside: UNREAD)
    assert [token.spaced for token in lexer.run()] == [True, True, False, False]


@pytest.mark.parametrize(("text", "value"), [("10", 10), ("0x1f", 31), ("1_000", 1000), ("012", 12), ("9" * 30, -1)])
def test_numbers(text: str, value: int) -> None:
    assert number(text) == value


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [(r"\n", 8, ("\n", 2)), (r"\x4", 8, ("\x04", 3)), (r"\101", 8, ("A", 4)), (r"\065", 10, ("A", 4)),
     (r"\q", 8, ("q", 2)), (r"\u{110000}", 8, ("u", 2))],
)  # fmt: skip
def test_escapes(text: str, base: int, expected: tuple[str, int]) -> None:
    assert escape(text, 0, base) == expected


def test_where_brackets_end() -> None:
    assert braces_end("a{b}c}d", 0) == 5
    assert braces_end("a[b", 2, "[") == 3
