"""Arguments of calls and items of lists and objects in inline code: expressions between commas."""

from __future__ import annotations

from policyhooks.shell.inline.lexing.tokens import Broken
from policyhooks.shell.inline.nodes import UNREAD, Literal, Name
from policyhooks.shell.inline.parsing.cursor import CLOSING, END, Cursor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.lexing.tokens import Token
    from policyhooks.shell.inline.nodes import Node


class ArgumentReader(Cursor):
    """Reads what stands between brackets, or behind a word that is called without them."""

    def arguments(self, closing: str) -> tuple[list[Node], dict[str, Node]]:
        """Expressions between commas up to the closing bracket, and those with a key."""
        items: list[Node] = []
        named: dict[str, Node] = {}
        self.deepen()
        while self.at < len(self.tokens):
            self.skip_lines()
            if self.is_op(closing):
                break
            if self.lang == "perl" and self.take(","):
                continue
            start = self.at
            self.argument(items, named)
            self.recover(items)
            if not self.take(",") and not self.is_op(closing) and not self.take(";"):
                token = self.peek()
                if token.kind == "op" and token.text in CLOSING:
                    break
                if self.at == start:
                    self.at += 1
        if not self.take(closing) and self.at >= len(self.tokens):
            raise Broken  # never closed: no interpreter runs it as it stands
        self.depth -= 1
        return items, named

    def argument(self, items: list[Node], named: dict[str, Node]) -> None:
        token = self.peek()
        key = key_of(token)
        following = self.peek(1)
        if key is not None and following.kind == "op" and following.text in self.syntax["keys"]:
            if token.kind == "str":
                self.outline.mention(key)
                self.outline.show(token.node)
            self.at += 2
            self.skip_lines()
            named[key] = self.expression()
        elif key is not None and token.kind == "name" and self.lang == "javascript" and self.in_object():
            self.at += 1
            named[key] = Name(key)
        else:
            items.append(self.expression())

    def in_object(self) -> bool:
        """`{shell, cwd}`: only after a brace that was read as an object."""
        before = self.tokens[self.at - 1] if self.at else END
        return before.kind == "op" and before.text == "{" and self.peek(1).text in (",", "}")

    def recover(self, items: list[Node]) -> None:
        """Go on behind what is no argument; it makes the last one unknown."""
        while self.at < len(self.tokens):
            self.skip_lines()
            token = self.peek()
            if token.kind == "op" and (token.text in (",", ";") or token.text in CLOSING):
                return
            if items:
                items[-1] = UNREAD
            self.read_something()

    def word_items(self, items: list[Node], named: dict[str, Node]) -> None:
        """`system "rm", "x"`: arguments up to the end of the statement."""
        while True:
            if self.is_op("{") and not self.looks_like_object(1):
                break
            before = self.at
            self.argument(items, named)
            if self.at == before:
                del items[-1:]  # nothing stood there
                break
            if not self.is_op(","):
                break
            self.at += 1
            self.skip_lines()

    def looks_like_object(self, ahead: int = 0) -> bool:
        """What stands there, behind an opening brace, is keys and values; else it is a block."""
        while self.is_op("\n", ahead):
            ahead += 1
        if self.lang == "lua":
            return True
        token = self.peek(ahead)
        if token.kind == "op":
            return token.text in ("}", "...") and self.lang in ("javascript", "ruby")
        if token.kind in ("name", "str", "num"):
            following = self.peek(ahead + 1).text
            return following in (":", "=>") or (self.lang == "javascript" and following in (",", "}"))
        return False


def key_of(token: Token) -> str | None:
    """The key that the token would be before a colon."""
    if token.kind == "name":
        return token.text
    return token.node.text if token.kind == "str" and isinstance(token.node, Literal) else None
