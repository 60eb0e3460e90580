"""Values of expressions of inline code, as far as they are written out. Nothing is run.

It knows no syntax; values of calls are in call_values.py.
"""

from __future__ import annotations

from policyhooks.shell.inline.nodes import (
    Array,
    Call,
    Comprehension,
    Either,
    Element,
    Joined,
    JoinedPath,
    Known,
    Literal,
    Member,
    Name,
    Number,
    Subscript,
)
from policyhooks.shell.inline.values.full_names import MOST_DEPTH, MOST_STEPS, NameResolver
from policyhooks.shell.inline.values.value import (
    HIDDEN,
    MOST_OPTIONS,
    TEMPORARY,
    UNKNOWN,
    Value,
    beyond,
    environment,
    joined,
    list_of,
    plain,
    single,
    union,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from policyhooks.shell.inline.nodes import Node

MOST_ITEMS = 500


class Resolver(NameResolver):
    """Works out full names and values of expressions of one outline."""

    def value(self, node: Node, depth: int = 0) -> Value:
        self.steps += 1
        if depth > MOST_DEPTH or self.steps > MOST_STEPS:
            return beyond()
        reader = VALUES.get(type(node))
        return UNKNOWN if reader is None else reader(self, node, depth)

    def value_of_literal(self, node: Literal, depth: int) -> Value:
        text = node.text
        self.parts.append(text)
        unsure = HIDDEN in text or (self.unsure and ("$" in text or "`" in text))
        return Value(((text, unsure, False),))

    def value_of_number(self, node: Number, depth: int) -> Value:
        return plain(str(node.value))

    def value_of_known(self, node: Known, depth: int) -> Value:
        return node.value

    def value_of_name(self, node: Name, depth: int) -> Value:
        name = node.name
        place = self.table.data.get("CONSTANTS", {}).get(name)
        if place is not None:
            return plain(place)
        bound = self.outline.bindings.get(name)
        if not bound or name in self.resolving:
            return UNKNOWN
        if len(bound) > MOST_OPTIONS:
            return beyond()
        self.resolving.add(name)
        found = union(self.value(item, depth + 1) for item in bound)
        self.resolving.discard(name)
        return found

    def value_of_array(self, node: Array, depth: int) -> Value:
        return list_of([self.value(item, depth + 1) for item in node.items])

    def value_of_joined(self, node: Joined, depth: int) -> Value:
        values = [self.value(item, depth + 1) for item in node.items]
        if any(value.items is not None for value in values):  # lists one behind the other
            return list_of(
                [item for value in values for item in (value.items if value.items is not None else (UNKNOWN,))]
            )
        return joined(values, paths=False)

    def value_of_path(self, node: JoinedPath, depth: int) -> Value:
        return joined([self.value(item, depth + 1) for item in node.items], paths=True)

    def value_of_either(self, node: Either, depth: int) -> Value:
        return union(self.value(item, depth + 1) for item in node.items)

    def value_of_element(self, node: Element, depth: int) -> Value:
        source = node.source
        if isinstance(source, Comprehension) and not source.name:
            return self.value(source.element, depth + 1)
        value = self.value(source, depth + 1)
        if value.items is not None:
            return union(value.items)
        return value if value.lists_files or value.texts == TEMPORARY.texts else UNKNOWN

    def value_of_comprehension(self, node: Comprehension, depth: int) -> Value:
        """A comprehension over a list that is written out: its element for each of the items."""
        name = node.name
        items = self.value(node.source, depth + 1).items if name else None
        if items is None or name in self.resolving:
            return UNKNOWN
        if len(items) > MOST_ITEMS:
            return beyond()
        bindings = self.outline.bindings
        bound = bindings.get(name, [])
        found = []
        for item in items:
            bindings[name] = [Known(item)]
            found.append(self.value(node.element, depth + 1))
        bindings[name] = bound
        return list_of(found)

    def value_of_call(self, node: Call, depth: int) -> Value:
        from policyhooks.shell.inline.values.call_values import fold_call

        return fold_call(self, node, depth)

    def value_of_subscript(self, node: Subscript, depth: int) -> Value:
        head = self.name_of(node.owner, depth + 1)
        data = self.table.data
        key = node.key
        if head in data.get("ENVIRONMENTS", ()):
            return environment(single(self.value(key, depth + 1)))
        if head in data.get("GLOBS", ()):
            return self.value(key, depth + 1).as_glob()
        if head in data.get("ARGUMENTS", ()) and isinstance(key, Number):
            return self.argument(key.value - data.get("FIRST_ARGUMENT", 1))
        text = single(self.value(key, depth + 1))
        kept = None if text is None else self.fields_of(node.owner).get(text)
        if kept is not None:
            return self.value(kept, depth + 1)
        return self.item(self.value(node.owner, depth + 1), key)

    def item(self, whole: Value, key: Node) -> Value:
        """One item of a list, or any of them."""
        items = whole.items
        if items is None:  # mkstemp gives a descriptor and a name
            return whole if whole.lists_files or whole.texts == TEMPORARY.texts else UNKNOWN
        if isinstance(key, Number) and -len(items) <= key.value < len(items):
            return items[key.value]
        return union(items)

    def argument(self, index: int) -> Value:
        """One of the words that the code gets as its arguments."""
        if self.argv is None or not 0 <= index < len(self.argv):
            return UNKNOWN
        return Value((self.argv[index],))

    def value_of_member(self, node: Member, depth: int) -> Value:
        data = self.table.data
        kept = self.fields_of(node.owner).get(node.name)
        if kept is not None:
            return self.value(kept, depth + 1)
        head = self.name_of(node.owner, depth + 1)
        if head in data.get("ENVIRONMENTS", ()):
            return environment(node.name)
        name = f"{head}.{node.name}"
        place = data.get("CONSTANTS", {}).get(name)
        if place is not None:
            return plain(place)
        if self.table.folds.get(name) in ("home", "cwd", "tmp"):  # Ruby: Dir.home
            return self.value(Call(node, (), {}), depth + 1)
        if node.name == "parent":
            from policyhooks.shell.inline.values.call_values import parent

            return parent(self.value(node.owner, depth + 1))
        if node.name == "name" and self.value(node.owner, depth + 1).texts == TEMPORARY.texts:
            return TEMPORARY  # the name of a temporary file that is open
        return UNKNOWN


VALUES: dict[type[Node], Callable[[Resolver, Any, int], Value]] = {
    Literal: Resolver.value_of_literal,
    Number: Resolver.value_of_number,
    Known: Resolver.value_of_known,
    Name: Resolver.value_of_name,
    Array: Resolver.value_of_array,
    Joined: Resolver.value_of_joined,
    JoinedPath: Resolver.value_of_path,
    Either: Resolver.value_of_either,
    Element: Resolver.value_of_element,
    Comprehension: Resolver.value_of_comprehension,
    Call: Resolver.value_of_call,
    Subscript: Resolver.value_of_subscript,
    Member: Resolver.value_of_member,
}
