"""The syntax tree of CEL. Every node knows the text it stands for; macros are nodes of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A part of an expression; `start` and `end` are offsets into its text. Compared by identity."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Literal(Node):
    """`kind` is the name of its CEL type; bytes are bytes, uint an int."""

    value: bool | int | float | str | bytes | None
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class Ident(Node):
    """A name; `absolute` when it was written with a leading dot."""

    name: str
    absolute: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Select(Node):
    """`operand.field` or `operand.?field`."""

    operand: Node
    field: str
    optional: bool
    field_start: int
    quoted: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Present(Node):
    """`has(operand.field)`."""

    operand: Node
    field: str
    field_start: int


@dataclass(frozen=True, slots=True, eq=False)
class Index(Node):
    """`operand[index]` or `operand[?index]`."""

    operand: Node
    index: Node
    optional: bool


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Node):
    operator: str  # ! or -
    operand: Node


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Node):
    operator: str  # + - * / % == != < <= > >= in
    left: Node
    right: Node


@dataclass(frozen=True, slots=True, eq=False)
class Logical(Node):
    """A chain of && or of ||."""

    operator: str
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Conditional(Node):
    test: Node
    yes: Node
    no: Node


@dataclass(frozen=True, slots=True, eq=False)
class Call(Node):
    """`name(arguments)` or `target.name(arguments)`."""

    name: str
    target: Node | None
    arguments: tuple[Node, ...]
    name_start: int
    absolute: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ListLiteral(Node):
    items: tuple[Node, ...]
    optional: tuple[bool, ...]


@dataclass(frozen=True, slots=True, eq=False)
class MapLiteral(Node):
    keys: tuple[Node, ...]
    values: tuple[Node, ...]
    optional: tuple[bool, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Struct(Node):
    """`name{field: value}`: a message literal, which no environment of ours declares."""

    name: str
    field_names: tuple[str, ...]
    values: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Comprehension(Node):
    """A macro that binds one or two names for each element of `range`: all, exists, existsOne, map, filter,
    transformList, transformMap, transformMapEntry; and optMap, optFlatMap, whose range is an optional.

    `test` filters (map with three arguments, transform* with four) or is the predicate; `result` is what is built.
    """

    macro: str
    range: Node
    names: tuple[str, ...]
    test: Node | None
    result: Node | None


@dataclass(frozen=True, slots=True, eq=False)
class Bind(Node):
    """`cel.bind(name, value, body)`."""

    name: str
    value: Node
    body: Node


# The fields that hold nodes, of every kind of node: checks walk over all nodes, many times.
_BELOW: dict[type[Node], tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind) if "Node" in str(field.type)) for kind in Node.__subclasses__()
}


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below, in the order they are written."""
    for name in _BELOW[type(node)]:
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif value is not None:
            yield from value


def walk(node: Node) -> Iterator[Node]:
    """Every node of a tree, without recursion."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(children(current))
