"""From text to syntax tree by the grammar. Owns what that leaves open: literals, reserved words, depth."""

from __future__ import annotations

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from policyhooks.cel import grammar
from policyhooks.cel.members import Members
from policyhooks.cel.nodes import Binary, Conditional, Logical, Node, Unary
from policyhooks.cel.problems import CelSyntaxError, Problem

# Trees are walked by recursion, a few frames per level: this keeps far from the interpreter's own limit.
MAX_DEPTH = 120
_OPERATORS = {
    "relation_lt": "<", "relation_le": "<=", "relation_gt": ">", "relation_ge": ">=", "relation_eq": "==",
    "relation_ne": "!=", "relation_in": "in", "addition_add": "+", "addition_sub": "-",
    "multiplication_mul": "*", "multiplication_div": "/", "multiplication_mod": "%",
}  # fmt: skip


def read(text: str) -> Node:
    """The tree of an expression; raises CelSyntaxError with every problem of its literals, names and macros."""
    try:
        tree = grammar.parser().parse(text)
    except UnexpectedInput as failure:
        raise CelSyntaxError([_explain(failure, text)]) from None
    except RecursionError:
        raise CelSyntaxError([_too_deep(0, len(text))]) from None
    builder = _Builder()
    node = builder.build(tree, 0)
    if builder.problems:
        raise CelSyntaxError(sorted(builder.problems))
    return node


def _explain(failure: UnexpectedInput, text: str) -> Problem:
    if isinstance(failure, UnexpectedCharacters):
        start = failure.pos_in_stream or 0
        if text[start] in "\"'`":
            return Problem(start, len(text), "syntax", "the string does not end", "close the quote")
        return Problem(start, start + 1, "syntax", "unexpected character")
    if isinstance(failure, UnexpectedToken) and failure.token.type != "$END":
        start = failure.token.start_pos or 0
        end = start + len(failure.token)
        shown = text[start:end] if end - start <= 40 else text[start : start + 37] + "..."
        return Problem(start, end, "syntax", f"unexpected `{shown}`")
    return Problem(len(text), len(text), "syntax", "the expression ends too early")


def _too_deep(start: int, end: int) -> Problem:
    return Problem(start, end, "too-complex", f"the expression nests deeper than {MAX_DEPTH} levels")


class _Builder(Members):
    """One walk over lark's tree."""

    def build(self, tree: Tree[Token], depth: int) -> Node:
        """The node of a tree. Parentheses are passed without recursion."""
        while tree.data == "paren_expr":
            tree = self._parts(tree)[0]
        if depth > MAX_DEPTH:
            raise CelSyntaxError([_too_deep(tree.meta.start_pos, tree.meta.end_pos)])
        method = getattr(self, f"_{tree.data}")
        node = method(tree, depth + 1)
        assert isinstance(node, Node)
        return node

    def _expr(self, tree: Tree[Token], depth: int) -> Node:
        test, yes, no = (self.build(part, depth) for part in self._parts(tree))
        return Conditional(test.start, no.end, test, yes, no)

    def _conditionalor(self, tree: Tree[Token], depth: int) -> Node:
        return self._chain("||", tree, depth)

    def _conditionaland(self, tree: Tree[Token], depth: int) -> Node:
        return self._chain("&&", tree, depth)

    def _chain(self, operator: str, tree: Tree[Token], depth: int) -> Node:
        trees: list[Tree[Token]] = []
        rest = tree
        while rest.data == tree.data:
            left, right = self._parts(rest)
            trees.append(right)
            rest = left
        operands = tuple(self.build(part, depth) for part in [rest, *reversed(trees)])
        return Logical(operands[0].start, operands[-1].end, operator, operands)

    def _relation(self, tree: Tree[Token], depth: int) -> Node:
        pending: list[tuple[str, Tree[Token]]] = []
        rest: Tree[Token] = tree
        while rest.data == tree.data:
            step, right = self._parts(rest)
            pending.append((_OPERATORS[step.data], right))
            rest = self._parts(step)[0]
        if depth + len(pending) > MAX_DEPTH:
            raise CelSyntaxError([_too_deep(tree.meta.start_pos, tree.meta.end_pos)])
        node = self.build(rest, depth + len(pending))
        for operator, right in reversed(pending):
            operand = self.build(right, depth)
            node = Binary(node.start, operand.end, operator, node, operand)
        return node

    _addition = _relation
    _multiplication = _relation

    def _unary(self, tree: Tree[Token], depth: int) -> Node:
        sign, rest = self._parts(tree)
        operator = "!" if sign.data == "unary_not" else "-"
        number = self._number_below(rest) if operator == "-" else None
        if number is not None:
            return self._literal_of(number, tree.meta.start_pos, negative=True)
        operand = self.build(rest, depth)
        return Unary(tree.meta.start_pos, operand.end, operator, operand)

    def _number_below(self, tree: Tree[Token]) -> Token | None:
        """The number that a minus sign stands directly before: `-9223372036854775808` is one literal."""
        token = tree.children[0] if tree.data == "literal" else None
        return token if isinstance(token, Token) and token.type in ("INT_LIT", "FLOAT_LIT") else None
