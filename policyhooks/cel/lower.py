"""Lowers a checked expression to one Python expression and the helpers it needs.

The source is built from AST nodes and read back before it is given out: no text of an expression becomes a name.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from policyhooks.cel import python
from policyhooks.cel.check import Checked
from policyhooks.cel.emit_calls import CallEmission
from policyhooks.cel.emit_loops import Loops
from policyhooks.cel.emit_operators import Operators
from policyhooks.cel.emit_values import Values
from policyhooks.cel.functions import PACKAGE


@dataclass(frozen=True, slots=True)
class Lowered:
    """One Python expression. `imports` are (module, name) that it needs.

    `total`: its evaluation raises nothing but BudgetExceeded. `patterns`: regular expressions that an image
    should precompile (cel.patterns.precompile), so that the hook does not load an engine for them.
    """

    source: str
    imports: frozenset[tuple[str, str]]
    total: bool = False
    patterns: frozenset[str] = field(default_factory=frozenset)


# Helpers that draw on the budget of steps; an expression with one of them begins by filling it.
_METERED = frozenset({"spend", "concatenate", "add", "replace_text", "join_texts", "split_text", "format_text"})


class _Lowering(Operators, Values, CallEmission, Loops):
    """All kinds of nodes."""


def lower(checked: Checked, names: Mapping[str, str]) -> Lowered:
    """The code of an expression without problems. `names` gives the Python expression of each variable."""
    tree, lowered = lower_metered(checked, names)
    return replace(lowered, source=python.write(tree))


def lower_metered(checked: Checked, names: Mapping[str, str]) -> tuple[ast.expr, Lowered]:
    """The same as a tree that can be compiled at once, for whoever needs no text."""
    if checked.problems:
        raise ValueError("an expression with problems cannot be lowered")
    tree, lowered = lower_tree(checked, names)
    if not any(name in _METERED for _, name in lowered.imports):
        return tree, lowered
    refill = python.call(python.name("refill"))
    imports = lowered.imports | {(f"{PACKAGE}.budget", "refill")}
    return ast.BoolOp(ast.Or(), [refill, tree]), replace(lowered, imports=imports)


def lower_tree(checked: Checked, names: Mapping[str, str]) -> tuple[ast.expr, Lowered]:
    """The code as a tree, for an expression of any depth; what does not exist becomes code that raises."""
    lowering = _Lowering(checked, names)
    code = lowering.emit(checked.node)
    return code.tree, Lowered("", frozenset(lowering.imports), code.total, frozenset(lowering.patterns))
