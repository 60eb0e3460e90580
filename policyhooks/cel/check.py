"""Checks an expression against an environment: types, names, functions, cost. Tells every problem at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from policyhooks.cel.environment import Environment, Limits
from policyhooks.cel.functions import Function, Overload
from policyhooks.cel.inference import Inference
from policyhooks.cel.names import Reference
from policyhooks.cel.nodes import Comprehension, ListLiteral, MapLiteral, Node, children
from policyhooks.cel.problems import CelSyntaxError, Problem
from policyhooks.cel.types import BOOL, ERROR, Type, agrees

__all__ = ["CelSyntaxError", "Checked", "Problem", "check"]


@dataclass(frozen=True, slots=True)
class Checked:
    """An expression with what the checker knows about it. Lower it only when `problems` is empty."""

    node: Node
    environment: Environment
    types: Mapping[Node, Type]
    references: Mapping[Node, Reference]
    calls: Mapping[Node, tuple[Function, Overload | None]]
    problems: list[Problem]

    @property
    def type(self) -> Type:
        return self.types.get(self.node, ERROR)

    def type_of(self, node: Node) -> Type:
        """The proved type of a node of this expression."""
        return self.types.get(node, ERROR)


def check(node: Node, environment: Environment, want: Type | None = None) -> Checked:
    """Everything that is wrong with an expression, sorted by place, and the types of its parts."""
    problems = _measure(node, environment.limits) if environment.limits else []
    inference = Inference(environment)
    if not problems:
        kind = inference.infer(node)
        problems = inference.problems
        if want is not None and not agrees(want, kind):
            code = "not-boolean" if want == BOOL else "type-mismatch"
            problems.append(Problem(node.start, node.end, code, f"`{want}` is needed here, this is `{kind}`"))
    found = sorted(set(problems))
    return Checked(node, environment, inference.types, inference.references, inference.calls, found)


def _measure(root: Node, limits: Limits) -> list[Problem]:
    """Problems of size, found without recursion."""
    problems: list[Problem] = []
    count = 0
    waiting = [(root, 1, 0)]
    while waiting:
        node, depth, loops = waiting.pop()
        count += 1
        loops += isinstance(node, Comprehension)
        if depth > limits.nesting:
            return [_too_complex(node, f"the expression nests deeper than {limits.nesting} levels")]
        if loops > limits.loops:
            return [_too_complex(node, f"more than {limits.loops} macros stand inside each other")]
        size = (
            len(node.items) if isinstance(node, ListLiteral) else len(node.keys) if isinstance(node, MapLiteral) else 0
        )
        if size > limits.items:
            problems.append(_too_complex(node, f"a literal of more than {limits.items} items; declare a list instead"))
        waiting.extend((child, depth + 1, loops) for child in children(node))
    if count > limits.nodes:
        problems.append(_too_complex(root, f"the expression has more than {limits.nodes} parts"))
    return problems


def _too_complex(node: Node, message: str) -> Problem:
    return Problem(node.start, node.end, "too-complex", message)
