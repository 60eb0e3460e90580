"""Full names of what inline code calls: through imports, bindings, getters and what only holds names.

It knows no effects and no syntax. What it needs of values the class above it works out.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.inline.nodes import (
    Array,
    Call,
    Either,
    Element,
    Fields,
    Function,
    Joined,
    JoinedPath,
    Literal,
    Member,
    Name,
    Number,
    Subscript,
)
from policyhooks.shell.inline.outline import module_name
from policyhooks.shell.inline.values.value import single

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from policyhooks.shell.inline.language_table import Table
    from policyhooks.shell.inline.nodes import Node
    from policyhooks.shell.inline.outline import Outline
    from policyhooks.shell.inline.values.value import Text, Value

MOST_STEPS = 40_000
MOST_DEPTH = 40
FOLLOWED = (Name, Member, Call, JoinedPath, Element, Subscript)
PATH_LISTS = (".rglob()", ".glob()", ".iterdir()", ".walk()")


class NameResolver:
    """Works out full names of expressions of one outline."""

    def __init__(self, outline: Outline, table: Table, unsure: bool, argv: tuple[Text, ...] | None) -> None:
        self.outline = outline
        self.table = table
        self.unsure = unsure  # the shell put unknown text into the code
        self.argv = argv
        self.steps = 0
        self.resolving: set[str] = set()
        self.parts: list[str] = []  # strings that values were made of

    def value(self, node: Node, depth: int = 0) -> Value:
        raise NotImplementedError

    def name_of(self, node: Node, depth: int = 0) -> str:
        """The dotted name of what is called; `()` marks what a call returned."""
        self.steps += 1
        if depth > MOST_DEPTH or self.steps > MOST_STEPS:
            reach("too_much_code")
            return ""
        namer = NAMERS.get(type(node))
        return "" if namer is None else namer(self, node, depth)

    def name_of_name(self, node: Name, depth: int) -> str:
        name = node.name
        found = self.outline.names.get(name)
        if found is not None:
            return found
        bound = self.outline.bindings.get(name, ())
        if len(bound) == 1 and name not in self.resolving and isinstance(bound[0], FOLLOWED):
            self.resolving.add(name)
            found = self.name_of(bound[0], depth + 1)
            self.resolving.discard(name)
            return found or name
        if bound and self.table.data.get("CALLS_TEXT"):  # PHP: $f = "system"; $f("x")
            return single(self.value(node, depth + 1)) or name
        return name

    def name_of_member(self, node: Member, depth: int) -> str:
        kept = self.fields_of(node.owner).get(node.name)
        if kept is not None:
            return self.name_of(kept, depth + 1)
        head = self.name_of(node.owner, depth + 1)
        return self.member(head, node.name) if head else node.name

    def name_of_subscript(self, node: Subscript, depth: int) -> str:
        owner, key = node.owner, node.key
        if isinstance(owner, Array) and isinstance(key, Number) and 0 <= key.value < len(owner.items):
            return self.name_of(owner.items[key.value], depth + 1)
        head, text = self.name_of(owner, depth + 1), single(self.value(key, depth + 1))
        kept = None if text is None else self.fields_of(owner).get(text)
        if kept is not None:
            return self.name_of(kept, depth + 1)
        return self.member(head, text) if head and text is not None and not isinstance(key, Number) else "object"

    def name_of_array(self, node: Array, depth: int) -> str:
        if node.items and self.table.data.get("SEQUENCES"):  # (0, eval)("x")
            return self.name_of(node.items[-1], depth + 1)
        return "object"

    def name_of_text(self, node: Node, depth: int) -> str:
        if self.table.data.get("CALLS_TEXT"):
            return single(self.value(node, depth + 1)) or "object"
        return "object"

    def name_of_path(self, node: Node, depth: int) -> str:
        return str(self.table.data.get("PATH_TYPE", "object"))

    def name_of_element(self, node: Element, depth: int) -> str:
        source = self.name_of(node.source, depth + 1)
        return str(self.table.data.get("PATH_TYPE", "")) if source.endswith(PATH_LISTS) else ""

    def name_of_call(self, node: Call, depth: int) -> str:
        function = self.name_of(node.function, depth + 1)
        data = self.table.data
        arguments = node.arguments
        if function in data.get("IMPORTERS", ()):
            module = single(self.value(arguments[0], depth + 1)) if arguments else None
            return module_name(module) if module is not None else function + "()"
        if function.rpartition(".")[2] in data.get("NAMERS", ()) and arguments:
            return single(self.value(arguments[0], depth + 1)) or function + "()"
        if function in data.get("MIRRORS", ()) and arguments:
            return self.name_of(arguments[0], depth + 1)
        if function in data.get("GETTERS", ()) and len(arguments) > 1:
            key = single(self.value(arguments[1], depth + 1))
            head = self.name_of(arguments[0], depth + 1)
            if key is not None and head:
                return f"{head}.{key}"
        return function + "()" if function else ""

    def name_of_function(self, node: Node, depth: int) -> str:
        return "function"

    def name_of_object(self, node: Node, depth: int) -> str:
        return "object"

    def fields_of(self, node: Node) -> dict[str, Node]:
        """The fields of an object that is written out, where the name stands for nothing else."""
        bound = self.outline.bindings.get(node.name, ()) if isinstance(node, Name) else (node,)
        first = bound[0] if len(bound) == 1 else None
        return first.fields if isinstance(first, Fields) else {}

    def member(self, head: str, key: str) -> str:
        """`globalThis.eval` is `eval`, `os.__dict__["system"]` is `os.system`: what only holds names is left out."""
        if head in self.table.data.get("HOLDERS", ()):
            return key
        return f"{head.removesuffix('.__dict__')}.{key}"


NAMERS: dict[type[Node], Callable[[NameResolver, Any, int], str]] = {
    Name: NameResolver.name_of_name,
    Member: NameResolver.name_of_member,
    Subscript: NameResolver.name_of_subscript,
    Array: NameResolver.name_of_array,
    Literal: NameResolver.name_of_text,
    Joined: NameResolver.name_of_text,
    Call: NameResolver.name_of_call,
    JoinedPath: NameResolver.name_of_path,
    Element: NameResolver.name_of_element,
    Function: NameResolver.name_of_function,
    Fields: NameResolver.name_of_object,
    Number: NameResolver.name_of_object,
    Either: NameResolver.name_of_object,
}
