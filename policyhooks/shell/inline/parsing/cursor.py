"""A place among the tokens of inline code: looking ahead, going on, noting calls and strings.

The readers of arguments, calls, operands, expressions and statements build on one another from here. What one of
them needs of those above it is named here and filled in there, since an expression may stand inside everything.
"""

from __future__ import annotations

from policyhooks.shell.inline.language_table import tables_of
from policyhooks.shell.inline.lexing.lexer import Lexer
from policyhooks.shell.inline.lexing.tokens import Token, TooMuch
from policyhooks.shell.inline.nodes import UNREAD, Array, Call, Element, Function, Joined, Literal, Member, Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.inline.nodes import Node
    from policyhooks.shell.inline.outline import Outline

MOST_DEPTH = 50
END = Token("end", "", UNREAD, True)
CLOSING = frozenset((")", "]", "}"))
STOPS = frozenset(
    ("if", "unless", "while", "until", "or", "and", "then", "do", "end", "foreach", "for", "rescue", "in", "of", "as",
     "else", "instanceof", "with")
)  # fmt: skip
PERL_STOPS = STOPS | {"x", "eq", "ne", "lt", "gt", "le", "ge", "cmp"}
ITERATING = frozenset(("forEach", "map", "flatMap", "filter", "some", "every"))
CONTROL = frozenset(("if", "while", "for", "foreach", "unless", "until", "switch", "catch", "elseif", "elsif", "until"))


class Cursor:
    """A place among the tokens of one text, and the outline that is filled in."""

    def __init__(self, lang: str, text: str, outline: Outline, depth: int) -> None:
        self.lang = lang
        self.outline = outline
        self.depth = depth
        self.table = tables_of(lang)
        self.syntax: dict[str, Any] = self.table.data["SYNTAX"]
        if depth > MOST_DEPTH:
            raise TooMuch
        if self.syntax.get("islands"):  # PHP from a file: code stands between marks
            text = islands(text)
        self.tokens = Lexer(text, self.syntax, self.read_inside).run()
        self.at = 0
        self.concat = self.syntax["concat"]
        self.member = frozenset(self.syntax["member"].split())
        self.words = bool(self.syntax.get("words"))
        self.stops = PERL_STOPS if lang == "perl" else STOPS

    # What those above fill in

    def read_inside(self, text: str) -> Node:
        """An expression inside a string."""
        raise NotImplementedError

    def read_nested(self, text: str) -> None:
        """Code inside a string."""
        raise NotImplementedError

    def primary(self) -> Node:
        """A literal, a name or what stands in brackets."""
        raise NotImplementedError

    def expression(self) -> Node:
        """An expression with all its operators."""
        raise NotImplementedError

    def statement(self, word: str) -> None:
        """A statement that begins with a word."""
        raise NotImplementedError

    def block(self) -> None:
        """Statements up to a closing bracket or the end."""
        raise NotImplementedError

    # Tokens

    def peek(self, ahead: int = 0) -> Token:
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else END

    def is_op(self, value: str, ahead: int = 0) -> bool:
        token = self.peek(ahead)
        return token.text == value and token.kind == "op"

    def skip_lines(self) -> None:
        while self.is_op("\n"):
            self.at += 1

    def take(self, value: str) -> bool:
        if self.is_op(value):
            self.at += 1
            return True
        return False

    def deepen(self) -> None:
        """One level further down; whoever goes down comes up again by `self.depth -= 1`."""
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise TooMuch

    def read_something(self) -> None:
        """A statement or an expression, whatever it is: the cursor is behind at least one token afterwards."""
        start = self.at
        token = self.peek()
        if token.kind == "name":
            self.statement(token.text)
        else:
            self.expression()
        if self.at == start:
            self.at += 1

    # The outline

    def literal(self, node: Node) -> Node:
        """A literal, with all strings in it mentioned."""
        waiting = [node]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Literal):
                self.outline.mention(item.text)
            elif isinstance(item, (Joined, Array)):
                waiting += item.items
        return node

    def call(self, function: Node, arguments: tuple[Node, ...], named: dict[str, Node]) -> Node:
        """A call, noted; `if (...)` and its like are none."""
        if isinstance(function, Name) and function.name in CONTROL:
            return UNREAD
        node = Call(function, arguments, named)
        self.outline.calls.append(node)
        if isinstance(function, Member) and function.name in ITERATING and arguments:
            self.bind_elements(function.owner, arguments[0])
        return node

    def bind_elements(self, source: Node, function: Node) -> None:
        """`list.forEach(x => ...)`: x is an element."""
        if isinstance(function, Function):
            for name in function.parameters[:1]:
                bound = self.outline.bindings.get(name)
                if bound is not None and len(bound) == 1 and bound[0] is UNREAD:
                    self.outline.bindings[name] = [Element(source)]


def islands(text: str) -> str:
    """The PHP code of a text; without marks all of it is code (`php -r`)."""
    if "<?" not in text:
        return text
    found = []
    for piece in text.split("<?")[1:]:
        piece = piece.removeprefix("php").removeprefix("=")
        found.append(piece.partition("?>")[0])
    return "\n;".join(found)
