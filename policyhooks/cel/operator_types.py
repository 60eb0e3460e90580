"""The part of inference that deals with operators: which types they take and give."""

from __future__ import annotations

from policyhooks.cel.calls import Calls
from policyhooks.cel.nodes import Binary, Conditional, Logical, Unary
from policyhooks.cel.types import (
    BOOL,
    BYTES,
    DOUBLE,
    DURATION,
    DYN,
    ERROR,
    INT,
    NUMBERS,
    SCALARS,
    STRING,
    TIMESTAMP,
    UINT,
    Type,
    agrees,
    is_open,
    join,
    list_of,
)

_ARITHMETIC: dict[str, tuple[tuple[Type, Type, Type], ...]] = {
    "+": (
        (INT, INT, INT), (UINT, UINT, UINT), (DOUBLE, DOUBLE, DOUBLE), (STRING, STRING, STRING), (BYTES, BYTES, BYTES),
        (TIMESTAMP, DURATION, TIMESTAMP), (DURATION, TIMESTAMP, TIMESTAMP), (DURATION, DURATION, DURATION),
    ),
    "-": (
        (INT, INT, INT), (UINT, UINT, UINT), (DOUBLE, DOUBLE, DOUBLE),
        (TIMESTAMP, TIMESTAMP, DURATION), (TIMESTAMP, DURATION, TIMESTAMP), (DURATION, DURATION, DURATION),
    ),
    "*": ((INT, INT, INT), (UINT, UINT, UINT), (DOUBLE, DOUBLE, DOUBLE)),
    "/": ((INT, INT, INT), (UINT, UINT, UINT), (DOUBLE, DOUBLE, DOUBLE)),
    "%": ((INT, INT, INT), (UINT, UINT, UINT)),
}  # fmt: skip


class OperatorTypes(Calls):
    """Unary, binary, logical and conditional operators."""

    def _unary(self, node: Unary) -> Type:
        kind = self.infer(node.operand)
        if node.operator == "!":
            self.expect(node.operand, kind, BOOL, "`!`")
            return BOOL
        if kind in (INT, DOUBLE) or is_open(kind):
            return kind
        self.report(node, "type-mismatch", f"`-` does not apply to `{kind}`")
        return ERROR

    def _logical(self, node: Logical) -> Type:
        for operand in node.operands:
            self.expect(operand, self.infer(operand), BOOL, f"`{node.operator}`")
        return BOOL

    def _conditional(self, node: Conditional) -> Type:
        self.expect(node.test, self.infer(node.test), BOOL, "the condition before `?`")
        return join(self.infer(node.yes), self.infer(node.no))

    def _binary(self, node: Binary) -> Type:
        left, right = self.infer(node.left), self.infer(node.right)
        operator = node.operator
        if operator in _ARITHMETIC:
            return self._arithmetic(node, left, right)
        fits = (
            agrees(left, right) or agrees(right, left) or (left in NUMBERS and right in NUMBERS)
            if operator in ("==", "!=")
            else self._is_member(left, right)
            if operator == "in"
            else self._is_ordered(left, right)
        )
        if not fits:
            self.report(node, "type-mismatch", f"`{operator}` does not apply to `{left}` and `{right}`")
        return BOOL

    def _is_ordered(self, left: Type, right: Type) -> bool:
        if left in NUMBERS and right in NUMBERS:
            return True
        return all(kind in SCALARS or is_open(kind) for kind in (left, right)) and agrees(left, right)

    def _is_member(self, left: Type, right: Type) -> bool:
        if is_open(right):
            return True
        if right.name not in ("list", "map"):
            return False
        inside = right.parameters[0]
        return agrees(inside, left) or (inside in NUMBERS and left in NUMBERS)

    def _arithmetic(self, node: Binary, left: Type, right: Type) -> Type:
        lists = [kind.name == "list" for kind in (left, right)]
        if node.operator == "+" and any(lists) and all(map(_is_list_or_open, (left, right))):
            return join(left, right) if all(lists) else list_of(DYN)
        results = {
            result
            for first, second, result in _ARITHMETIC[node.operator]
            if agrees(first, left) and agrees(second, right)
        }
        if not results:
            self.report(node, "type-mismatch", f"`{node.operator}` does not apply to `{left}` and `{right}`")
            return ERROR
        return results.pop() if len(results) == 1 and not (is_open(left) and is_open(right)) else DYN


def _is_list_or_open(kind: Type) -> bool:
    return kind.name == "list" or is_open(kind)
