"""Expressions of inline code, in any language: the nodes into which its readers turn text.

Nothing here knows the syntax of a language or what a name means. What a reader does not follow is `UNREAD`.
INVARIANT: nodes do not change once they are made; several expressions may hold the same one.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.values.value import Value


class Node:
    """An expression."""

    __slots__ = ()


class Unread(Node):
    """An expression that is not followed: it may be anything. `UNREAD` is the only one."""

    __slots__ = ()


class Literal(Node):
    """Text that is written out."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Number(Node):
    """A whole number that is written out."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value


class Name(Node):
    """A variable, function or module by its name."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Member(Node):
    """`owner.name`, however the language writes it."""

    __slots__ = ("name", "owner")

    def __init__(self, owner: Node, name: str) -> None:
        self.owner = owner
        self.name = name


class Subscript(Node):
    """`owner[key]`."""

    __slots__ = ("key", "owner")

    def __init__(self, owner: Node, key: Node) -> None:
        self.owner = owner
        self.key = key


class Call(Node):
    """A call with its arguments in order and those that have a name."""

    __slots__ = ("arguments", "function", "named")

    def __init__(self, function: Node, arguments: tuple[Node, ...], named: dict[str, Node]) -> None:
        self.function = function
        self.arguments = arguments
        self.named = named


class Several(Node):
    """An expression that is made of others."""

    __slots__ = ("items",)

    def __init__(self, items: tuple[Node, ...]) -> None:
        self.items = items


class Array(Several):
    """A list, tuple or set that is written out."""

    __slots__ = ()


class Joined(Several):
    """Texts one behind the other."""

    __slots__ = ()


class JoinedPath(Several):
    """Parts of a path, with slashes between them."""

    __slots__ = ()


class Either(Several):
    """One of these."""

    __slots__ = ()


class Fields(Node):
    """An object or dictionary that is written out, by its keys."""

    __slots__ = ("fields",)

    def __init__(self, fields: dict[str, Node]) -> None:
        self.fields = fields


class Function(Node):
    """A function that is defined here, with the names of its parameters."""

    __slots__ = ("parameters",)

    def __init__(self, parameters: tuple[str, ...]) -> None:
        self.parameters = parameters


class Element(Node):
    """One element of a list: what a loop gets."""

    __slots__ = ("source",)

    def __init__(self, source: Node) -> None:
        self.source = source


class Comprehension(Node):
    """`element` for each of the items of `source`, each bound to `name`; without a name the items are not followed."""

    __slots__ = ("element", "name", "source")

    def __init__(self, element: Node, name: str, source: Node) -> None:
        self.element = element
        self.name = name
        self.source = source


class Known(Node):
    """A value that is already worked out."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


UNREAD = Unread()
