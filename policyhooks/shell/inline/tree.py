"""What inline code does, in any language: a small tree of calls and values, and the effects that tables give to names.

A reader of one language turns text into a `Program`: its calls, what its names are bound to, its strings. `Deeds` works
out from that which commands are started, which paths and places are touched, and whether code is fetched, decoded or
evaluated. Nothing here knows the syntax of a language. What cannot be worked out is marked dynamic, never left out.

Nodes are tuples: ("str", text), ("num", value), ("name", id), ("attr", node, name), ("call", function, args, named),
("list", items), ("object", fields), ("cat", items), ("path", items), ("index", node, key), ("any", items), ("function",
parameters), ("each", node) for one element of it, ("many", element, name, items) for a comprehension, ("value", Value),
and ("unknown",).
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.tables import find_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    Node = tuple[Any, ...]
    Text = tuple[str, bool, bool]  # text, dynamic, glob

NOWHERE: Node = ("unknown",)
HIDDEN = "$_"  # stands for a part that is not known
MOST_STEPS = 40_000
MOST_OPTIONS = 24
MOST_ITEMS = 500
MOST_DEPTH = 40
LONGEST = 70_000


class Value:
    """What an expression may be: texts, or the values of a list."""

    __slots__ = ("items", "texts")

    def __init__(self, texts: tuple[Text, ...], items: tuple[Value, ...] | None = None) -> None:
        self.texts = texts
        self.items = items

    @property
    def known(self) -> bool:
        return not any(dynamic for _, dynamic, _ in self.texts)


UNKNOWN = Value(((HIDDEN, True, False),))


def beyond() -> Value:
    """The value of what is too large to be worked out."""
    reach("too_much_code")
    return UNKNOWN


def plain(text: str, glob: bool = False) -> Value:
    return Value(((text, HIDDEN in text, glob),))


class Program:
    """The code of one text, as its reader saw it."""

    __slots__ = (
        "bindings",
        "calls",
        "imports",
        "mentions",
        "names",
        "opaque",
        "parsed",
        "references",
        "shown",
        "strings",
    )

    def __init__(self) -> None:
        self.calls: list[Node] = []
        self.references: list[Node] = []  # names that are used without being called
        self.bindings: dict[str, list[Node]] = {}
        self.names: dict[str, str] = {}  # local name -> full name
        self.imports: dict[str, None] = {}
        self.strings: dict[str, None] = {}
        self.mentions: dict[str, int] = {}
        self.shown: dict[str, int] = {}  # how often a string is only compared, searched for or printed
        self.opaque = False
        self.parsed = True

    def bind(self, name: str, node: Node) -> None:
        self.bindings.setdefault(name, []).append(node)

    def mention(self, text: str) -> None:
        self.strings[text] = None
        self.mentions[text] = self.mentions.get(text, 0) + 1

    def show(self, node: Node) -> None:
        """The strings in it are text to the program."""
        waiting = [node]
        while waiting:
            item = waiting.pop()
            if item[0] == "str":
                self.shown[item[1]] = self.shown.get(item[1], 0) + 1
            elif item[0] in ("cat", "list", "any", "path"):
                waiting += item[1]


class Table:
    """The tables of one language, turned from `what -> names` into `name -> what`."""

    __slots__ = ("data", "effects", "folds", "method_folds", "methods", "showing")

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.effects = inverted(data.get("EFFECTS", {}))
        self.methods = inverted(data.get("METHODS", {}))
        self.folds = inverted(data.get("FOLDS", {}))
        self.method_folds = inverted(data.get("METHOD_FOLDS", {}))
        self.showing = frozenset(data.get("SHOWING", "").split())


def inverted(table: Mapping[str, str]) -> dict[str, str]:
    return {name: what for what, names in table.items() for name in names.split()}


def tables_of(lang: str) -> Table:
    found = _tables.get(lang)
    if found is None:
        found = _tables[lang] = Table(find_value("languages/" + lang))
    return found


_tables: dict[str, Table] = {}


class Names:
    """Full names and values of expressions."""

    def __init__(self, program: Program, table: Table, unsure: bool, argv: tuple[Text, ...] | None) -> None:
        self.program = program
        self.table = table
        self.unsure = unsure  # the shell put unknown text into the code
        self.argv = argv
        self.steps = 0
        self.resolving: set[str] = set()
        self.parts: list[str] = []

    def name_of(self, node: Node, depth: int = 0) -> str:
        """The dotted name of what is called; `()` marks what a call returned."""
        self.steps += 1
        if depth > MOST_DEPTH or self.steps > MOST_STEPS:
            reach("too_much_code")
            return ""
        kind = node[0]
        if kind == "name":
            return self.name_of_name(node[1], depth)
        if kind == "attr":
            kept = self.fields_of(node[1]).get(node[2])
            if kept is not None:
                return self.name_of(kept, depth + 1)
            head = self.name_of(node[1], depth + 1)
            return self.member(head, str(node[2])) if head else str(node[2])
        if kind == "index":
            if node[1][0] == "list" and node[2][0] == "num" and 0 <= node[2][1] < len(node[1][1]):
                return self.name_of(node[1][1][node[2][1]], depth + 1)
            head, key = self.name_of(node[1], depth + 1), single(self.value(node[2], depth + 1))
            kept = self.fields_of(node[1]).get(key)
            if kept is not None:
                return self.name_of(kept, depth + 1)
            return self.member(head, key) if head and key is not None and node[2][0] != "num" else "object"
        if kind == "list" and node[1] and self.table.data.get("SEQUENCES"):  # (0, eval)("x")
            return self.name_of(node[1][-1], depth + 1)
        if kind in ("str", "cat") and self.table.data.get("CALLS_TEXT"):
            return single(self.value(node, depth + 1)) or "object"
        if kind == "call":
            return self.name_of_call(node, depth)
        if kind == "path":
            return str(self.table.data.get("PATH_TYPE", "object"))
        if kind == "each":
            inner = self.name_of(node[1], depth + 1)
            return self.table.data.get("PATH_TYPE", "") if inner.endswith(PATH_LISTS) else ""
        if kind == "function":
            return "function"
        return "object" if kind in ("str", "list", "cat", "object", "num", "any") else ""

    def fields_of(self, node: Node) -> dict[str | None, Node]:
        """The fields of an object that is written out, where the name stands for nothing else."""
        bound = self.program.bindings.get(node[1], ()) if node[0] == "name" else (node,)
        fields: dict[str | None, Node] = bound[0][1] if len(bound) == 1 and bound[0][0] == "object" else {}
        return fields

    def member(self, head: str, key: str) -> str:
        """`globalThis.eval` is `eval`, `os.__dict__["system"]` is `os.system`: what only holds names is left out."""
        if head in self.table.data.get("HOLDERS", ()):
            return key
        return f"{head.removesuffix('.__dict__')}.{key}"

    def name_of_name(self, name: str, depth: int) -> str:
        found = self.program.names.get(name)
        if found is not None:
            return found
        bound = self.program.bindings.get(name, ())
        if len(bound) == 1 and name not in self.resolving and bound[0][0] in FOLLOWED:
            self.resolving.add(name)
            found = self.name_of(bound[0], depth + 1)
            self.resolving.discard(name)
            return found or name
        if bound and self.table.data.get("CALLS_TEXT"):  # PHP: $f = "system"; $f("x")
            return single(self.value(("name", name), depth + 1)) or name
        return name

    def name_of_call(self, node: Node, depth: int) -> str:
        inner = self.name_of(node[1], depth + 1)
        if inner in self.table.data.get("IMPORTERS", ()):
            module = single(self.value(node[2][0], depth + 1)) if node[2] else None
            return module_name(module) if module is not None else inner + "()"
        if inner.rpartition(".")[2] in self.table.data.get("NAMERS", ()) and node[2]:
            return single(self.value(node[2][0], depth + 1)) or inner + "()"
        if inner in self.table.data.get("MIRRORS", ()) and node[2]:
            return self.name_of(node[2][0], depth + 1)
        if inner in self.table.data.get("GETTERS", ()) and len(node[2]) > 1:
            key = single(self.value(node[2][1], depth + 1))
            head = self.name_of(node[2][0], depth + 1)
            if key is not None and head:
                return f"{head}.{key}"
        return inner + "()" if inner else ""

    def value(self, node: Node, depth: int = 0) -> Value:
        self.steps += 1
        if depth > MOST_DEPTH or self.steps > MOST_STEPS:
            return beyond()
        kind = node[0]
        if kind == "str":
            self.parts.append(node[1])
            unsure = HIDDEN in node[1] or (self.unsure and ("$" in node[1] or "`" in node[1]))
            return Value(((node[1], unsure, False),))
        if kind == "num":
            return plain(str(node[1]))
        if kind == "value":
            given: Value = node[1]
            return given
        if kind == "name":
            return self.value_of_name(node[1], depth)
        if kind == "list":
            items = tuple(self.value(item, depth + 1) for item in node[1])
            return Value(UNKNOWN.texts, items)
        if kind == "cat" or kind == "path":
            return self.joined(node[1], kind == "path", depth)
        if kind == "any":
            return union(self.value(item, depth + 1) for item in node[1])
        if kind == "each":
            if node[1][0] == "many" and node[1][2] == "":
                return self.value(node[1][1], depth + 1)
            return self.element(self.value(node[1], depth + 1))
        if kind == "many":
            return self.comprehended(node, depth)
        if kind == "call":
            from policyhooks.shell.inline.values import fold_call

            return fold_call(self, node, depth)
        if kind == "index":
            return self.indexed(node, depth)
        if kind == "attr":
            return self.attribute(node, depth)
        return UNKNOWN

    def comprehended(self, node: Node, depth: int) -> Value:
        """A comprehension over a list that is written out: its element for each of the items."""
        _, element, name, items = node
        listed = self.value(items, depth + 1).items if name else None
        if listed is None or name in self.resolving:
            return UNKNOWN
        if len(listed) > MOST_ITEMS:
            return beyond()
        bound = self.program.bindings.get(name, [])
        found = []
        for item in listed:
            self.program.bindings[name] = [("value", item)]
            found.append(self.value(element, depth + 1))
        self.program.bindings[name] = bound
        return Value(UNKNOWN.texts, tuple(found))

    def value_of_name(self, name: str, depth: int) -> Value:
        place = self.table.data.get("CONSTANTS", {}).get(name)
        if place is not None:
            return plain(place)
        bound = self.program.bindings.get(name)
        if not bound or name in self.resolving:
            return UNKNOWN
        if len(bound) > MOST_OPTIONS:
            return beyond()
        self.resolving.add(name)
        found = union(self.value(node, depth + 1) for node in bound)
        self.resolving.discard(name)
        return found

    def joined(self, nodes: Iterable[Node], path: bool, depth: int) -> Value:
        values = [self.value(node, depth + 1) for node in nodes]
        if not path and any(value.items is not None for value in values):
            items = [item for value in values for item in (value.items if value.items is not None else (UNKNOWN,))]
            return Value(UNKNOWN.texts, tuple(items))
        texts: tuple[Text, ...] = (("", False, False),)
        first = True
        for value in values:
            if len(texts) * len(value.texts) > MOST_OPTIONS:
                value = beyond()
            join = join_paths if path and not first else join_texts
            texts = tuple(join(left, right) for left in texts for right in value.texts)
            if any(len(text) > LONGEST for text, _, _ in texts):
                return beyond()
            first = False
        return Value(texts)

    def element(self, value: Value) -> Value:
        if value.items is not None:
            return union(value.items)
        return value if any(glob for _, _, glob in value.texts) else UNKNOWN

    def indexed(self, node: Node, depth: int) -> Value:
        head = self.name_of(node[1], depth + 1)
        data = self.table.data
        if head in data.get("ENVIRONMENTS", ()):
            return environment(single(self.value(node[2], depth + 1)))
        if head in data.get("GLOBS", ()):
            found = self.value(node[2], depth + 1)
            return Value(tuple((text, dynamic, True) for text, dynamic, _ in found.texts))
        if head in data.get("ARGUMENTS", ()) and node[2][0] == "num":
            return self.argument(int(node[2][1]) - data.get("FIRST_ARGUMENT", 1))
        kept = self.fields_of(node[1]).get(single(self.value(node[2], depth + 1)))
        if kept is not None:
            return self.value(kept, depth + 1)
        base = self.value(node[1], depth + 1)
        if base.items is not None:
            if node[2][0] == "num" and -len(base.items) <= node[2][1] < len(base.items):
                return base.items[int(node[2][1])]
            return union(base.items)
        return base if any(glob for _, _, glob in base.texts) else UNKNOWN

    def argument(self, index: int) -> Value:
        if self.argv is None or not 0 <= index < len(self.argv):
            return UNKNOWN
        return Value((self.argv[index],))

    def attribute(self, node: Node, depth: int) -> Value:
        data = self.table.data
        kept = self.fields_of(node[1]).get(node[2])
        if kept is not None:
            return self.value(kept, depth + 1)
        head = self.name_of(node[1], depth + 1)
        if head in data.get("ENVIRONMENTS", ()):
            return environment(node[2])
        place = data.get("CONSTANTS", {}).get(f"{head}.{node[2]}")
        if place is not None:
            return plain(place)
        if self.table.folds.get(f"{head}.{node[2]}") in ("home", "cwd", "tmp"):  # Ruby: Dir.home
            return self.value(("call", node, (), {}), depth + 1)
        if node[2] == "parent":
            from policyhooks.shell.inline.values import parent

            return parent(self.value(node[1], depth + 1))
        return UNKNOWN


FOLLOWED = ("name", "attr", "call", "path", "each", "index")
PATH_LISTS = (".rglob()", ".glob()", ".iterdir()", ".walk()")


def module_name(text: str) -> str:
    """`node:fs/promises` is `fs.promises`, `Net::HTTP` is `Net.HTTP`."""
    text = text.removeprefix("node:").removeprefix("jsr:").removeprefix("npm:")
    return text.replace("::", ".").replace("/", ".") if not text.startswith((".", "/")) else text


def single(value: Value) -> str | None:
    """The one text that the value certainly is."""
    if len(value.texts) == 1 and value.items is None and value.known and not value.texts[0][2]:
        return value.texts[0][0]
    return None


def union(values: Iterable[Value]) -> Value:
    texts: dict[Text, None] = {}
    items: list[Value] = []
    lists = True
    for value in values:
        texts.update(dict.fromkeys(value.texts))
        lists = lists and value.items is not None
        items += value.items or ()
    if not texts:
        return UNKNOWN
    if len(texts) > MOST_OPTIONS * 4:
        return beyond()
    return Value(tuple(texts), tuple(items) if lists else None)


def join_texts(left: Text, right: Text) -> Text:
    return left[0] + right[0], left[1] or right[1], left[2] or right[2]


def join_paths(left: Text, right: Text) -> Text:
    if right[0].startswith(("/", "~")):
        return right
    return f"{left[0].rstrip('/') if left[0] != '/' else ''}/{right[0]}", left[1] or right[1], left[2] or right[2]


def environment(name: str | None) -> Value:
    if name in ("HOME", "USERPROFILE"):
        return plain("~")
    if name == "PWD":
        return plain(".")
    return Value((("$" + name, True, False),)) if name else UNKNOWN
