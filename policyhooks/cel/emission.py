"""What all lowering shares: a piece of code with whether it can fail, scopes, and the helpers it has to import."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import NamedTuple

from policyhooks.cel import python
from policyhooks.cel.check import Checked
from policyhooks.cel.functions import PACKAGE
from policyhooks.cel.nodes import Node
from policyhooks.cel.types import BOOL, Type


class Code(NamedTuple):
    """A Python expression. `total`: it raises no EvaluationError that `&&` or `||` could absorb."""

    tree: ast.expr
    total: bool


class Emission:
    """One lowering. Local names are made here (v0, v1, ...), so that no text of a policy becomes a name."""

    def __init__(self, checked: Checked, names: Mapping[str, str]) -> None:
        self.checked = checked
        self.names = names
        self.imports: set[tuple[str, str]] = set()
        self.patterns: set[str] = set()
        self.scope: Mapping[str, Code] = {}
        self.locals = 0
        self.loops = 0

    def emit(self, node: Node) -> Code:
        """The code of a node."""
        method = getattr(self, f"_{type(node).__name__.lower()}")
        code = method(node)
        assert isinstance(code, Code)
        return code

    def emit_within(self, bound: Mapping[str, Code], body: Node) -> Code:
        """The code of `body` where some names stand for other code."""
        outer = self.scope
        self.scope = {**outer, **bound}
        try:
            return self.emit(body)
        finally:
            self.scope = outer

    def boolean(self, node: Node) -> Code:
        """Code that gives True or False or raises."""
        code = self.emit(node)
        if self.kind(node) == BOOL:
            return code
        return Code(self.use("logic", "truth", code.tree), False)

    def kind(self, node: Node) -> Type:
        return self.checked.type_of(node)

    def use(self, module: str, helper: str, *arguments: ast.expr) -> ast.expr:
        """A call of a helper of policyhooks.evaluation."""
        self.imports.add((f"{PACKAGE}.{module}", helper))
        return python.call(python.name(helper), *arguments)

    def fail(self, message: str) -> Code:
        """Code that raises: what `evaluate` makes of names and functions that do not exist."""
        return Code(self.use("logic", "fail", python.constant(message)), False)

    def new_local(self) -> str:
        self.locals += 1
        return f"v{self.locals - 1}"
