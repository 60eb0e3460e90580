"""Nodes of blocks that the closed-world parser reads too: conditions, loops, tests, arithmetic. See nodes.py."""

from __future__ import annotations

from policyhooks.shell.syntax.nodes import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from policyhooks.shell.syntax.nodes import Lit, Parts, Statement
    from policyhooks.shell.syntax.rare_nodes import Comment, CStyleLoop, ParenTest


class If(Node):
    """`if`, and its `elif` and `else` too: the last of these has no condition."""

    condition: Sequence[Statement] = ()
    then: Sequence[Statement] = ()
    otherwise: If | None = None
    comments: Sequence[Comment] = ()


class While(Node):
    until: bool = False
    condition: Sequence[Statement] = ()
    body: Sequence[Statement] = ()
    comments: Sequence[Comment] = ()


class For(Node):
    """`for` and `select`."""

    select: bool = False
    braces: bool = False
    loop: WordIter | CStyleLoop
    body: Sequence[Statement] = ()
    comments: Sequence[Comment] = ()


class WordIter(Node):
    """`x in a b`."""

    items: Sequence[Parts] = ()


class Test(Node):
    """`[[ ... ]]`."""

    expression: Expression


class BinaryTest(Node):
    op: str
    left: Expression
    right: Expression


class UnaryTest(Node):
    op: str
    operand: Expression


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


if TYPE_CHECKING:
    Expression: TypeAlias = BinaryTest | UnaryTest | ParenTest | Parts
    Arithmetic: TypeAlias = BinaryArithm | UnaryArithm | ParenArithm | FlagsArithm | Parts
