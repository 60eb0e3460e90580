"""Inline Python as a `Program`, by its syntax tree: imports, calls, bindings, strings. `ast` is not loaded."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.inline.tree import HIDDEN, NOWHERE, Program, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.inline.tree import Node

ONLY_AST = 0x400
MOST_NODES = 20_000
MOST_DEPTH = 60
ANY_NAME = ("value", plain("*", True))


def program_of(text: str) -> Program:
    tree = parse(text)
    if tree is None and "$" in text:
        tree = parse(without_marks(text))
    if tree is None:
        found = Program()
        found.parsed = False
        return found
    reading = Reading()
    reading.visit(tree)
    return reading.program


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
        out += "_S_" + piece
    return out


class Reading:
    """One walk over a tree."""

    def __init__(self) -> None:
        self.program = Program()
        self.count = 0
        self.heads: set[int] = set()  # names that are called, or parts of a longer name

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
            self.program.opaque = True
            reach("too_much_code")

    def add_import(self, node: Any) -> None:
        program = self.program
        for alias in node.names:
            program.imports[alias.name] = None
            if alias.asname:
                program.names[alias.asname] = alias.name

    def add_import_from(self, node: Any) -> None:
        program = self.program
        module = node.module or ""
        program.imports[module] = None
        for alias in node.names:
            if alias.name == "*":
                self.add_star(module)
            program.names[alias.asname or alias.name] = f"{module}.{alias.name}"

    def add_star(self, module: str) -> None:
        """`from os import *`: the names of that module that have an effect."""
        from policyhooks.shell.inline.tree import tables_of

        table = tables_of("python")
        for known in (*table.effects, *table.folds):
            if known.startswith(module + "."):
                self.program.names.setdefault(known[len(module) + 1 :], known)

    def add_call(self, node: Any) -> None:
        self.heads.add(id(node.func))
        found = convert(node, 0)
        if found[0] == "call":
            self.program.calls.append(found)

    def add_reference(self, node: Any) -> None:
        if type(node).__name__ == "Attribute":
            self.heads.add(id(node.value))
        if id(node) not in self.heads and type(node.ctx).__name__ == "Load":
            self.program.references.append(convert(node, 0))

    def add_constant(self, node: Any) -> None:
        text = text_of(node)
        if text is not None:
            self.program.mention(text)

    def add_compare(self, node: Any) -> None:
        for item in (getattr(node, "left", None), *getattr(node, "comparators", ())):
            if item is not None:
                self.program.show(convert(item, 0))

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
            before = self.program.bindings.get(name, [NOWHERE])
            whole = ("cat", (before[-1], convert(node.value, 0)))
            self.program.bindings[name] = [whole] if len(before) == 1 and before[0][0] in ("str", "cat") else [NOWHERE]
        elif name:
            self.program.bind(name, NOWHERE)

    def add_loop(self, node: Any) -> None:
        self.bind(node.target, ("each", convert(node.iter, 0)))

    def add_with(self, node: Any) -> None:
        for item in node.items:
            if item.optional_vars is not None:
                self.bind(item.optional_vars, convert(item.context_expr, 0))

    def add_parameters(self, node: Any) -> None:
        given = node.args
        for item in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
            if item is not None:
                self.program.bind(item.arg, NOWHERE)

    def bind(self, target: Any, value: Node) -> None:
        kind = type(target).__name__
        if kind == "Name":
            self.program.bind(str(target.id), value)
        elif kind == "Starred":
            self.bind(target.value, NOWHERE)
        elif kind in ("Tuple", "List"):
            for index, item in enumerate(target.elts):
                self.bind(item, self.item_of(value, index))

    def item_of(self, value: Node, index: int) -> Node:
        """One part of what is unpacked. os.walk gives (folder, folders, files), all below its root."""
        if value[0] == "list":
            return value[1][index] if index < len(value[1]) else NOWHERE
        if value[0] == "each" and value[1][0] == "list" and all(item[0] == "list" for item in value[1][1]):
            return ("any", tuple(item[1][index] for item in value[1][1] if index < len(item[1])))
        if value[0] == "each" and value[1][0] == "call":
            function = value[1][1]
            if function[0] == "name" and function[1] == "enumerate" and value[1][2]:
                return ("each", value[1][2][0]) if index else NOWHERE
            if function[0] == "attr" and function[2] == "walk":
                return value if index == 0 else ("list", (ANY_NAME,))
        return NOWHERE


HANDLERS = {
    "Import": Reading.add_import,
    "ImportFrom": Reading.add_import_from,
    "Call": Reading.add_call,
    "Name": Reading.add_reference,
    "Attribute": Reading.add_reference,
    "Constant": Reading.add_constant,
    "Compare": Reading.add_compare,
    "Assign": Reading.add_assign,
    "AnnAssign": Reading.add_assign,
    "NamedExpr": Reading.add_assign,
    "AugAssign": Reading.add_augmented,
    "For": Reading.add_loop,
    "AsyncFor": Reading.add_loop,
    "comprehension": Reading.add_loop,
    "With": Reading.add_with,
    "AsyncWith": Reading.add_with,
    "FunctionDef": Reading.add_parameters,
    "AsyncFunctionDef": Reading.add_parameters,
    "Lambda": Reading.add_parameters,
}


def text_of(node: Any) -> str | None:
    if type(node).__name__ != "Constant":
        return None
    value = node.value
    if isinstance(value, str):
        return value
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else None


def convert(node: Any, depth: int) -> Node:
    """An expression as a node of the small tree."""
    if node is None:
        return NOWHERE
    if depth > MOST_DEPTH:
        reach("too_much_code")
        return NOWHERE
    converter = CONVERTERS.get(type(node).__name__)
    return NOWHERE if converter is None else converter(node, depth + 1)


def convert_constant(node: Any, depth: int) -> Node:
    text = text_of(node)
    if text is not None:
        return ("str", text.replace("_S_", "$"))
    return ("num", node.value) if type(node.value) is int else NOWHERE


def convert_call(node: Any, depth: int) -> Node:
    arguments = tuple(convert(item, depth) for item in node.args)
    named = {item.arg: convert(item.value, depth) for item in node.keywords if item.arg}
    function = convert(node.func, depth)
    if function[0] == "attr" and function[2] == "format" and function[1][0] == "str":
        return formatted(function[1][1], "{", arguments, named)
    return ("call", function, arguments, named)


def formatted(text: str, mark: str, arguments: tuple[Node, ...], named: dict[str, Node]) -> Node:
    """`"{}/{x}".format(a, x=b)` and `"%s/%s" % (a, b)` with plain fields only."""
    pieces: list[Node] = []
    rest = text
    index = 0
    while mark in rest:
        before, _, rest = rest.partition(mark)
        if mark == "{":
            field, close, rest = rest.partition("}")
            if not close or before.endswith("}") or "{" in field or "!" in field or ":" in field:
                return NOWHERE
            place = int(field) if field.isdecimal() and len(field) < 4 else index
            item = named.get(field) if field and not field.isdecimal() else None
            if item is None:
                item = arguments[place] if place < len(arguments) and (not field or field.isdecimal()) else NOWHERE
        else:
            if rest[:1] not in ("s", "d", "r"):
                return NOWHERE
            rest = rest[1:]
            item = arguments[index] if index < len(arguments) else NOWHERE
        index += 1
        pieces += [("str", before), item]
    return ("cat", (*pieces, ("str", rest)))


def convert_binary(node: Any, depth: int) -> Node:
    operator = type(node.op).__name__
    left = convert(node.left, depth)
    if operator == "Add":
        right = convert(node.right, depth)
        if left[0] == "list" and right[0] == "list":
            return ("list", (*left[1], *right[1]))
        return ("cat", (left, right))
    if operator == "Div":
        return ("path", (left, convert(node.right, depth)))
    if operator == "Mod" and left[0] == "str":
        right = convert(node.right, depth)
        return formatted(left[1], "%", right[1] if right[0] == "list" else (right,), {})
    if operator == "Mult" and left[0] == "str" and getattr(node.right, "value", 0) in (1, 2, 3):
        return ("cat", (left,) * node.right.value)
    return NOWHERE


def convert_joined(node: Any, depth: int) -> Node:
    return ("cat", tuple(convert(item, depth) for item in node.values))


def convert_formatted(node: Any, depth: int) -> Node:
    return convert(node.value, depth) if node.format_spec is None and node.conversion in (-1, 115) else NOWHERE


def convert_subscript(node: Any, depth: int) -> Node:
    if type(node.slice).__name__ == "Slice":
        step = node.slice.step
        backwards = (
            node.slice.lower is None
            and node.slice.upper is None
            and type(step).__name__ == "UnaryOp"
            and getattr(step.operand, "value", 0) == 1
        )
        whole = convert(node.value, depth)
        if backwards and whole[0] == "str":
            return ("str", whole[1][::-1])
        return ("list", whole[1][1:]) if whole[0] == "list" and getattr(node.slice.lower, "value", 0) == 1 else NOWHERE
    return ("index", convert(node.value, depth), convert(node.slice, depth))


def convert_comprehension(node: Any, depth: int) -> Node:
    """Without conditions and over one list its items can be worked out; else only one of them."""
    first = node.generators[0]
    simple = len(node.generators) == 1 and not first.ifs and type(first.target).__name__ == "Name"
    name = str(first.target.id) if simple else ""
    return ("many", convert(node.elt, depth), name, convert(first.iter, depth) if simple else NOWHERE)


CONVERTERS: dict[str, Any] = {
    "Constant": convert_constant,
    "Name": lambda node, depth: ("name", str(node.id)) if not node.id.startswith("_S_") else ("str", HIDDEN),
    "Attribute": lambda node, depth: ("attr", convert(node.value, depth), str(node.attr)),
    "Call": convert_call,
    "BinOp": convert_binary,
    "JoinedStr": convert_joined,
    "FormattedValue": convert_formatted,
    "Subscript": convert_subscript,
    "List": lambda node, depth: ("list", tuple(convert(item, depth) for item in node.elts)),
    "Tuple": lambda node, depth: ("list", tuple(convert(item, depth) for item in node.elts)),
    "Set": lambda node, depth: ("list", tuple(convert(item, depth) for item in node.elts)),
    "Dict": lambda node, depth: (
        "object",
        {text_of(key) or "": convert(value, depth) for key, value in zip(node.keys, node.values, strict=False)},
    ),
    "ListComp": convert_comprehension,
    "GeneratorExp": convert_comprehension,
    "SetComp": convert_comprehension,
    "IfExp": lambda node, depth: ("any", (convert(node.body, depth), convert(node.orelse, depth))),
    "BoolOp": lambda node, depth: ("any", tuple(convert(item, depth) for item in node.values)),
    "Await": lambda node, depth: convert(node.value, depth),
    "NamedExpr": lambda node, depth: convert(node.value, depth),
    "Starred": lambda node, depth: NOWHERE,
}
