"""Which facts an expression reads, and which way: whether more facts can make it true, make it false, or either.

Facts only grow, and with them `set`, `at`, `size`, `count` and what `contains` answers. From there a direction goes
up through the operators that keep or turn it; whatever is not understood here is taken to be both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from policyhooks.cel.check import Checked
from policyhooks.cel.nodes import Binary, Call, Comprehension, Conditional, Logical, Node, Select, Unary, children
from policyhooks.compiler.scope import Scope

RISES, FALLS, EITHER = 1, -1, 0  # what more facts do to the value; they multiply

GROWING = ("set", "at", "size", "count")
# Operator: what it makes of the direction of its left and of its right side.
OPERANDS: dict[str, tuple[int, int]] = {
    "<": (FALLS, RISES),
    "<=": (FALLS, RISES),
    ">": (RISES, FALLS),
    ">=": (RISES, FALLS),
    "+": (RISES, RISES),
    "-": (RISES, FALLS),
}
# Macro: what it makes of the direction of its predicate; that of what it runs over is never kept.
PREDICATES = {"exists": RISES, "all": RISES}


@dataclass(frozen=True)
class MemoryRead:
    """A fact (`memory.x`) that an expression reads, where it names it, and what more facts do to the expression."""

    fact: str
    start: int
    end: int
    direction: int


def memory_reads(checked: Checked, scope: Scope, direction: int = RISES) -> list[MemoryRead]:
    """Every read of a fact, directly or through a variable, in the order they are written."""
    if not scope.facts:
        return []
    found = [MemoryRead(name, node.start, node.end, way) for node, name, way in _walk(checked, scope, direction)]
    return sorted(found, key=lambda read: (read.start, read.fact, read.direction))


def _walk(checked: Checked, scope: Scope, direction: int) -> Iterator[tuple[Node, str, int]]:
    """Nodes that name facts. A fact that no field is read of, or one that does not only grow, can go either way."""
    waiting: list[tuple[Node, int, bool]] = [(checked.node, direction, False)]
    while waiting:
        node, way, growing = waiting.pop()
        reference = checked.references.get(node)
        if reference is None or reference.kind != "variable":
            waiting.extend(_below(node, way))
        elif reference.name in scope.facts:
            yield node, reference.name, way if growing else EITHER
        elif reference.name in scope.variables:
            recalls = sorted(scope.variables[reference.name].recalls)
            yield from ((node, name, way * inner) for name, inner in recalls)


def _below(node: Node, way: int) -> Iterator[tuple[Node, int, bool]]:
    """The nodes below, each with its direction and whether what is read of it can only grow."""
    if isinstance(node, Logical):
        yield from ((operand, way, False) for operand in node.operands)
    elif isinstance(node, Unary):
        yield node.operand, -way, False
    elif isinstance(node, Conditional):
        yield node.test, EITHER, False
        yield node.yes, way, False
        yield node.no, way, False
    elif isinstance(node, Binary):
        left, right = OPERANDS.get(node.operator, (EITHER, EITHER))
        yield node.left, way * left, False
        yield node.right, way * right, False
    elif isinstance(node, Select):
        yield node.operand, way, node.field in GROWING
    elif isinstance(node, Call) and node.name == "contains" and node.target is not None:
        yield node.target, way, True
        yield from ((argument, EITHER, False) for argument in node.arguments)
    elif isinstance(node, Comprehension):
        predicate = PREDICATES.get(node.macro, EITHER)
        yield node.range, EITHER, False
        yield from ((part, way * predicate, False) for part in (node.test, node.result) if part is not None)
    else:
        yield from ((child, EITHER, False) for child in children(node))
