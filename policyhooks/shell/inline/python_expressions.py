"""Expressions of Python's own syntax tree as nodes. `ast` is not loaded: a node is told by the name of its class."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.inline.nodes import (
    UNREAD,
    Array,
    Call,
    Comprehension,
    Either,
    Fields,
    Joined,
    JoinedPath,
    Literal,
    Member,
    Name,
    Number,
    Subscript,
)
from policyhooks.shell.inline.values.value import HIDDEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from policyhooks.shell.inline.nodes import Node

MOST_DEPTH = 60
UNKNOWN_MARK = "_S_"  # stands in the code for what the shell put there


def convert(node: Any, depth: int) -> Node:
    """An expression as a node of ours."""
    if node is None:
        return UNREAD
    if depth > MOST_DEPTH:
        reach("too_much_code")
        return UNREAD
    converter = CONVERTERS.get(type(node).__name__)
    return UNREAD if converter is None else converter(node, depth + 1)


def text_of(node: Any) -> str | None:
    if type(node).__name__ != "Constant":
        return None
    value = node.value
    if isinstance(value, str):
        return value
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else None


def convert_constant(node: Any, depth: int) -> Node:
    text = text_of(node)
    if text is not None:
        return Literal(text.replace(UNKNOWN_MARK, "$"))
    return Number(node.value) if type(node.value) is int else UNREAD


def convert_name(node: Any, depth: int) -> Node:
    return Name(str(node.id)) if not node.id.startswith(UNKNOWN_MARK) else Literal(HIDDEN)


def convert_member(node: Any, depth: int) -> Node:
    return Member(convert(node.value, depth), str(node.attr))


def convert_array(node: Any, depth: int) -> Node:
    return Array(tuple(convert(item, depth) for item in node.elts))


def convert_dictionary(node: Any, depth: int) -> Node:
    pairs = zip(node.keys, node.values, strict=False)
    return Fields({text_of(key) or "": convert(value, depth) for key, value in pairs})


def convert_call(node: Any, depth: int) -> Node:
    arguments = tuple(convert(item, depth) for item in node.args)
    named = {item.arg: convert(item.value, depth) for item in node.keywords if item.arg}
    function = convert(node.func, depth)
    if isinstance(function, Member) and function.name == "format" and isinstance(function.owner, Literal):
        return formatted(function.owner.text, arguments, named)
    return Call(function, arguments, named)


def formatted(text: str, arguments: tuple[Node, ...], named: dict[str, Node]) -> Node:
    """`"{}/{x}".format(a, x=b)` with plain fields only."""
    pieces: list[Node] = []
    rest = text
    index = 0
    while "{" in rest:
        before, _, rest = rest.partition("{")
        field, close, rest = rest.partition("}")
        if not close or before.endswith("}") or "{" in field or "!" in field or ":" in field:
            return UNREAD
        pieces += [Literal(before), format_field(field, index, arguments, named)]
        index += 1
    return Joined((*pieces, Literal(rest)))


def format_field(field: str, index: int, arguments: tuple[Node, ...], named: dict[str, Node]) -> Node:
    """What stands in the place of one field; one without a name takes the argument with its own index."""
    if field and not field.isdecimal():
        return named.get(field, UNREAD)
    place = int(field) if field and len(field) < 4 else index
    return arguments[place] if place < len(arguments) else UNREAD


def percent_formatted(text: str, arguments: tuple[Node, ...]) -> Node:
    """`"%s/%s" % (a, b)` with plain fields only."""
    pieces: list[Node] = []
    rest = text
    index = 0
    while "%" in rest:
        before, _, rest = rest.partition("%")
        if rest[:1] not in ("s", "d", "r"):
            return UNREAD
        rest = rest[1:]
        pieces += [Literal(before), arguments[index] if index < len(arguments) else UNREAD]
        index += 1
    return Joined((*pieces, Literal(rest)))


def convert_binary(node: Any, depth: int) -> Node:
    operator = type(node.op).__name__
    left = convert(node.left, depth)
    if operator == "Add":
        right = convert(node.right, depth)
        if isinstance(left, Array) and isinstance(right, Array):
            return Array((*left.items, *right.items))
        return Joined((left, right))
    if operator == "Div":
        return JoinedPath((left, convert(node.right, depth)))
    if not isinstance(left, Literal):
        return UNREAD
    if operator == "Mod":
        right = convert(node.right, depth)
        return percent_formatted(left.text, right.items if isinstance(right, Array) else (right,))
    if operator == "Mult" and getattr(node.right, "value", 0) in (1, 2, 3):
        return Joined((left,) * node.right.value)
    return UNREAD


def convert_joined(node: Any, depth: int) -> Node:
    return Joined(tuple(convert(item, depth) for item in node.values))


def convert_formatted(node: Any, depth: int) -> Node:
    return convert(node.value, depth) if node.format_spec is None and node.conversion in (-1, 115) else UNREAD


def convert_subscript(node: Any, depth: int) -> Node:
    if type(node.slice).__name__ == "Slice":
        return convert_slice(convert(node.value, depth), node.slice)
    return Subscript(convert(node.value, depth), convert(node.slice, depth))


def convert_slice(whole: Node, cut: Any) -> Node:
    """`text[::-1]` and `list[1:]`."""
    if isinstance(whole, Literal):
        open_ended = cut.lower is None and cut.upper is None
        backwards = type(cut.step).__name__ == "UnaryOp" and getattr(cut.step.operand, "value", 0) == 1
        return Literal(whole.text[::-1]) if open_ended and backwards else UNREAD
    if isinstance(whole, Array) and getattr(cut.lower, "value", 0) == 1:
        return Array(whole.items[1:])
    return UNREAD


def convert_comprehension(node: Any, depth: int) -> Node:
    """Without conditions and over one list its items can be worked out; else only one of them."""
    first = node.generators[0]
    simple = len(node.generators) == 1 and not first.ifs and type(first.target).__name__ == "Name"
    name = str(first.target.id) if simple else ""
    return Comprehension(convert(node.elt, depth), name, convert(first.iter, depth) if simple else UNREAD)


def convert_condition(node: Any, depth: int) -> Node:
    return Either((convert(node.body, depth), convert(node.orelse, depth)))


def convert_either(node: Any, depth: int) -> Node:
    return Either(tuple(convert(item, depth) for item in node.values))


def convert_value(node: Any, depth: int) -> Node:
    return convert(node.value, depth)


CONVERTERS: dict[str, Callable[[Any, int], Node]] = {
    "Constant": convert_constant,
    "Name": convert_name,
    "Attribute": convert_member,
    "Call": convert_call,
    "BinOp": convert_binary,
    "JoinedStr": convert_joined,
    "FormattedValue": convert_formatted,
    "Subscript": convert_subscript,
    "List": convert_array,
    "Tuple": convert_array,
    "Set": convert_array,
    "Dict": convert_dictionary,
    "ListComp": convert_comprehension,
    "GeneratorExp": convert_comprehension,
    "SetComp": convert_comprehension,
    "IfExp": convert_condition,
    "BoolOp": convert_either,
    "Await": convert_value,
    "NamedExpr": convert_value,
}
