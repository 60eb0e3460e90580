"""What must hold for a condition to be true: facts from which an index can rule it out without evaluating it.

Only facts that cannot fail count. Where such a fact is false the whole conjunction is false, whatever the other
operands come to: `&&` absorbs their errors. So a rule that an index leaves out would not have erred either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from policyhooks.cel import patterns
from policyhooks.cel.check import Checked
from policyhooks.cel.nodes import Binary, Call, Comprehension, Ident, ListLiteral, Literal, Logical, Node, Select
from policyhooks.cel.types import STRING

EQUALS, CONTAINS = "equals", "contains"
NO_LISTS: Mapping[str, Sequence[str]] = MappingProxyType({})
NO_DEFINITIONS: Mapping[str, Checked] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Fact:
    """The string at `path` equals, or contains, one of `values`.

    A path is dotted (`mcp.server`); `[]` is some element of a list (`shell.commands[].name`).
    """

    path: str
    operator: str
    values: frozenset[str]


def required(
    checked: Checked,
    lists: Mapping[str, Sequence[str]] = NO_LISTS,
    definitions: Mapping[str, Checked] = NO_DEFINITIONS,
) -> tuple[Fact, ...]:
    """The facts of a condition. `lists` are values of list variables, `definitions` the conditions behind variables."""
    return tuple(dict.fromkeys(_Facts(checked, lists, definitions, 0).of(checked.node, {})))


class _Facts:
    """One walk. `scope` maps the names that macros bind to paths."""

    def __init__(
        self,
        checked: Checked,
        lists: Mapping[str, Sequence[str]],
        definitions: Mapping[str, Checked],
        depth: int,
    ) -> None:
        self.checked = checked
        self.lists = lists
        self.definitions = definitions
        self.depth = depth

    def of(self, node: Node, scope: Mapping[str, str]) -> list[Fact]:
        match node:
            case Logical(operator="&&"):
                return [fact for operand in node.operands for fact in self.of(operand, scope)]
            case Logical(operator="||"):
                return _either([self.of(operand, scope) for operand in node.operands])
            case Binary(operator="==" | "in"):
                return self._comparison(node, scope)
            case Call():
                return self._call(node, scope)
            case Comprehension(macro="exists"):
                return self._exists(node, scope)
            case Ident() | Select():
                return self._definition(node)
        return []

    def _exists(self, node: Comprehension, scope: Mapping[str, str]) -> list[Fact]:
        path = self._path(node.range, scope)
        if not path or len(node.names) != 1 or node.test is None or self.checked.type_of(node.range).name != "list":
            return []
        return self.of(node.test, {**scope, node.names[0]: f"{path}[]"})

    def _definition(self, node: Node) -> list[Fact]:
        reference = self.checked.references.get(node)
        inner = self.definitions.get(reference.name) if reference and reference.kind == "variable" else None
        if inner is None or self.depth > 16:
            return []
        return _Facts(inner, self.lists, self.definitions, self.depth + 1).of(inner.node, {})

    def _comparison(self, node: Binary, scope: Mapping[str, str]) -> list[Fact]:
        if node.operator == "==":
            for one, other in ((node.left, node.right), (node.right, node.left)):
                if isinstance(other, Literal) and isinstance(other.value, str):
                    return self._fact(one, scope, EQUALS, [other.value])
            return []
        if isinstance(node.left, Literal) and isinstance(node.left.value, str):
            path = self._path(node.right, scope)
            kind = self.checked.type_of(node.right)
            is_texts = kind.name == "list" and kind.parameters[0] == STRING
            return [Fact(f"{path}[]", EQUALS, frozenset({node.left.value}))] if path and is_texts else []
        values = self._values(node.right)
        return self._fact(node.left, scope, EQUALS, values) if values is not None else []

    def _values(self, node: Node) -> Sequence[str] | None:
        """The strings of a list that is known at build time."""
        if isinstance(node, ListLiteral):
            texts = [item.value for item in node.items if isinstance(item, Literal) and isinstance(item.value, str)]
            return texts if len(texts) == len(node.items) and not any(node.optional) else None
        reference = self.checked.references.get(node)
        return self.lists.get(reference.name) if reference and reference.kind == "variable" else None

    def _call(self, node: Call, scope: Mapping[str, str]) -> list[Fact]:
        found = self.checked.calls.get(node)
        if found is None or found[1] is None or node.target is None or len(node.arguments) != 1:
            return []
        argument = node.arguments[0]
        if not isinstance(argument, Literal) or not isinstance(argument.value, str):
            return []
        if node.name in ("contains", "startsWith", "endsWith"):
            return self._fact(node.target, scope, CONTAINS, [argument.value])
        if node.name == "matches":
            return self._fact(node.target, scope, CONTAINS, [patterns.required_literal(argument.value)])
        return []

    def _fact(self, node: Node, scope: Mapping[str, str], operator: str, values: Iterable[str]) -> list[Fact]:
        path = self._path(node, scope)
        texts = frozenset(values)
        if not path or self.checked.type_of(node) != STRING or (operator == CONTAINS and "" in texts):
            return []
        return [Fact(path, operator, texts)]

    def _path(self, node: Node, scope: Mapping[str, str]) -> str:
        """Where a value is in the event, when reading it cannot fail; else nothing."""
        reference = self.checked.references.get(node)
        if reference is not None:
            if reference.kind == "local":
                return scope.get(reference.name, "")
            fails = reference.name in self.checked.environment.may_fail
            return reference.name if reference.kind == "variable" and not fails else ""
        if isinstance(node, Select) and not node.optional:
            record = self.checked.type_of(node.operand).name in self.checked.environment.records
            path = self._path(node.operand, scope) if record else ""
            return f"{path}.{node.field}" if path else ""
        return ""


def _either(groups: list[list[Fact]]) -> list[Fact]:
    """What holds when one of several alternatives does: a fact about the same path in each of them."""
    combined: list[Fact] = []
    for first in groups[0]:
        values = set(first.values)
        for group in groups[1:]:
            other = next((fact for fact in group if (fact.path, fact.operator) == (first.path, first.operator)), None)
            if other is None:
                break
            values |= other.values
        else:
            combined.append(Fact(first.path, first.operator, frozenset(values)))
    return combined
