"""Strings of inline code, with the values that stand in them. Which marks a language has says its `SYNTAX` table."""

from __future__ import annotations

from policyhooks.shell.inline.lexing.escapes import braces_end, escape, plain_escapes, skip_word
from policyhooks.shell.inline.lexing.tokens import Broken, Token
from policyhooks.shell.inline.nodes import UNREAD, Joined, Literal, Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from policyhooks.shell.inline.nodes import Node

CLOSING = (")", "]", "}")
BEFORE_REGEX = frozenset(
    ("return", "typeof", "case", "in", "of", "if", "unless", "and", "or", "not", "while", "until", "split", "grep",
     "when", "x", "map", "push")
)  # fmt: skip


class StringReader:
    """A place in one text, the tokens before it, and how strings are read. `read_inside` reads an expression in one."""

    def __init__(self, text: str, syntax: Mapping[str, Any], read_inside: Callable[[str], Node]) -> None:
        self.text = text
        self.syntax = syntax
        self.read_inside = read_inside
        self.at = 0
        self.tokens: list[Token] = []
        self.spaced = True
        self.after_line = 0  # where the text goes on behind here-documents of this line
        self.quotelike: str = syntax.get("quotelike", "")

    def add(self, kind: str, text: str, stop: int) -> None:
        """A token that is its text."""
        self.tokens.append(Token(kind, text, UNREAD, self.spaced))
        self.at = stop

    def add_node(self, kind: str, node: Node, stop: int) -> None:
        """A token that is an expression."""
        self.tokens.append(Token(kind, "", node, self.spaced))
        self.at = stop

    def operand_here(self) -> bool:
        """What stands before can not be an operand itself."""
        if not self.tokens:
            return True
        before = self.tokens[-1]
        if before.kind == "op":
            return before.text not in CLOSING
        return before.kind == "name" and before.text in BEFORE_REGEX

    def quoted(self, quote: str, style: str) -> None:
        """`plain`: no escapes but of quote and backslash; `escape`: all; `inter`: with values; `command`: a command."""
        body, stop = self.body(self.at + 1, quote, quote)
        node: Node
        if style == "plain":
            node = Literal(plain_escapes(body, quote))
        elif style == "doubled":
            node = Literal(body)
        else:
            node = self.interpolated(body, "" if style == "escape" else self.syntax.get("inter", ""))
        self.add_node("cmd" if style == "command" else "template" if quote == "`" else "str", node, stop)

    def body(self, start: int, opening: str, closing: str) -> tuple[str, int]:
        """Raw text up to the closing mark, and where it ends. Brackets nest; `${` and `#{` of templates too."""
        text = self.text
        at = start
        level = 0
        mark = self.syntax.get("inter", "")
        nested = mark == "#{" or (mark == "${" and opening == "`")
        while at < len(text):
            if text[at] == "\\":
                at += 2
            elif nested and text.startswith(mark, at):
                at = self.skip_braces(at + 2)
            elif text[at] == closing and not level:
                return text[start:at], at + 1
            else:
                if opening != closing:
                    level += (text[at] == opening) - (text[at] == closing)
                at += 1
        raise Broken

    def skip_braces(self, at: int) -> int:
        text = self.text
        level = 1
        while at < len(text) and level:
            level += (text[at] == "{") - (text[at] == "}")
            at += 1
        return at

    def interpolated(self, body: str, mark: str) -> Node:
        """Text with the values that the language puts into it."""
        pieces: list[Node] = []
        plain: list[str] = []
        at = 0
        while at < len(body):
            char = body[at]
            if char == "\\" and at + 1 < len(body):
                found, at = escape(body, at, 10 if self.syntax.get("decimal") else 8)
                plain.append(found)
                continue
            node, stop = self.inserted(body, at, mark)
            if node is None:
                plain.append(char)
                at += 1
                continue
            if plain:
                pieces.append(Literal("".join(plain)))
                plain = []
            pieces.append(node)
            at = stop
        if plain or not pieces:
            pieces.append(Literal("".join(plain)))
        return pieces[0] if len(pieces) == 1 and isinstance(pieces[0], Literal) else Joined(tuple(pieces))

    def inserted(self, body: str, at: int, mark: str) -> tuple[Node | None, int]:
        """A value that is put into the text here, and where it ends."""
        braced = mark == "$" and body[at] in "@{" and self.quotelike in ("perl", "php")
        if not braced and (not mark or not body.startswith(mark[0], at)):
            return None, at
        if mark in ("${", "#{"):
            if not body.startswith(mark, at):
                return None, at
            stop = braces_end(body, at + 2)
            return self.read_inside(body[at + 2 : stop]), stop + 1
        if body[at] == "{":
            return self.php_braces(body, at)
        if body[at] == "@" and self.quotelike != "perl":
            return None, at
        return self.variable_in(body, at)

    def php_braces(self, body: str, at: int) -> tuple[Node | None, int]:
        """`{$x['y']}`."""
        if self.quotelike != "php" or body[at + 1 : at + 2] != "$":
            return None, at
        stop = braces_end(body, at + 1)
        return self.read_inside(body[at + 1 : stop]), stop + 1

    def variable_in(self, body: str, at: int) -> tuple[Node | None, int]:
        """Perl and PHP: `$x`, `${x}`, `$x{y}`, `$x->{y}`, `$x[0]`, `@{[ ... ]}`."""
        sigil = body[at]
        start = at + 1
        if body[start : start + 1] == "{":
            stop = braces_end(body, start + 1)
            inside = body[start + 1 : stop]
            if inside.replace("_", "a").isalnum():
                return Name(sigil + inside), stop + 1
            return self.read_inside(inside), stop + 1
        name = skip_word(body, start)
        if name == start:
            return (UNREAD, at + 2) if body[start : start + 1] in ("$", "!", "@", "&") else (None, at)
        if sigil == "@" and not body[start].isalpha() and body[start] != "_":
            return None, at
        stop = subscripts_end(body, name)
        if sigil != "$":
            return UNREAD, stop
        return (self.read_inside(body[at:stop]) if stop > name else Name(body[at:name])), stop


def subscripts_end(body: str, at: int) -> int:
    """Behind `{y}`, `[0]`, `->{y}` that follow a variable in a string."""
    while True:
        opening = at + (2 if body.startswith("->", at) else 0)
        if body[opening : opening + 1] not in ("{", "["):
            return at
        closing = braces_end(body, opening + 1, body[opening])
        if closing >= len(body):
            return at
        at = closing + 1
