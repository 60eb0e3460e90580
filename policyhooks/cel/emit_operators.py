"""Lowers operators: Python's own where the types are proved, helpers elsewhere."""

from __future__ import annotations

import ast

from policyhooks.cel import python
from policyhooks.cel.emission import Code, Emission
from policyhooks.cel.nodes import Binary, Conditional, ListLiteral, Literal, Logical, Node, Unary
from policyhooks.cel.types import BOOL, DOUBLE, INT, NUMBERS, SCALARS, STRING, UINT, Type

_ORDER: dict[str, type[ast.cmpop]] = {"<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE}
_ORDER_HELPERS = {"<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal"}
_ARITHMETIC = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "remainder"}
_DOUBLE_OPERATORS: dict[str, type[ast.operator]] = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult}
# From here on a set is cheaper to search than a tuple, and both are constants of the compiled code.
_SET_SIZE = 5
_WHOLE = frozenset({INT, UINT})
_KEYS = frozenset({BOOL, INT, UINT, DOUBLE, STRING})


class Operators(Emission):
    """Unary, binary, logical and conditional operators."""

    def _unary(self, node: Unary) -> Code:
        code, kind = self.emit(node.operand), self.kind(node.operand)
        if node.operator == "!":
            if kind == BOOL:
                return Code(ast.UnaryOp(ast.Not(), code.tree), code.total)
            return Code(self.use("logic", "negation", code.tree), False)
        if kind == DOUBLE:
            return Code(ast.UnaryOp(ast.USub(), code.tree), code.total)
        return Code(self.use("arithmetic", "negate", code.tree), False)

    def _logical(self, node: Logical) -> Code:
        """`a && b` is Python's `a and b` as long as `a` cannot fail; else both sides may have to be looked at."""
        codes = [self.boolean(operand) for operand in node.operands]
        first = next((place for place, code in enumerate(codes) if not code.total), len(codes))
        operator: ast.boolop = ast.And() if node.operator == "&&" else ast.Or()
        total = first == len(codes)
        if first >= len(codes) - 1:
            return Code(ast.BoolOp(operator, [code.tree for code in codes]), total)
        helper = "all_of" if node.operator == "&&" else "any_of"
        rest = self.use("logic", helper, *(python.function((), code.tree) for code in codes[first:]))
        trees = [code.tree for code in codes[:first]]
        return Code(ast.BoolOp(operator, [*trees, rest]) if trees else rest, False)

    def _conditional(self, node: Conditional) -> Code:
        test, yes, no = self.boolean(node.test), self.emit(node.yes), self.emit(node.no)
        return Code(ast.IfExp(test.tree, yes.tree, no.tree), test.total and yes.total and no.total)

    def _binary(self, node: Binary) -> Code:
        if node.operator == "in":
            return self._in(node)
        left, right = self.emit(node.left), self.emit(node.right)
        total = left.total and right.total
        kinds = self.kind(node.left), self.kind(node.right)
        if node.operator in ("==", "!="):
            return self._equal(node.operator, left, right, kinds)
        if node.operator in _ORDER:
            if _comparable(*kinds):
                return Code(python.compare(left.tree, _ORDER[node.operator](), right.tree), total)
            ordered = total and kinds[0] in NUMBERS and kinds[1] in NUMBERS
            return Code(self.use("comparison", _ORDER_HELPERS[node.operator], left.tree, right.tree), ordered)
        if kinds == (DOUBLE, DOUBLE) and node.operator in _DOUBLE_OPERATORS:
            return Code(ast.BinOp(left.tree, _DOUBLE_OPERATORS[node.operator](), right.tree), total)
        if node.operator == "+" and kinds == (STRING, STRING):
            return Code(self.use("strings", "concatenate", left.tree, right.tree), total)
        helper = _ARITHMETIC[node.operator] + ("_int" if kinds == (INT, INT) else "")
        return Code(self.use("arithmetic", helper, left.tree, right.tree), False)

    def _equal(self, operator: str, left: Code, right: Code, kinds: tuple[Type, Type]) -> Code:
        total = left.total and right.total
        if _comparable(*kinds):
            symbol: ast.cmpop = ast.Eq() if operator == "==" else ast.NotEq()
            return Code(python.compare(left.tree, symbol, right.tree), total)
        tree = self.use("comparison", "equal", left.tree, right.tree)
        return Code(tree if operator == "==" else ast.UnaryOp(ast.Not(), tree), total)

    def _in(self, node: Binary) -> Code:
        left, kind, given = self.emit(node.left), self.kind(node.left), self.kind(node.right)
        inside = given.parameters[0] if given.name in ("list", "map") else None
        # A NaN is in no list, but Python's `in` takes the same object for equal.
        native = inside is not None and DOUBLE not in (kind, inside) and _comparable(kind, inside)
        if native and (given.name == "list" or kind == STRING):
            right = self._constants(node.right) or self.emit(node.right)
            return Code(python.compare(left.tree, ast.In(), right.tree), left.total and right.total)
        right = self.emit(node.right)
        fits = given.name == "list" or (given.name == "map" and kind in _KEYS)
        total = left.total and right.total and fits
        return Code(self.use("comparison", "is_member", left.tree, right.tree), total)

    def _constants(self, node: Node) -> Code | None:
        """A literal list of strings that is only searched."""
        if not isinstance(node, ListLiteral) or any(node.optional) or len(node.items) < _SET_SIZE:
            return None
        values = [item.value for item in node.items if isinstance(item, Literal) and isinstance(item.value, str)]
        if len(values) < len(node.items):
            return None
        return Code(ast.Set([python.constant(value) for value in dict.fromkeys(values)]), True)


def _comparable(left: Type, right: Type) -> bool:
    """Whether Python compares values of these types as CEL does: no int with a double, see evaluation/comparison.py."""
    return (left == right and left in SCALARS) or (left in _WHOLE and right in _WHOLE)
