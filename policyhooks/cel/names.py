"""Name resolution: which variable or type a dotted name means, by CEL's rules of containers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal as Word

from policyhooks.cel.nodes import Ident, Node, Select

TYPE_NAMES = frozenset({
    "bool", "int", "uint", "double", "string", "bytes", "list", "map", "null_type", "type", "optional_type",
    "google.protobuf.Timestamp", "google.protobuf.Duration",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reference:
    """What a name stands for: a declared variable, the name of a type, or a name that a macro bound."""

    kind: Word["variable", "type", "local"]
    name: str


def dotted(node: Node) -> tuple[str, ...]:
    """The parts of `a.b.c` when the node is nothing but names and dots, else nothing."""
    parts: list[str] = []
    while isinstance(node, Select) and not node.optional and not node.quoted:
        parts.append(node.field)
        node = node.operand
    if not isinstance(node, Ident):
        return ()
    parts.append(node.name)
    return tuple(reversed(parts))


def root_of(node: Node) -> Node:
    """The leftmost node of a chain of selections."""
    while isinstance(node, Select):
        node = node.operand
    return node


def candidates(name: str, container: str, *, absolute: bool) -> Iterator[str]:
    """The full names that a name may mean, from the innermost container outwards."""
    if not absolute:
        parts = container.split(".") if container else []
        for count in range(len(parts), 0, -1):
            yield ".".join((*parts[:count], name))
    yield name


def suggest(word: str, known: Iterable[str]) -> str:
    """`did you mean ...` when something near is known, else nothing."""
    near = get_close_matches(word, sorted(known), n=1, cutoff=0.7)
    return f"did you mean `{near[0]}`?" if near else ""
