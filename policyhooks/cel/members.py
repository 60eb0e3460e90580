"""The lower half of the tree builder: literals, names, selections, calls, collections."""

from __future__ import annotations

from lark import Token, Tree

from policyhooks.cel import literals, macros
from policyhooks.cel.nodes import Call, Ident, Index, ListLiteral, Literal, MapLiteral, Node, Select, Struct
from policyhooks.cel.problems import Problem
from policyhooks.cel.words import KEYWORDS, RESERVED


class Members:
    """Builds nodes from the rules `member` and `primary`; the rules above them are the subclass's."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def build(self, tree: Tree[Token], depth: int) -> Node:
        raise NotImplementedError

    def _parts(self, tree: Tree[Token]) -> list[Tree[Token]]:
        return [child for child in tree.children if isinstance(child, Tree)]

    def _literal(self, tree: Tree[Token], depth: int) -> Node:
        token = tree.children[0]
        assert isinstance(token, Token)
        return self._literal_of(token, token.start_pos or 0)

    def _literal_of(self, token: Token, start: int, *, negative: bool = False) -> Node:
        end = token.end_pos or 0
        try:
            match token.type:
                case "INT_LIT":
                    return Literal(start, end, literals.read_int(token, negative=negative), "int")
                case "UINT_LIT":
                    return Literal(start, end, literals.read_uint(token), "uint")
                case "FLOAT_LIT":
                    value = literals.read_double(token)
                    return Literal(start, end, -value if negative else value, "double")
                case "STRING_LIT":
                    return Literal(start, end, literals.read_string(token), "string")
                case "BYTES_LIT":
                    return Literal(start, end, literals.read_bytes(token), "bytes")
                case "BOOL_LIT":
                    return Literal(start, end, token.value == "true", "bool")
        except literals.BadLiteral as bad:
            place = start + bad.start
            self.problems.append(Problem(place, place + bad.length, "bad-literal", bad.message))
        return Literal(start, end, None, "null_type")

    def _name(self, token: object, *, selector: bool = False) -> str:
        assert isinstance(token, Token)
        if token.type == "QUOTED":
            return str(token)[1:-1]
        if token in KEYWORDS or (token in RESERVED and not selector):
            start = token.start_pos or 0
            self.problems.append(Problem(start, start + len(token), "syntax", f"`{token}` is a reserved word"))
        return str(token)

    def _ident(self, tree: Tree[Token], depth: int) -> Node:
        return Ident(tree.meta.start_pos, tree.meta.end_pos, self._name(tree.children[0]))

    def _dot_ident(self, tree: Tree[Token], depth: int) -> Node:
        return Ident(tree.meta.start_pos, tree.meta.end_pos, self._name(tree.children[0]), absolute=True)

    def _ident_arg(self, tree: Tree[Token], depth: int) -> Node:
        return self._call(tree, None, depth, absolute=False)

    def _dot_ident_arg(self, tree: Tree[Token], depth: int) -> Node:
        return self._call(tree, None, depth, absolute=True)

    def _member_dot_arg(self, tree: Tree[Token], depth: int) -> Node:
        return self._call(tree, self.build(self._parts(tree)[0], depth), depth, absolute=False)

    def _call(self, tree: Tree[Token], target: Node | None, depth: int, *, absolute: bool) -> Node:
        token = next(child for child in tree.children if isinstance(child, Token))
        lists = [part for part in self._parts(tree) if part.data == "exprlist"]
        arguments = tuple(self.build(part, depth) for part in self._parts(lists[0])) if lists else ()
        call = Call(
            tree.meta.start_pos,
            tree.meta.end_pos,
            self._name(token, selector=target is not None),
            target,
            arguments,
            token.start_pos or 0,
            absolute,
        )
        return macros.expand(call, self.problems)

    def _member_dot(self, tree: Tree[Token], depth: int) -> Node:
        return self._select(tree, depth, optional=False)

    def _member_opt_dot(self, tree: Tree[Token], depth: int) -> Node:
        return self._select(tree, depth, optional=True)

    def _select(self, tree: Tree[Token], depth: int, *, optional: bool) -> Node:
        operand, field = self._parts(tree)[0], tree.children[-1]
        assert isinstance(field, Token)
        return Select(
            tree.meta.start_pos,
            tree.meta.end_pos,
            self.build(operand, depth),
            self._name(field, selector=True),
            optional,
            field.start_pos or 0,
            field.type == "QUOTED",
        )

    def _member_index(self, tree: Tree[Token], depth: int) -> Node:
        return self._index(tree, depth, optional=False)

    def _member_opt_index(self, tree: Tree[Token], depth: int) -> Node:
        return self._index(tree, depth, optional=True)

    def _index(self, tree: Tree[Token], depth: int, *, optional: bool) -> Node:
        operand, index = (self.build(part, depth) for part in self._parts(tree))
        return Index(tree.meta.start_pos, tree.meta.end_pos, operand, index, optional)

    def _list_lit(self, tree: Tree[Token], depth: int) -> Node:
        entries = [entry for group in self._parts(tree) for entry in self._parts(group)]
        items = tuple(self.build(self._parts(entry)[0], depth) for entry in entries)
        return ListLiteral(tree.meta.start_pos, tree.meta.end_pos, items, tuple(map(_is_optional, entries)))

    def _map_lit(self, tree: Tree[Token], depth: int) -> Node:
        entries = [entry for group in self._parts(tree) for entry in self._parts(group)]
        pairs = [[self.build(part, depth) for part in self._parts(entry)] for entry in entries]
        keys, values = tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)
        return MapLiteral(tree.meta.start_pos, tree.meta.end_pos, keys, values, tuple(map(_is_optional, entries)))

    def _member_object(self, tree: Tree[Token], depth: int) -> Node:
        operand, *groups = self._parts(tree)
        name = _dotted(self.build(operand, depth))
        if not name:
            self.problems.append(
                Problem(operand.meta.start_pos, operand.meta.end_pos, "syntax", "a type name is needed")
            )
        entries = [entry for group in groups for entry in self._parts(group)]
        names = tuple(
            self._name(
                next(child for child in entry.children if isinstance(child, Token) and child.type != "OPTIONAL"),
                selector=True,
            )
            for entry in entries
        )
        values = tuple(self.build(self._parts(entry)[0], depth) for entry in entries)
        return Struct(tree.meta.start_pos, tree.meta.end_pos, name, names, values)


def _is_optional(entry: Tree[Token]) -> bool:
    return any(isinstance(child, Token) and child.type == "OPTIONAL" for child in entry.children)


def _dotted(node: Node) -> str:
    """`a.b.c` when the node is nothing but names and dots, else nothing."""
    names: list[str] = []
    while isinstance(node, Select) and not node.optional and not node.quoted:
        names.append(node.field)
        node = node.operand
    if not isinstance(node, Ident):
        return ""
    names.append(("." if node.absolute else "") + node.name)
    return ".".join(reversed(names))
