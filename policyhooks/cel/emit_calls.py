"""Lowers calls: the row's Python expression for proved arguments, its helper otherwise; regular expressions apart."""

from __future__ import annotations

import ast

from policyhooks.cel import constants, patterns, python
from policyhooks.cel.emission import Code, Emission
from policyhooks.cel.names import dotted
from policyhooks.cel.nodes import Call, Literal, Node
from policyhooks.cel.required_texts import required_texts
from policyhooks.cel.types import STRING, Type

# The argument is only evaluated for an optional without a value, so an error of it may not matter.
_LAZY = {"or": "or_optional_lazy", "orValue": "or_value_lazy"}


class CallEmission(Emission):
    """Functions."""

    def _call(self, node: Call) -> Code:
        found = self.checked.calls.get(node)
        if found is None:
            return self.fail("a function is not declared")
        function, overload = found
        if function.name == "supplied":
            return self._supplied(node)
        arguments = node.arguments if node.target is None or not function.member else (node.target, *node.arguments)
        if all(len(overload.parameters) != len(arguments) for overload in function.overloads):
            return self.fail("no such overload: wrong number of arguments")
        moment = constants.read_time(function.name, arguments[0]) if arguments else None
        if moment is not None:
            tree = self.use("times", type(moment).__name__, python.constant(moment.ns))
            return Code(tree, True)
        codes = [self.emit(argument) for argument in arguments]
        trees = [code.tree for code in codes]
        if function.name == "matches":
            special = self._matches(arguments[1], codes[0], self.kind(arguments[0]))
            if special is not None:
                return special
        if function.name in _LAZY and not codes[1].total:
            lazy = python.function((), trees[1])
            return Code(self.use("optionals", _LAZY[function.name], trees[0], lazy), False)
        module, helper = function.helper
        if overload is not None and overload.native:
            if f"{helper}(" in overload.native:
                self.imports.add((module, helper))
            total = overload.total and all(code.total for code in codes)
            return Code(python.fill(overload.native, trees), total)
        return Code(self.use(module.rpartition(".")[2], helper, *trees), False)

    def _matches(self, pattern: Node, subject: Code, kind: Type) -> Code | None:
        """A literal pattern: the interpreter's own engine when that is linear, else RE2 behind texts that it needs."""
        if not isinstance(pattern, Literal) or self.kind(pattern) != STRING or not isinstance(pattern.value, str):
            return None
        if patterns.refusal(pattern.value):
            return None
        if kind != STRING:
            subject = Code(self.use("regex", "as_subject", subject.tree), False)
        expression = python.constant(pattern.value)
        if patterns.is_linear(pattern.value):
            self.patterns.add(pattern.value)
            return Code(self.use("regex", "search", expression, subject.tree), subject.total)
        needed = required_texts(pattern.value)
        groups = python.tuple_of([python.tuple_of(list(map(python.constant, group))) for group in needed.groups])
        search = "search_folded" if needed.folded else "search_behind"
        if needed.beyond_ascii:
            search = "search_beyond_ascii"
        return Code(self.use("regex", search, expression, groups, subject.tree), subject.total)

    def _supplied(self, node: Call) -> Code:
        path = ".".join(dotted(node.arguments[0])) if len(node.arguments) == 1 else ""
        source = self.names.get("supplied")
        if not path or source is None:
            return self.fail("`supplied` takes a declared field")
        tree = ast.parse(source, mode="eval").body
        return Code(python.compare(python.constant(path), ast.In(), tree), True)
