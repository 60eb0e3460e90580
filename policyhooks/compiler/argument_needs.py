"""What conditions on a call's arguments need. An argument may be absent or no text: rules that fail then are listed so.

`mcp.arguments.x` fails where there is no `x`; `mcp.arguments.?x.orValue("")` does not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from policyhooks.cel.nodes import Call, Index, Literal, Node, Select
from policyhooks.compiler.needs import NONE, Keys, Need, one_key
from policyhooks.compiler.rarity import Clause
from policyhooks.compiler.text_needs import search_in
from policyhooks.core.event_texts import ABSENT, ARGUMENTS, EQUAL, LONGEST, NO_TEXT, PRESENT

KIND = "argument"
PathOf = Callable[[Node], str]


@dataclass(frozen=True)
class Argument:
    """An argument that is read, and what stands for it where it is absent: None, the reading fails."""

    name: str
    instead: str | None


def is_there(name: str) -> Need:
    """`has(mcp.arguments.x)`."""
    return one_key(KIND, PRESENT + name)


def compare_argument(node: Node, values: frozenset[str], path_of: PathOf) -> Need | None:
    """An argument that is one of these values; other kinds of values are never equal to a text."""
    read = read_argument(node, path_of)
    if read is None or read.instead in values or any(len(value) > LONGEST for value in values):
        return None
    return Keys(frozenset((KIND, f"{EQUAL}{read.name}={value}") for value in values), failing(read, ABSENT))


def search_argument(node: Node, how: str, text: str, path_of: PathOf) -> Need | None:
    """`mcp.arguments.x.contains("...")` and its like, which fail on what is no text."""
    read = read_argument(node, path_of)
    if read is None or read.instead:
        return None
    odd = failing(read, ABSENT) or frozenset(((KIND, NO_TEXT + read.name),))
    return search_in(read.name, how, text, odd)


def failing(read: Argument, mark: str) -> Clause:
    return frozenset(((KIND, mark + read.name),)) if read.instead is None else NONE


def read_argument(node: Node, path_of: PathOf) -> Argument | None:
    """The argument that an expression reads, or nothing."""
    if isinstance(node, Call):
        given = node.arguments[0] if node.name == "orValue" and len(node.arguments) == 1 else None
        inner = named(node.target, path_of, optional=True) if node.target is not None else ""
        if inner and isinstance(given, Literal) and isinstance(given.value, str):
            return Argument(inner, given.value)
        return None
    name = named(node, path_of, optional=False)
    return Argument(name, None) if name else None


def named(node: Node, path_of: PathOf, *, optional: bool) -> str:
    """`mcp.arguments.x` of `mcp.arguments.x`, `mcp.arguments["x"]`, or of both with a question mark."""
    if isinstance(node, Select) and node.optional == optional:
        root, key = path_of(node.operand), node.field
    elif isinstance(node, Index) and node.optional == optional and isinstance(node.index, Literal):
        root, key = path_of(node.operand), node.index.value if isinstance(node.index.value, str) else ""
    else:
        return ""
    return f"{root}.{key}" if root in ARGUMENTS and key else ""
