"""Conditions taken apart ahead of time: what of each is shown, and the code that gives the value of every part.

It uses the same lowering as the compiler. What it makes is plain data, so that an installation can keep it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import CodeType
from typing import TYPE_CHECKING, Any

from policyhooks.cel.lower import lower_metered
from policyhooks.cel.names import Reference
from policyhooks.cel.nodes import (
    Bind,
    Call,
    Comprehension,
    Conditional,
    Ident,
    Index,
    Literal,
    Logical,
    Node,
    Select,
    Unary,
    children,
)
from policyhooks.compiler.emit.names import fact_code, variable_code
from policyhooks.compiler.scope import ENV
from policyhooks.core.events import ROOTS
from policyhooks.inspect.trace import NO_CODE, Planned, Unit, variable_key

if TYPE_CHECKING:
    from policyhooks.cel.check import Checked
    from policyhooks.compiler.scope import Scope

OPERANDS = 3  # values beside a comparison
LABEL = 100

Texts = Mapping[tuple[str, str], str]  # of variables, by the id of their file and their full name
Bound = tuple[str, ...]  # names that macros around a part have bound


def plan_condition(scope: Scope, texts: Texts, checked: Checked, text: str) -> Unit:
    """A condition, or the expression of a variable, as it is shown and evaluated part by part."""
    planner = _Planner(scope, texts, checked, text)
    root = planner.part(checked.node, ())
    named = {reference.name for reference in checked.references.values()}
    return Unit(
        root=root,
        code=_compile(planner.trees),
        imports=tuple(sorted(planner.imports)),
        constants={name: constant.value for name, constant in scope.constants.items() if name in named},
        variables={
            name: variable_key(variable.owner, variable.name)
            for name, variable in scope.variables.items()
            if name in named
        },
    )


class _Planner:
    """The parts of one expression; a part under a macro is evaluated for every element, and lowered once."""

    def __init__(self, scope: Scope, texts: Texts, checked: Checked, text: str) -> None:
        self.scope, self.texts, self.checked, self.text = scope, texts, checked, text
        self.names = {root: f"e.{root}" for root in ROOTS} | {"supplied": "e.supplied"}
        self.names |= {name: f"K[{name!r}]" for name in scope.constants}
        self.names |= {name: f"V({name!r})" for name in scope.variables}
        self.names |= {name: variable_code(name.removeprefix(f"{ENV}.")) for name in scope.surroundings}
        self.names |= {name: fact_code(fact) for name, fact in scope.facts.items()}
        self.imports: set[tuple[str, str]] = set()
        self.trees: list[ast.expr] = []
        self.known: dict[tuple[int, Bound], int] = {}

    def part(self, node: Node, bound: Bound) -> Planned:
        code = self.code(node, bound)
        if isinstance(node, Logical):
            operands = tuple(self.part(operand, bound) for operand in node.operands)
            return ("parts", node.operator, "and" if node.operator == "&&" else "or", code, (), operands)
        sort, kind = "parts", ""
        below: tuple[Any, ...] = ()
        if isinstance(node, Unary) and node.operator == "!":
            kind = "not"
            if not isinstance(node.operand, Select | Ident):
                below = (self.part(node.operand, bound),)
        elif isinstance(node, Conditional):
            sort, below = "if", tuple(self.part(one, bound) for one in (node.test, node.yes, node.no))
        elif isinstance(node, Comprehension) and node.test is not None and node.macro in ("exists", "all", "existsOne"):
            sort, kind = "elements", node.macro if node.macro != "existsOne" else ""
            inner = (*(name for name in bound if name not in node.names), *node.names)
            test = self.part(node.test, inner)
            below = (node.names, self.code(node.range, bound), self.label(node.range), test)
        elif isinstance(node, Select) and (reference := self.checked.references.get(node)) is not None:
            variable = self.scope.variables.get(reference.name)
            if variable is not None:
                sort, below = "variable", (variable_key(variable.owner, variable.name),)
        return (sort, self.label(node), kind, code, self.operands(node, bound), below)

    def code(self, node: Node, bound: Bound) -> int:
        """The number of the code that gives a node's value."""
        key = (id(node), bound)
        if key not in self.known:
            opened = replace(self.checked, node=node, references=_opened(self.checked, node))
            names = self.names | {f"local {name}": f"L[{name!r}]" for name in bound}
            try:
                tree, lowered = lower_metered(opened, names)
            except (RecursionError, KeyError, ValueError):
                return NO_CODE
            self.imports |= lowered.imports
            self.known[key] = len(self.trees)
            self.trees.append(tree)
        return self.known[key]

    def operands(self, node: Node, bound: Bound) -> tuple[tuple[str, int], ...]:
        """The names in a part that has nothing below it, with the code of each."""
        seen: dict[str, int] = {}
        for leaf in _leaves(node):
            label = self.label(leaf)
            if leaf is not node and label not in seen and len(seen) < OPERANDS:
                seen[label] = self.code(leaf, bound)
        return tuple(seen.items())

    def label(self, node: Node) -> str:
        return _label(self.text, node)


