"""Lowers macros over lists, maps and optionals: comprehensions of Python where no error has to be absorbed.

Loops inside loops draw on the budget of steps (evaluation.budget), because their cost multiplies.
"""

from __future__ import annotations

import ast

from policyhooks.cel import python
from policyhooks.cel.emission import Code, Emission
from policyhooks.cel.nodes import Comprehension
from policyhooks.cel.types import STRING


class Loops(Emission):
    """Comprehensions."""

    def _comprehension(self, node: Comprehension) -> Code:
        if node.macro in ("optMap", "optFlatMap"):
            return self._optional_map(node)
        over = self._range(node)
        names = tuple(self.new_local() for _ in node.names)
        local = {name: Code(python.name(given), True) for name, given in zip(node.names, names, strict=True)}
        self.loops += 1
        outer, self.scope = self.scope, {**self.scope, **local}
        test = self.boolean(node.test) if node.test is not None else None
        result = self.emit(node.result) if node.result is not None else None
        self.scope = outer
        self.loops -= 1
        if node.macro in ("all", "exists"):
            assert test is not None
            return self._quantifier(node, names, over, test)
        total = over.total and all(code.total for code in (test, result) if code is not None)
        loop = python.loop(names, over.tree, [test.tree] if test is not None else [])
        return self._collection(node, names, loop, result, total)

    def _range(self, node: Comprehension) -> Code:
        """What a loop runs over; what is no proved list or map of strings is looked at first."""
        code, kind = self.emit(node.range), self.kind(node.range)
        is_list, is_texts = kind.name == "list", kind.name == "map" and kind.parameters[0] == STRING
        tree = self._metered(code.tree) if kind.name in ("list", "map") else code.tree
        known = code.total and kind.name in ("list", "map")
        if len(node.names) == 1:
            return Code(tree if is_list or is_texts else self._metered_open("elements", code.tree, tree), known)
        if is_list:
            return Code(python.call(python.name("enumerate"), tree), known)
        if is_texts:
            return Code(python.call(python.attribute(tree, "items")), known)
        return Code(self._metered_open("pairs", code.tree, tree), known)

    def _metered_open(self, helper: str, bare: ast.expr, metered: ast.expr) -> ast.expr:
        if metered is not bare:  # a proved map: already metered
            return self.use("loops", helper, metered)
        return self._metered(self.use("loops", helper, bare))

    def _metered(self, tree: ast.expr) -> ast.expr:
        if self.checked.environment.limits is None or not self.loops:
            return tree
        return self.use("budget", "spend", tree)

    def _quantifier(self, node: Comprehension, names: tuple[str, ...], over: Code, test: Code) -> Code:
        """`all` and `exists`: an error in one element gives way to an element that decides."""
        if test.total:
            generator = ast.GeneratorExp(test.tree, python.loop(names, over.tree, []))
            builtin = "all" if node.macro == "all" else "any"
            return Code(python.call(python.name(builtin), generator), over.total)
        helper = ("every" if node.macro == "all" else "some") + ("_pair" if len(names) == 2 else "")
        return Code(self.use("loops", helper, over.tree, python.function(names, test.tree)), False)

    def _collection(
        self,
        node: Comprehension,
        names: tuple[str, ...],
        loop: list[ast.comprehension],
        result: Code | None,
        total: bool,
    ) -> Code:
        match node.macro:
            case "existsOne":
                ones = ast.GeneratorExp(python.constant(1), loop)
                count = python.call(python.name("sum"), ones)
                return Code(python.compare(count, ast.Eq(), python.constant(1)), total)
            case "filter":
                return Code(ast.ListComp(python.name(names[0]), loop), total)
        assert result is not None
        match node.macro:
            case "map" | "transformList":
                return Code(ast.ListComp(result.tree, loop), total)
            case "transformMap":
                pair = python.tuple_of((python.name(names[0]), result.tree))
                return Code(self.use("maps", "collect", ast.GeneratorExp(pair, loop)), False)
        return Code(self.use("maps", "merge_entries", ast.GeneratorExp(result.tree, loop)), False)

    def _optional_map(self, node: Comprehension) -> Code:
        given = self.emit(node.range)
        local = self.new_local()
        assert node.result is not None
        result = self.emit_within({node.names[0]: Code(python.name(local), True)}, node.result)
        helper = "opt_map" if node.macro == "optMap" else "opt_flat_map"
        known = self.kind(node.range).name == "optional" and (
            node.macro == "optMap" or self.kind(node.result).name == "optional"
        )
        tree = self.use("optionals", helper, given.tree, python.function((local,), result.tree))
        return Code(tree, known and given.total and result.total)
