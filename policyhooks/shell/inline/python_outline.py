"""Inline Python in outline, by its own syntax tree: imports, calls, bindings, strings. `ast` is not loaded.

It knows statements; expressions are turned into nodes by python_expressions.py.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.inline.nodes import (
    UNREAD,
    Array,
    Call,
    Either,
    Element,
    Joined,
    Known,
    Literal,
    Member,
    Name,
    Number,
    Subscript,
)
from policyhooks.shell.inline.outline import Outline
from policyhooks.shell.inline.python_expressions import UNKNOWN_MARK, convert, text_of
from policyhooks.shell.inline.values.value import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from policyhooks.shell.inline.nodes import Node

ONLY_AST = 0x400
MOST_NODES = 20_000
ANY_NAME = Known(plain("*", True))


def read_python(text: str) -> Outline:
    """The outline of Python code; not parsed where the text is none."""
    tree = parse(text)
    if tree is None and "$" in text:
        tree = parse(without_marks(text))
    if tree is None:
        return Outline(parsed=False)
    reader = TreeReader()
    reader.visit(tree)
    return reader.outline


def parse(text: str) -> Any:
    """The tree, or None. `python -c` dedents nothing, but agents indent here-documents."""
    import _warnings

    before = _warnings.filters[:]
    try:
        _warnings.filters[:] = [("ignore", None, Warning, None, 0)]
        return compile(text, "", "exec", ONLY_AST)
    except (SyntaxError, ValueError) as failure:
        if "limit" in str(failure):
            reach("too_much_code")  # digits of a number, which other versions take
        return None
    except (RecursionError, MemoryError, OverflowError):
        reach("too_much_code")  # another Python may take it
        return None
    finally:
        _warnings.filters[:] = before


def without_marks(text: str) -> str:
    """What the shell puts for `$name` and `$(...)` outside of strings is some expression."""
    pieces = text.replace("$(...)", "$_").split("$")
    out = pieces[0]
    for piece in pieces[1:]:
        if piece.startswith("{") and "}" in piece:
            piece = "_" + piece.partition("}")[2]
        out += UNKNOWN_MARK + piece
    return out


class TreeReader:
    """One walk over a tree."""

    def __init__(self) -> None:
        self.outline = Outline()
        self.count = 0
        self.called: set[int] = set()  # names that are called, or parts of a longer name

    def visit(self, tree: Any) -> None:
        waiting = [tree]
        while waiting and self.count < MOST_NODES:
            node = waiting.pop()
            self.count += 1
            kind = type(node).__name__
            handler = HANDLERS.get(kind)
            if handler is not None:
                handler(self, node)
            children = [getattr(node, field, None) for field in getattr(node, "_fields", ())]
            for child in reversed(children):
                if isinstance(child, list):
                    waiting += reversed([item for item in child if hasattr(item, "_fields")])
                elif hasattr(child, "_fields"):
                    waiting.append(child)
        if waiting:
            self.outline.opaque = True
            reach("too_much_code")

    def add_import(self, node: Any) -> None:
        outline = self.outline
        for alias in node.names:
            outline.imports[alias.name] = None
            if alias.asname:
                outline.names[alias.asname] = alias.name

    def add_import_from(self, node: Any) -> None:
        outline = self.outline
        module = node.module or ""
        outline.imports[module] = None
        for alias in node.names:
            if alias.name == "*":
                self.add_star(module)
            outline.names[alias.asname or alias.name] = f"{module}.{alias.name}"

    def add_star(self, module: str) -> None:
        """`from os import *`: the names of that module that have an effect."""
        from policyhooks.shell.inline.language_table import tables_of

        table = tables_of("python")
        for known in (*table.effects, *table.folds):
            if known.startswith(module + "."):
                self.outline.names.setdefault(known[len(module) + 1 :], known)

    def add_call(self, node: Any) -> None:
        self.called.add(id(node.func))
        found = convert(node, 0)
        if isinstance(found, Call):
            self.outline.calls.append(found)

    def add_reference(self, node: Any) -> None:
        if type(node).__name__ == "Attribute":
            self.called.add(id(node.value))
        if id(node) not in self.called and type(node.ctx).__name__ == "Load":
            self.outline.references.append(convert(node, 0))

    def add_constant(self, node: Any) -> None:
        text = text_of(node)
        if text is not None:
            self.outline.mention(text)

    def add_compare(self, node: Any) -> None:
        for item in (getattr(node, "left", None), *getattr(node, "comparators", ())):
            if item is not None:
                self.outline.show(convert(item, 0))

    def add_assign(self, node: Any) -> None:
        if node.value is None:
            return
        value = convert(node.value, 0)
        for target in getattr(node, "targets", None) or [node.target]:
            self.bind(target, value)

    def add_augmented(self, node: Any) -> None:
        """`x += y`: what it was, with more behind it."""
        name = getattr(node.target, "id", "")
        if name and type(node.op).__name__ == "Add":
            before = self.outline.bindings.get(name, [UNREAD])
            whole = Joined((before[-1], convert(node.value, 0)))
            is_text = len(before) == 1 and isinstance(before[0], (Literal, Joined))
            self.outline.bindings[name] = [whole] if is_text else [UNREAD]
        elif name:
            self.outline.bind(name, UNREAD)

    def add_loop(self, node: Any) -> None:
        self.bind(node.target, Element(convert(node.iter, 0)))

    def add_with(self, node: Any) -> None:
        for item in node.items:
            if item.optional_vars is not None:
                self.bind(item.optional_vars, convert(item.context_expr, 0))

    def add_parameters(self, node: Any) -> None:
        given = node.args
        for item in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
            if item is not None:
                self.outline.bind(item.arg, UNREAD)

    def bind(self, target: Any, value: Node) -> None:
        kind = type(target).__name__
        if kind == "Name":
            self.outline.bind(str(target.id), value)
        elif kind == "Starred":
            self.bind(target.value, UNREAD)
        elif kind in ("Tuple", "List"):
            for index, item in enumerate(target.elts):
                self.bind(item, item_of(value, index))


def item_of(value: Node, index: int) -> Node:
    """One part of what is unpacked."""
    if isinstance(value, Array):
        return value.items[index] if index < len(value.items) else UNREAD
    if isinstance(value, Call):
        return Subscript(value, Number(index))
    if not isinstance(value, Element):
        return UNREAD
    source = value.source
    if isinstance(source, Array):
        rows = [item for item in source.items if isinstance(item, Array)]
        if len(rows) == len(source.items):
            return Either(tuple(row.items[index] for row in rows if index < len(row.items)))
    return item_of_call(value, source, index) if isinstance(source, Call) else UNREAD


def item_of_call(element: Element, call: Call, index: int) -> Node:
    """enumerate(x) gives (number, item). os.walk gives (folder, folders, files), all below its root."""
    function = call.function
    if isinstance(function, Name) and function.name == "enumerate" and call.arguments:
        return Element(call.arguments[0]) if index else UNREAD
    if isinstance(function, Member) and function.name == "walk":
        return element if index == 0 else Array((ANY_NAME,))
    return UNREAD


HANDLERS: dict[str, Callable[[TreeReader, Any], None]] = {
    "Import": TreeReader.add_import,
    "ImportFrom": TreeReader.add_import_from,
    "Call": TreeReader.add_call,
    "Name": TreeReader.add_reference,
    "Attribute": TreeReader.add_reference,
    "Constant": TreeReader.add_constant,
    "Compare": TreeReader.add_compare,
    "Assign": TreeReader.add_assign,
    "AnnAssign": TreeReader.add_assign,
    "NamedExpr": TreeReader.add_assign,
    "AugAssign": TreeReader.add_augmented,
    "For": TreeReader.add_loop,
    "AsyncFor": TreeReader.add_loop,
    "comprehension": TreeReader.add_loop,
    "With": TreeReader.add_with,
    "AsyncWith": TreeReader.add_with,
    "FunctionDef": TreeReader.add_parameters,
    "AsyncFunctionDef": TreeReader.add_parameters,
    "Lambda": TreeReader.add_parameters,
}
