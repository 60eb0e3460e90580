"""Expressions of inline code: operands with operators between them, and assignments."""

from __future__ import annotations

from policyhooks.shell.inline.nodes import UNREAD, Array, Either, Function, Joined, Literal, Name
from policyhooks.shell.inline.parsing.call_reader import COMPARING
from policyhooks.shell.inline.parsing.operand_reader import OperandReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.lexing.tokens import Token
    from policyhooks.shell.inline.nodes import Node

EITHER = frozenset(("||", "??", "//"))
BINARY = frozenset(
    ("+", "-", "/", "*", "%", "==", "===", "!=", "!==", "<", ">", "<=", ">=", "=~", "!~", "&&", "||", "??", "..", "...",
     "<<", ">>", "|", "&", "^", "<=>", "**", ".", "|>")
)  # fmt: skip
ASSIGNING = frozenset(("=", "||=", "??=", "&&=", "<-", "<<-"))
ADDING = frozenset(("+=", ".=", "-=", "<<="))


class ExpressionReader(OperandReader):
    """Reads whole expressions."""

    def expression(self) -> Node:
        self.deepen()
        node = self.chain()
        self.depth -= 1
        return node

    def chain(self) -> Node:
        """Operands with operators between them."""
        node = self.operand()
        parts = [node]
        kinds: set[str] = set()
        while True:
            token = self.peek()
            if token.kind == "op":
                whole = self.ended_by(token.text, node)
                if whole is not None:
                    return whole
            if not self.is_binary(token):
                break
            self.at += 1
            self.skip_lines()
            kinds.add(self.kind_of(token.text))
            parts.append(self.operand())
        return node if len(parts) == 1 else self.combined(parts, kinds)

    def ended_by(self, operator: str, node: Node) -> Node | None:
        """The whole expression where the operator takes all that follows: an assignment, a function, a choice."""
        if operator in ASSIGNING and not (operator == "=" and self.is_op("=", 1)):
            self.at += 1
            self.skip_lines()
            if self.outline.references and self.outline.references[-1] is node:
                self.outline.references.pop()
            given = self.expression()
            self.assign(node, given)
            return given
        if operator in ADDING:
            self.at += 1
            self.extend(node, self.expression(), operator)
            return UNREAD
        if operator == "=>" and self.lang == "javascript":
            self.at += 1
            return self.arrow(node)
        return self.choice() if operator == "?" else None

    def is_binary(self, token: Token) -> bool:
        """An operator stands here that has an operand on each side."""
        if token.kind == "name":
            return token.text in COMPARING
        if token.kind != "op" or token.text not in BINARY:
            return False
        splat = token.text in ("*", "&") and self.words and token.spaced and not self.peek(1).spaced
        return not splat  # puts *list

    def kind_of(self, operator: str) -> str:
        if operator == self.concat:
            return "joined"
        return "either" if operator in EITHER else "compared" if operator in COMPARING else ""

    def combined(self, parts: list[Node], kinds: set[str]) -> Node:
        if kinds == {"joined"}:
            return Joined(tuple(parts))
        if kinds == {"either"}:
            return Either(tuple(parts))
        if kinds == {"compared"}:
            for part in parts:
                self.outline.show(part)
        return UNREAD

    def choice(self) -> Node:
        """`a ? b : c`."""
        self.at += 1
        self.skip_lines()
        first = self.expression()
        self.skip_lines()
        if not self.take(":"):
            return UNREAD
        self.skip_lines()
        return Either((first, self.expression()))

    def assign(self, target: Node, value: Node) -> None:
        if isinstance(target, Name):
            self.outline.bind(target.name, value)
        elif isinstance(target, Array):
            items = value.items if isinstance(value, Array) else ()
            for index, item in enumerate(target.items):
                if isinstance(item, Name):
                    self.outline.bind(item.name, items[index] if index < len(items) else UNREAD)

    def extend(self, target: Node, value: Node, operator: str) -> None:
        """`x += y`: what it was, with more behind it."""
        if not isinstance(target, Name):
            return
        before = self.outline.bindings.get(target.name, [])
        if len(before) == 1 and isinstance(before[0], (Literal, Joined)) and operator in ("+=", ".="):
            self.outline.bindings[target.name] = [Joined((before[0], value))]
        else:
            self.outline.bind(target.name, UNREAD)

    def arrow(self, parameters: Node) -> Node:
        """JavaScript: `(a, b) => ...`."""
        listed = parameters.items if isinstance(parameters, Array) else (parameters,)
        names = tuple(item.name for item in listed if isinstance(item, Name))
        for name in names:
            self.outline.bind(name, UNREAD)
        self.skip_lines()
        if self.take("{"):
            self.block()
            self.take("}")
        else:
            self.expression()
        return Function(names)
