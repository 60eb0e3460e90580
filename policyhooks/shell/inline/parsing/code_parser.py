"""Inline code of JavaScript, Ruby, Perl, PHP, Lua, R and AppleScript in outline: calls, bindings, strings.

Not a parser of these languages: it reads expressions wherever they stand and goes on behind what it does not know, so
that no call is left out. A value that it does not follow is unknown.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.inline.lexing.tokens import Broken, TooMuch
from policyhooks.shell.inline.nodes import UNREAD
from policyhooks.shell.inline.outline import Outline
from policyhooks.shell.inline.parsing.cursor import CLOSING
from policyhooks.shell.inline.parsing.expression_reader import ExpressionReader
from policyhooks.shell.inline.parsing.naming_statements import bind_destructured, read_import, read_loop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.nodes import Node

LONGEST = 200_000
NESTED_DEPTH = 8  # what code inside a string counts


def read_code_text(lang: str, text: str) -> Outline:
    """The outline of code in one of these languages; not parsed where the text is none of it."""
    outline = Outline()
    try:
        if len(text) > LONGEST:
            raise TooMuch
        Parser(lang, text, outline, 0).everything()
    except (Broken, RecursionError) as failure:
        if not isinstance(failure, Broken) or isinstance(failure, TooMuch):
            reach("too_much_code")
        return Outline(parsed=False)
    return outline


class Parser(ExpressionReader):
    """Reads the statements of one text."""

    def everything(self) -> None:
        while self.at < len(self.tokens):
            self.block()
            self.at += 1  # a closing bracket of nothing

    def read_inside(self, text: str) -> Node:
        parser = Parser(self.lang, text, self.outline, self.depth + NESTED_DEPTH)
        node = parser.expression()
        parser.everything()
        return node if parser.at >= len(parser.tokens) else UNREAD

    def read_nested(self, text: str) -> None:
        Parser(self.lang, text, self.outline, self.depth + NESTED_DEPTH).everything()

    def block(self) -> None:
        self.deepen()
        while self.at < len(self.tokens):
            token = self.peek()
            if token.kind == "op" and token.text in CLOSING:
                break
            self.read_something()
        self.depth -= 1

    def statement(self, word: str) -> None:
        if word in ("import", "use", "require", "library", "from", "export") and read_import(self, word):
            return
        if word in ("for", "foreach", "foreach_") and read_loop(self):
            return
        if word in ("const", "let", "var") and (self.is_op("{", 1) or self.is_op("[", 1)):
            self.at += 1
            bind_destructured(self)
            return
        self.expression()
