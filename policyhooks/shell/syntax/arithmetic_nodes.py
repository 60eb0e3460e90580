"""Nodes of arithmetic: `$((...))`, `((...))`, `let`. See nodes.py."""

from __future__ import annotations

from policyhooks.shell.syntax.nodes import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from policyhooks.shell.syntax.nodes import Lit, Parts


class ArithmCmd(Node):
    """`((...))`."""

    unsigned: bool = False
    expression: Arithmetic | None = None


class ArithmExp(Node):
    """`$((...))` and `$[...]`."""

    bracket: bool = False
    unsigned: bool = False
    expression: Arithmetic | None = None


class BinaryArithm(Node):
    op: str
    left: Arithmetic
    right: Arithmetic


class UnaryArithm(Node):
    op: str
    post: bool = False
    operand: Arithmetic


class ParenArithm(Node):
    operand: Arithmetic


class FlagsArithm(Node):
    """zsh: `(r)x` of a subscript."""

    flags: Lit
    operand: Arithmetic | None = None


class Let(Node):
    expressions: Sequence[Arithmetic] = ()


if TYPE_CHECKING:
    Arithmetic: TypeAlias = BinaryArithm | UnaryArithm | ParenArithm | FlagsArithm | Parts
