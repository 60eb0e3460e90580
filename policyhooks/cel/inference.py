"""Infers the type of every part of an expression and collects the problems on the way.

Where a type is open (dyn) nothing is refused here: the lowered code then checks the value.
"""

from __future__ import annotations

from policyhooks.cel.names import TYPE_NAMES, Reference, candidates, dotted, root_of, suggest
from policyhooks.cel.nodes import (
    Bind,
    Comprehension,
    Ident,
    Index,
    ListLiteral,
    Literal,
    MapLiteral,
    Node,
    Present,
    Select,
    Struct,
)
from policyhooks.cel.operator_types import OperatorTypes
from policyhooks.cel.types import (
    BOOL,
    DYN,
    ERROR,
    INT,
    NUMBERS,
    STRING,
    TYPE,
    UINT,
    Type,
    agrees,
    is_open,
    join,
    list_of,
    map_of,
    optional_of,
)

_MAP_KEYS = frozenset({BOOL, INT, UINT, STRING})


class Inference(OperatorTypes):
    """One walk over an expression."""

    def infer(self, node: Node) -> Type:
        """The type of a node; remembers it and every problem below."""
        method = getattr(self, f"_{type(node).__name__.lower()}")
        kind = method(node)
        assert isinstance(kind, Type)
        self.types[node] = kind
        return kind

    def _literal(self, node: Literal) -> Type:
        return Type(node.kind)

    def _ident(self, node: Ident) -> Type:
        return self._resolve(node) or self._unknown_name(node)

    def _resolve(self, node: Ident | Select) -> Type | None:
        """The type of a name that is declared, whole and with its dots; the longest name wins (see _select)."""
        parts = dotted(node)
        root = root_of(node)
        if not parts or not isinstance(root, Ident):
            return None
        if not root.absolute and parts[0] in self.scope:
            if len(parts) > 1:
                return None
            self.references[node] = Reference("local", parts[0])
            return self.scope[parts[0]]
        for name in candidates(".".join(parts), self.environment.container, absolute=root.absolute):
            if name in self.environment.variables:
                self.references[node] = Reference("variable", name)
                return self.environment.variables[name]
            if name in TYPE_NAMES:
                self.references[node] = Reference("type", name)
                return TYPE
        return None

    def _unknown_name(self, node: Node) -> Type:
        known = {name.partition(".")[0] for name in self.environment.variables} | set(self.scope)
        name = node.name if isinstance(node, Ident) else ""
        self.report(node, "unknown-name", f"unknown name `{name}`", suggest(name, known))
        return ERROR

    def _select(self, node: Select) -> Type:
        known = None if node.optional else self._resolve(node)
        if known is not None:
            return known
        operand = node.operand
        if isinstance(operand, Ident) and self._is_namespace(operand):
            full = f"{operand.name}.{node.field}"
            self.report(node, "unknown-name", f"unknown name `{full}`", suggest(full, self.environment.variables))
            self.types[operand] = ERROR
            return ERROR
        kind = self.infer(operand)
        inner = kind.parameters[0] if kind.name == "optional" else kind
        result = self._field(inner, node.field, node.field_start, node.end)
        return optional_of(result) if node.optional or kind.name == "optional" else result

    def _is_namespace(self, node: Ident) -> bool:
        """Whether a name is only the first part of dotted variables, such as `lists`."""
        if node.name in self.scope or node.name in self.environment.variables:
            return False
        return any(name.startswith(f"{node.name}.") for name in self.environment.variables)

    def _field(self, kind: Type, field: str, start: int, end: int) -> Type:
        if is_open(kind):
            return DYN
        if kind.name == "map":
            if not agrees(kind.parameters[0], STRING):
                self.report_at(start, end, "type-mismatch", f"`{kind}` has no string keys")
            return kind.parameters[1]
        fields = self.environment.records.get(kind.name)
        if fields is None:
            self.report_at(start, end, "type-mismatch", f"`{kind}` has no fields")
            return ERROR
        if field not in fields:
            self.report_at(start, end, "unknown-field", f"`{kind}` has no field `{field}`", suggest(field, fields))
            return ERROR
        return fields[field]

    def _present(self, node: Present) -> Type:
        kind = self.infer(node.operand)
        inner = kind.parameters[0] if kind.name == "optional" else kind
        self._field(inner, node.field, node.field_start, node.field_start + len(node.field))
        if inner.name in self.environment.records and node.field in self.environment.records[inner.name]:
            message = f"`{node.field}` is a declared field and always there"
            self.report(node, "always-present", message, "ask `supplied(...)` whether the event carries it")
        return BOOL

    def _index(self, node: Index) -> Type:
        kind, index = self.infer(node.operand), self.infer(node.index)
        inner = kind.parameters[0] if kind.name == "optional" else kind
        result: Type = DYN
        if inner.name == "list":
            result = inner.parameters[0]
            self.expect(node.index, index, INT, "a list index")
        elif inner.name == "map":
            result = inner.parameters[1]
            if not (index in NUMBERS and inner.parameters[0] in NUMBERS):
                self.expect(node.index, index, inner.parameters[0], "the key of this map")
        elif not is_open(inner):
            self.report(node.operand, "type-mismatch", f"`{inner}` cannot be indexed")
            result = ERROR
        return optional_of(result) if node.optional or kind.name == "optional" else result

    def _listliteral(self, node: ListLiteral) -> Type:
        kinds = [self._entry(item, optional) for item, optional in zip(node.items, node.optional, strict=True)]
        return list_of(self._join_all(kinds))

    def _entry(self, node: Node, optional: bool) -> Type:
        kind = self.infer(node)
        if not optional:
            return kind
        if kind.name == "optional":
            return kind.parameters[0]
        self.expect(node, kind, optional_of(DYN), "an entry with `?`")
        return DYN

    def _join_all(self, kinds: list[Type]) -> Type:
        joined = kinds[0] if kinds else DYN
        for kind in kinds[1:]:
            joined = join(joined, kind)
        return joined

    def _mapliteral(self, node: MapLiteral) -> Type:
        keys = []
        for key in node.keys:
            keys.append(self.infer(key))
            if keys[-1] not in _MAP_KEYS and not is_open(keys[-1]):
                self.report(key, "type-mismatch", f"`{keys[-1]}` cannot be the key of a map")
        values = [self._entry(value, optional) for value, optional in zip(node.values, node.optional, strict=True)]
        return map_of(self._join_all(keys), self._join_all(values))

    def _struct(self, node: Struct) -> Type:
        for value in node.values:
            self.infer(value)
        self.report(node, "unknown-type", f"unknown message type `{node.name}`")
        return ERROR

    def _bind(self, node: Bind) -> Type:
        return self.infer_within({node.name: self.infer(node.value)}, node.body)

    def _comprehension(self, node: Comprehension) -> Type:
        return self.infer_comprehension(node)
