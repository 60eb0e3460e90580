"""Which fields of the event an expression reads, and which it asks for with `supplied`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from policyhooks.cel.check import Checked
from policyhooks.cel.names import dotted
from policyhooks.cel.nodes import Call, Node, Select, children
from policyhooks.compiler.scope import Scope
from policyhooks.core.events import ROOTS


@dataclass(frozen=True)
class FieldUse:
    """A field such as `shell.command`, and where the expression names it (through a variable or not)."""

    field: str
    start: int
    end: int
    variable: str = ""


def fields_read(checked: Checked, scope: Scope) -> list[FieldUse]:
    """The fields that an expression and the variables it names read, in the order they are written."""
    found: list[FieldUse] = []
    for node, owner in walk_pairs(checked.node):
        reference = checked.references.get(node)
        if reference is None or reference.kind != "variable":
            continue
        if reference.name in scope.variables:
            reads = scope.variables[reference.name].reads
            found.extend(FieldUse(field, node.start, node.end, reference.name) for field in reads)
        elif reference.name in ROOTS:
            if ROOTS[reference.name] == "string":
                found.append(FieldUse(reference.name, node.start, node.end))
            elif isinstance(owner, Select):
                found.append(FieldUse(f"{reference.name}.{owner.field}", node.start, owner.end))
    return sorted(found, key=lambda use: (use.start, use.field))


def fields_asked(checked: Checked, scope: Scope) -> frozenset[str]:
    """The fields that an expression or its variables ask for with `supplied`."""
    asked: set[str] = set()
    for node, _ in walk_pairs(checked.node):
        if isinstance(node, Call) and node.name == "supplied" and node.target is None and node.arguments:
            asked.add(".".join(dotted(node.arguments[0])[:2]))
        reference = checked.references.get(node)
        if reference is not None and reference.name in scope.variables:
            asked |= scope.variables[reference.name].asks
    return frozenset(asked)


def walk_pairs(root: Node) -> Iterator[tuple[Node, Node | None]]:
    """Every node with its parent."""
    waiting: list[tuple[Node, Node | None]] = [(root, None)]
    while waiting:
        node, parent = waiting.pop()
        yield node, parent
        waiting.extend((child, node) for child in children(node))
