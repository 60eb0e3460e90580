"""What is known while the calls of one outline are gone through: names, arguments and their values, and what was found.

It knows how arguments are found and where values come from; what is done with them is said in the modules beside it.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.inline.effects import Effects
from policyhooks.shell.inline.language_table import tables_of
from policyhooks.shell.inline.nodes import Call, Comprehension, Element, Fields, Member, Name, Several, Subscript
from policyhooks.shell.inline.values.expression_values import Resolver
from policyhooks.shell.inline.values.value import flat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.nodes import Node
    from policyhooks.shell.inline.outline import Outline
    from policyhooks.shell.inline.values.value import Text, Value

MOST_WALKED = 400


class CallContext:
    """The outline of one text, what its names stand for, and the effects that are found."""

    def __init__(self, lang: str, outline: Outline, unsure: bool, argv: tuple[Text, ...] | None, nested: int) -> None:
        self.lang = lang
        self.outline = outline
        self.table = tables_of(lang)
        self.names = Resolver(outline, self.table, unsure, argv)
        self.nested = nested
        self.effects = Effects()
        self.used: set[str] = set()  # strings that calls have explained
        self.chdirs: list[Text] = []
        self.passed: dict[str, int] = {}  # functions that were followed into a call that takes them

    # What a name does

    def effect_named(self, name: str) -> str:
        """The effect of a function by its full name."""
        return self.table.effects.get(name) or self.table.effects.get(shortened(name)) or ""

    def effect_of(self, name: str, node: Call) -> str:
        """The effect of a call: by its full name, by what was imported, or by the name of the method."""
        table = self.table
        for known in (name, name.replace("()", ""), shortened(name)):
            found = table.effects.get(known)
            if found is not None:
                return found
        function = node.function
        last = name.rpartition(".")[2] if name else function.name if isinstance(function, Member) else ""
        loose = self.loose_effect(name, last)
        if loose:
            return loose
        method = table.methods.get(last, "")
        return method if isinstance(function, (Member, Subscript)) or "self" not in method else ""

    def loose_effect(self, name: str, last: str) -> str:
        """The effect of a name that counts wherever its module is imported."""
        if name.startswith("object."):
            return ""
        for module, effects in self.table.data.get("LOOSE", {}).items():
            found = [str(effect) for effect, names in effects.items() if last in names.split()]
            if found and module in self.effects.imports:
                return found[0]
        return ""

    # Arguments

    def node_at(self, node: Call, where: str) -> Node | None:
        """The argument that a place names: an index, `self`, or an index with names under which it may be given."""
        place, _, keyword = where.partition("/")
        if place == "self":
            return node.function.owner if isinstance(node.function, (Member, Subscript)) else None
        if place and len(node.arguments) > int(place):
            return node.arguments[int(place)]
        for key in keyword.split("|") if keyword else ():
            if key in node.named:
                return node.named[key]
        return None

    def value_at(self, node: Call, where: str) -> Value | None:
        found = self.node_at(node, where)
        return None if found is None else self.resolve(found)

    def resolve(self, node: Node) -> Value:
        """Its value; the strings that it is made of are explained by it."""
        self.names.parts.clear()
        value = self.names.value(node)
        self.used.update(self.names.parts)
        return value

    def texts(self, node: Call, where: str) -> list[Text]:
        """The texts of an argument; the items of a list one by one."""
        if where == "*":
            return [text for index in range(len(node.arguments)) for text in self.texts(node, str(index))]
        value = self.value_at(node, where)
        return [] if value is None else flat(value)

    def field(self, node: Call, key: str) -> Value | None:
        """`{key: value}` among the arguments, or a keyword."""
        found = node.named.get(key)
        for item in node.arguments:
            if found is None and isinstance(item, Fields):
                found = item.fields.get(key)
        return None if found is None else self.resolve(found)

    def made_by(self, node: Call) -> set[str]:
        """Whether the arguments are made by calls that decode or fetch, through the names that they are bound to."""
        found: set[str] = set()
        waiting: list[Node] = list(node.arguments)
        seen: set[str] = set()
        for _ in range(MOST_WALKED):
            if not waiting:
                break
            item = waiting.pop()
            if isinstance(item, Call):
                found |= self.maker(item)
                waiting += [item.function, *item.arguments]
            elif isinstance(item, Name):
                if item.name not in seen:
                    seen.add(item.name)
                    waiting += self.outline.bindings.get(item.name, ())
            else:
                waiting += parts_of(item)
        if waiting:
            reach("too_much_code")
        return found

    def maker(self, node: Call) -> set[str]:
        """Whether the call itself decodes or fetches."""
        effect = self.effect_of(self.names.name_of(node.function), node)
        if "decode" in effect:
            return {"decode"}
        return {"fetch"} if effect.startswith(("url", "fetch", "web")) else set()


def parts_of(node: Node) -> tuple[Node, ...]:
    """The expressions that an expression is made of."""
    if isinstance(node, Several):
        return node.items
    if isinstance(node, Member):
        return (node.owner,)
    if isinstance(node, Subscript):
        return (node.owner, node.key)
    if isinstance(node, Element):
        return (node.source,)
    return (node.element, node.source) if isinstance(node, Comprehension) else ()


def shortened(name: str) -> str:
    """`fs.promises.rm`, `fs.rmSync`: `fs.rm`."""
    return name.replace("()", "").replace(".promises.", ".").removesuffix("Sync")
