"""Lowers literals, names, selections, indexing and collections."""

from __future__ import annotations

import ast
from keyword import iskeyword

from policyhooks.cel import python
from policyhooks.cel.emission import Code, Emission
from policyhooks.cel.names import Reference
from policyhooks.cel.nodes import (
    Bind,
    Ident,
    Index,
    ListLiteral,
    Literal,
    MapLiteral,
    Present,
    Select,
    Struct,
)
from policyhooks.cel.types import INT, STRING


class Values(Emission):
    """Everything that is not an operator, a call or a loop."""

    def _literal(self, node: Literal) -> Code:
        tree = python.constant(node.value)
        return Code(self.use("numbers", "UInt", tree) if node.kind == "uint" else tree, True)

    def _ident(self, node: Ident) -> Code:
        reference = self.checked.references.get(node)
        return self._reference(reference) if reference else self.fail("a name is not declared")

    def _reference(self, reference: Reference) -> Code:
        if reference.kind == "local":
            return self.scope[reference.name]
        if reference.kind == "type":
            return Code(self.use("kinds", "type_named", python.constant(reference.name)), True)
        source = self.names.get(reference.name)
        if source is None:
            raise ValueError(f"no Python name is given for the variable `{reference.name}`")
        tree = ast.parse(source, mode="eval").body
        return Code(tree, reference.name not in self.checked.environment.may_fail)

    def _select(self, node: Select) -> Code:
        reference = self.checked.references.get(node)
        if reference:
            return self._reference(reference)
        operand, kind = self.emit(node.operand), self.kind(node.operand)
        key = python.constant(node.field)
        if node.optional:
            known = kind.name in ("map", "optional") and (kind.name == "map" or kind.parameters[0].name == "map")
            return Code(self.use("optionals", "select_optional", operand.tree, key), operand.total and known)
        if kind.name in self.checked.environment.records:
            field = node.field + "_" if iskeyword(node.field) else node.field
            return Code(python.attribute(operand.tree, field), operand.total)
        if kind.name == "map":
            return Code(self.use("access", "lookup", operand.tree, key), False)
        return Code(self.use("access", "select", operand.tree, key), False)

    def _present(self, node: Present) -> Code:
        operand, kind = self.emit(node.operand), self.kind(node.operand)
        key = python.constant(node.field)
        if kind.name == "map":
            return Code(python.compare(key, ast.In(), operand.tree), operand.total)
        return Code(self.use("access", "present", operand.tree, key), False)

    def _index(self, node: Index) -> Code:
        operand, index = self.emit(node.operand), self.emit(node.index)
        kind, index_kind = self.kind(node.operand), self.kind(node.index)
        if node.optional:
            return Code(self.use("optionals", "at_optional", operand.tree, index.tree), False)
        if kind.name == "list" and index_kind == INT:
            return Code(self.use("access", "item", operand.tree, index.tree), False)
        if kind.name == "map" and index_kind == STRING:
            return Code(self.use("access", "lookup", operand.tree, index.tree), False)
        return Code(self.use("access", "at", operand.tree, index.tree), False)

    def _listliteral(self, node: ListLiteral) -> Code:
        codes = [self.emit(item) for item in node.items]
        total = all(code.total for code in codes)
        if any(node.optional):
            entries = [
                python.tuple_of((python.constant(optional), code.tree))
                for code, optional in zip(codes, node.optional, strict=True)
            ]
            return Code(self.use("optionals", "build_list", *entries), False)
        if all(isinstance(item, Literal) and item.kind != "uint" for item in node.items):
            return Code(python.tuple_of([code.tree for code in codes]), True)  # a constant of the compiled code
        return Code(ast.List([code.tree for code in codes], python.LOAD), total)

    def _mapliteral(self, node: MapLiteral) -> Code:
        keys, values = [self.emit(key) for key in node.keys], [self.emit(value) for value in node.values]
        texts = [key.value for key in node.keys if isinstance(key, Literal) and isinstance(key.value, str)]
        if len(set(texts)) == len(keys) and not any(node.optional):
            total = all(code.total for code in values)
            return Code(ast.Dict([code.tree for code in keys], [code.tree for code in values]), total)
        entries = [
            python.tuple_of((python.constant(optional), key.tree, value.tree))
            for key, value, optional in zip(keys, values, node.optional, strict=True)
        ]
        return Code(self.use("maps", "build_map", *entries), False)

    def _struct(self, node: Struct) -> Code:
        return self.fail("a message type is not declared")

    def _bind(self, node: Bind) -> Code:
        """A value that may fail is computed where the body asks for it, so that `||` can absorb its error."""
        value = self.emit(node.value)
        local = self.new_local()
        given, name = value.tree, python.name(local)
        if not value.total:
            given, name = self.use("logic", "Lazy", python.function((), value.tree)), python.call(name)
        body = self.emit_within({node.name: Code(name, value.total)}, node.body)
        return Code(python.call(python.function((local,), body.tree), given), body.total)
