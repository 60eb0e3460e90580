"""The value of every part of a condition on one event, by the same lowering that the compiler uses.

Parts are evaluated one by one, so that both sides of `&&` and `||` are seen even where the
condition itself would have stopped.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import CodeType

from policyhooks.cel.check import Checked
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
from policyhooks.compiler.scope import Scope
from policyhooks.core.event import Event
from policyhooks.core.events import ROOTS
from policyhooks.inspect.values import show

ELEMENTS = 6  # of a list are shown one by one, no more
OPERANDS = 3  # values beside a comparison
LABEL = 100

Texts = Mapping[tuple[str, str], str]  # of variables, by the id of their file and their full name


@dataclass(frozen=True)
class Part:
    """A part of a condition: its text, its value (`true`, `false`, `error: ...` or another), what is below it."""

    text: str
    value: str
    note: str = ""
    parts: Sequence[Part] = field(default_factory=tuple)
    kind: str = ""  # bound, match, and, or, not, exists, all, element, or nothing

    @property
    def holds(self) -> bool:
        """Whether it is true."""
        return self.value == "true"


class Unknown(Exception):
    """A part has no value: its evaluation failed."""


class Tracer:
    """Evaluates parts of conditions of one file on one event."""

    def __init__(self, scope: Scope, event: Event, texts: Texts) -> None:
        self.scope = scope
        self.texts = texts
        self.event = event
        constants = {name: constant.value for name, constant in scope.constants.items()}
        self.names = {root: f"e.{root}" for root in ROOTS} | {"supplied": "e.supplied"}
        self.names |= {name: f"K[{name!r}]" for name in constants}
        self.names |= {name: f"V({name!r})" for name in scope.variables}
        self.space: dict[str, object] = {"e": event, "K": constants, "V": self.variable}
        # A part under a macro is evaluated for every element, and lowered once.
        self.codes: dict[tuple[int, tuple[str, ...]], CodeType] = {}

    def variable(self, name: str) -> object:
        """The value of a `vars.` name."""
        variable = self.scope.variables[name]
        return Tracer(variable.scope, self.event, self.texts).value(variable.checked, variable.checked.node, {})

    def value(self, checked: Checked, node: Node, bound: Mapping[str, object]) -> object:
        """The value of a node; `bound` holds the names that macros around it have bound. Raises Unknown."""
        try:
            return eval(self._code(checked, node, tuple(bound)), {**self.space, "L": bound})  # noqa: S307 - our own lowering
        except Exception as problem:
            text = str(problem) if type(problem).__module__.startswith("policyhooks.") else type(problem).__name__
            raise Unknown(text) from problem

    def _code(self, checked: Checked, node: Node, bound: tuple[str, ...]) -> CodeType:
        code = self.codes.get((id(node), bound))
        if code is None:
            opened = replace(checked, node=node, references=_opened(checked, node, frozenset()))
            tree, lowered = lower_metered(opened, self.names | {f"local {name}": f"L[{name!r}]" for name in bound})
            for module, name in lowered.imports:
                self.space[name] = getattr(importlib.import_module(module), name)
            code = self.codes[id(node), bound] = compile(
                ast.fix_missing_locations(ast.Expression(tree)), "<condition>", "eval"
            )
        return code

    def trace(self, checked: Checked, text: str) -> Part:
        """The tree of a whole condition."""
        return self._part(checked, text, checked.node, {})

    def _part(self, checked: Checked, text: str, node: Node, bound: Mapping[str, object]) -> Part:
        value, below = self._shown(checked, node, bound), list(self._below(checked, text, node, bound))
        if isinstance(node, Logical):
            return Part(node.operator, value, "", below, "and" if node.operator == "&&" else "or")
        label = _label(text, node)
        kind = node.macro if isinstance(node, Comprehension) and node.macro in ("exists", "all") else ""
        if isinstance(node, Unary) and node.operator == "!":
            kind = "not"
        return Part(label, value, self._operands(checked, text, node, bound), below, kind)

    def _below(self, checked: Checked, text: str, node: Node, bound: Mapping[str, object]) -> Iterator[Part]:
        if isinstance(node, Logical):
            for operand in node.operands:
                yield self._part(checked, text, operand, bound)
        elif isinstance(node, Unary) and node.operator == "!" and not isinstance(node.operand, Select | Ident):
            yield self._part(checked, text, node.operand, bound)
        elif isinstance(node, Conditional):
            yield self._part(checked, text, node.test, bound)
            try:
                chosen = node.yes if self.value(checked, node.test, bound) is True else node.no
            except Unknown:
                return
            yield self._part(checked, text, chosen, bound)
        elif isinstance(node, Comprehension) and node.test is not None and node.macro in ("exists", "all", "existsOne"):
            yield from self._elements(checked, text, node, node.test, bound)
        elif isinstance(node, Select) and (reference := checked.references.get(node)) is not None:
            variable = self.scope.variables.get(reference.name)
            if variable is not None:
                text = self.texts.get((variable.owner, variable.name), "")
                yield Tracer(variable.scope, self.event, self.texts).trace(variable.checked, text)

    def _elements(
        self, checked: Checked, text: str, node: Comprehension, test: Node, bound: Mapping[str, object]
    ) -> Iterator[Part]:
        try:
            over = self.value(checked, node.range, bound)
        except Unknown:
            return
        pairs = _pairs(over)
        by_key = isinstance(over, Mapping) or len(node.names) == 2
        if not pairs:
            yield Part(_label(text, node.range), "empty")
            return
        for key, element in pairs[:ELEMENTS]:
            inner = {**bound, node.names[0]: key if by_key else element}
            if len(node.names) == 2:
                inner[node.names[1]] = element
            part = self._part(checked, text, test, inner)
            name = f"{node.names[-1]} = {show(inner[node.names[-1]])}"
            yield Part(name, part.value, "", part.parts if part.kind == "and" else (part,), "element")
        if len(pairs) > ELEMENTS:
            yield Part(f"and {len(pairs) - ELEMENTS} more", "")

    def _shown(self, checked: Checked, node: Node, bound: Mapping[str, object]) -> str:
        try:
            return show(self.value(checked, node, bound))
        except Unknown as problem:
            return f"error: {problem}"

    def _operands(self, checked: Checked, text: str, node: Node, bound: Mapping[str, object]) -> str:
        """The values of the names in a part that has nothing below it."""
        seen: dict[str, str] = {}
        for leaf in _leaves(node):
            label = _label(text, leaf)
            if leaf is not node and label not in seen and len(seen) < OPERANDS:
                seen[label] = self._shown(checked, leaf, bound)
        return ", ".join(f"{label} is {value}" for label, value in seen.items())


def _pairs(over: object) -> list[tuple[object, object]]:
    if isinstance(over, Mapping):
        return list(over.items())
    return list(enumerate(over)) if isinstance(over, list | tuple) else []


def _leaves(node: Node) -> Iterator[Node]:
    """The names, selections and indexings in a node, none inside another, none that a macro binds."""
    if isinstance(node, Select | Ident | Index):
        yield node
    elif isinstance(node, Comprehension):
        yield from _leaves(node.range)
    elif not isinstance(node, Literal | Bind):
        for child in children(node):
            yield from _leaves(child)


def _opened(checked: Checked, node: Node, inside: frozenset[str]) -> dict[Node, Reference]:
    """The references with names bound outside of `node` turned into variables, so that it can be lowered alone."""
    references = dict(checked.references)
    waiting: list[tuple[Node, frozenset[str]]] = [(node, inside)]
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
