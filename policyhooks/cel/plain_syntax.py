"""Reads expressions that are CEL beyond doubt straight into nodes, many times faster than the grammar.

It refuses whatever could be a problem, or deep; then the grammar decides and finds the words. It never reports.
"""

from __future__ import annotations

from policyhooks.cel import literals, macros
from policyhooks.cel.nodes import (
    Binary,
    Call,
    Conditional,
    Ident,
    Index,
    ListLiteral,
    Literal,
    Logical,
    MapLiteral,
    Node,
    Select,
    Unary,
)
from policyhooks.cel.plain_tokens import END, Refused, Token, split
from policyhooks.cel.problems import Problem
from policyhooks.cel.words import KEYWORDS, RESERVED

# Far below the depth at which the grammar's tree is refused: that one counts a few levels more.
MAX_HEIGHT = 50
_LEVELS = {
    "||": 1, "&&": 2, "<": 3, "<=": 3, ">": 3, ">=": 3, "==": 3, "!=": 3, "in": 3,
    "+": 4, "-": 4, "*": 5, "/": 5, "%": 5,
}  # fmt: skip


def read(text: str) -> Node | None:
    """The tree of an expression, the same that the grammar gives; None where it must be asked."""
    try:
        reader = _Reader(split(text))
        node = reader.expression()
        reader.take("end")
    except (Refused, RecursionError, literals.BadLiteral):
        return None
    return node


class _Reader:
    """One walk over the tokens. `height` is that of the node that was given out last."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.kind = tokens[0][0]
        self.height = 0

    def take(self, kind: str) -> Token:
        """The next token, which must be of this kind."""
        if self.kind != kind:
            raise Refused
        return self.step()

    def step(self) -> Token:
        """The next token."""
        token = self.tokens[self.at]
        if token is not END:
            self.at += 1
            self.kind = self.tokens[self.at][0]
        return token

    def skip(self, kind: str) -> bool:
        """Pass a token of this kind where there is one."""
        if self.kind != kind:
            return False
        self.step()
        return True

    def above(self, *heights: int) -> None:
        """The node over nodes of these heights is given out next."""
        self.height = max(heights, default=0) + 1
        if self.height > MAX_HEIGHT:
            raise Refused

    def expression(self) -> Node:
        test = self.operation(1)
        if not self.skip("?"):
            return test
        below = self.height
        yes = self.operation(1)
        below = max(below, self.height)
        self.take(":")
        no = self.expression()
        self.above(below, self.height)
        return Conditional(test.start, no.end, test, yes, no)

    def operation(self, lowest: int) -> Node:
        """Operators of at least this level; those of one level from left to right, && and || as one chain."""
        left = self.unary()
        while (level := _LEVELS.get(self.kind, 0)) >= lowest:
            below = self.height
            if level > 2:
                operator = self.step()[1]
                right = self.operation(level + 1)
                left = Binary(left.start, right.end, operator, left, right)
            else:
                operator, operands = self.kind, [left]
                while self.skip(operator):
                    operands.append(self.operation(level + 1))
                    below = max(below, self.height)
                left = Logical(left.start, operands[-1].end, operator, tuple(operands))
            self.above(below, self.height)
        return left

    def unary(self) -> Node:
        if self.kind not in ("!", "-"):
            return self.member()
        _, operator, start, _ = self.step()
        if operator == "-" and self.kind in ("int", "double") and self.tokens[self.at + 1][0] not in (".", "[", "{"):
            return self.literal(start, negative=True)
        operand = self.unary()
        self.above(self.height)
        return Unary(start, operand.end, operator, operand)

    def member(self) -> Node:
        """A primary and the selections, calls and indices behind it."""
        start = self.tokens[self.at][2]
        node = self.primary()
        while True:
            if self.skip("."):
                node = self.selection(node, start)
            elif self.skip("["):
                below, optional = self.height, self.skip("?")
                index = self.expression()
                self.above(below, self.height)
                node = Index(start, self.take("]")[3], node, index, optional)
            elif self.kind == "{":
                raise Refused
            else:
                return node

    def selection(self, operand: Node, start: int) -> Node:
        below, optional = self.height, self.skip("?")
        _, name, name_start, end = self.take("name")
        if self.kind == "(" and not optional:
            return self.call(name, operand, start, name_start)
        self.above(below)
        return Select(start, end, operand, name, optional, name_start)

    def call(self, name: str, target: Node | None, start: int, name_start: int, *, absolute: bool = False) -> Node:
        """A call from its bracket on, as the macro that it stands for."""
        self.take("(")
        below, arguments = self.height, []
        if self.kind != ")":
            arguments.append(self.expression())
            below = max(below, self.height)
            while self.skip(","):
                arguments.append(self.expression())
                below = max(below, self.height)
        end = self.take(")")[3]
        self.above(below)
        problems: list[Problem] = []
        node = macros.expand(Call(start, end, name, target, tuple(arguments), name_start, absolute), problems)
        if problems:
            raise Refused
        return node

    def primary(self) -> Node:
        kind, _, start, _ = self.tokens[self.at]
        self.height = 0
        if kind == "name":
            return self.name(start)
        if kind == "(":
            self.step()
            node = self.expression()
            self.take(")")
            return node
        if kind == "[":
            return self.listing(start)
        if kind == "{":
            return self.map(start)
        if kind == ".":
            self.step()
            return self.name(start, absolute=True)
        return self.literal(start)

    def name(self, start: int, *, absolute: bool = False) -> Node:
        _, name, name_start, end = self.take("name")
        if name in RESERVED or name in KEYWORDS:
            raise Refused
        if self.kind == "(":
            return self.call(name, None, start, name_start, absolute=absolute)
        return Ident(start, end, name, absolute)

    def listing(self, start: int) -> Node:
        self.step()
        items: list[Node] = []
        optional: list[bool] = []
        below = 0
        while self.kind not in ("]", ","):
            optional.append(self.skip("?"))
            items.append(self.expression())
            below = max(below, self.height)
            if not self.skip(","):
                break
        self.above(below)
        return ListLiteral(start, self.take("]")[3], tuple(items), tuple(optional))

    def map(self, start: int) -> Node:
        self.step()
        keys: list[Node] = []
        values: list[Node] = []
        optional: list[bool] = []
        below = 0
        while self.kind not in ("}", ","):
            optional.append(self.skip("?"))
            keys.append(self.expression())
            below = max(below, self.height)
            self.take(":")
            values.append(self.expression())
            below = max(below, self.height)
            if not self.skip(","):
                break
        self.above(below)
        return MapLiteral(start, self.take("}")[3], tuple(keys), tuple(values), tuple(optional))

    def literal(self, start: int, *, negative: bool = False) -> Node:
        kind, text, _, end = self.step()
        self.height = 0
        if kind == "string":
            return Literal(start, end, literals.read_string(text), kind)
        if kind == "int":
            return Literal(start, end, literals.read_int(text, negative=negative), kind)
        if kind == "bool":
            return Literal(start, end, text == "true", kind)
        if kind == "double":
            value = literals.read_double(text)
            return Literal(start, end, -value if negative else value, kind)
        if kind == "uint":
            return Literal(start, end, literals.read_uint(text), kind)
        if kind == "bytes":
            return Literal(start, end, literals.read_bytes(text), kind)
        if kind == "null":
            return Literal(start, end, None, "null_type")
        raise Refused