def _compile(trees: Sequence[ast.expr]) -> CodeType:
    """One code object for all of them: it gives a tuple of functions of what macros have bound."""
    try:
        return _functions(trees)
    except (RecursionError, MemoryError, ValueError):
        return _functions([tree if _compiles(tree) else ast.parse("L[0]", mode="eval").body for tree in trees])


def _compiles(tree: ast.expr) -> bool:
    try:
        _functions([tree])
    except (RecursionError, MemoryError, ValueError):
        return False
    return True


def _functions(trees: Sequence[ast.expr]) -> CodeType:
    given = ast.arguments(posonlyargs=[], args=[ast.arg("L")], kwonlyargs=[], kw_defaults=[], defaults=[])
    functions: list[ast.expr] = [ast.Lambda(given, tree) for tree in trees]
    whole = ast.Expression(ast.Tuple(functions, ast.Load()))
    return compile(ast.fix_missing_locations(whole), "<condition>", "eval")


def _leaves(node: Node) -> Iterator[Node]:
    """The names, selections and indexings in a node, none inside another, none that a macro binds."""
    if isinstance(node, Select | Ident | Index):
        yield node
    elif isinstance(node, Comprehension):
        yield from _leaves(node.range)
    elif not isinstance(node, Literal | Bind):
        for child in children(node):
            yield from _leaves(child)


def _opened(checked: Checked, node: Node) -> dict[Node, Reference]:
    """The references with names bound outside of `node` turned into variables, so that it can be lowered alone."""
    references = dict(checked.references)
    waiting: list[tuple[Node, frozenset[str]]] = [(node, frozenset())]
    while waiting:
        current, bound = waiting.pop()
        reference = references.get(current)
        if reference is not None and reference.kind == "local" and reference.name not in bound:
            references[current] = Reference("variable", f"local {reference.name}")
        if isinstance(current, Comprehension):
            waiting.append((current.range, bound))
            within = bound | set(current.names)
            waiting += [(part, within) for part in (current.test, current.result) if part is not None]
        elif isinstance(current, Bind):
            waiting += [(current.value, bound), (current.body, bound | {current.name})]
        else:
            waiting += [(child, bound) for child in children(current)]
    return references


def _label(text: str, node: Node) -> str:
    """The text of a node on one line; the body of a macro is shown element by element, so it is left out."""
    if not text:
        return "value" if not isinstance(node, Call) else node.name
    if isinstance(node, Comprehension):
        return f"{_label(text, node.range)}.{node.macro}({', '.join(node.names)}, ...)"
    end = node.end
    # The tree leaves the brackets around an operand out; a label that opens one shows where it closes.
    while text.count("(", node.start, end) > text.count(")", node.start, end) and text[end:].lstrip().startswith(")"):
        end = text.index(")", end) + 1
    label = " ".join(text[node.start : end].split())
    return label if len(label) <= LABEL else label[: LABEL - 1] + "…"
