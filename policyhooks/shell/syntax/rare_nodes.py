"""Nodes of what only shfmt reads: functions, `case`, arrays, patterns, comments, `time`, `coproc`. See nodes.py."""

from __future__ import annotations

from policyhooks.shell.syntax.nodes import Node, Substitution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.shell.syntax.block_nodes import Arithmetic, Expression
    from policyhooks.shell.syntax.nodes import Lit, Parts, Statement


class Comment(Node):
    """From its `#` to the end of the line."""

    unpaired = True
    remark: str = ""
    start: int = -1  # bytes of the text before it


class CStyleLoop(Node):
    """`((i = 0; i < 3; i++))` of a loop."""

    init: Arithmetic | None = None
    condition: Arithmetic | None = None
    post: Arithmetic | None = None


class Case(Node):
    unpaired = True
    braces: bool = False
    word: Parts = ()
    items: Sequence[CaseItem] = ()
    comments: Sequence[Comment] = ()


class CaseItem(Node):
    op: str = ";;"
    patterns: Sequence[Parts] = ()
    statements: Sequence[Statement] = ()
    comments: Sequence[Comment] = ()


class Function(Node):
    """Its name, or, in zsh, several names or none."""

    reserved: bool = False
    parens: bool = False
    names: Sequence[str] = ()
    body: Statement


class ParenTest(Node):
    operand: Expression


class Time(Node):
    posix: bool = False
    statement: Statement | None = None


class Coproc(Node):
    label: Parts = ()
    statement: Statement


class ArrayExpr(Node):
    """`(a b)` of an assignment."""

    elements: Sequence[ArrayElem] = ()
    comments: Sequence[Comment] = ()


class ArrayElem(Node):
    index: Arithmetic | None = None
    value: Parts | None = None
    comments: Sequence[Comment] = ()


class ExtGlob(Node):
    """`@(a|b)`."""

    op: str
    pattern: Lit


class ProcSubst(Substitution):
    """`<(...)` and `>(...)`."""

    op: str


class BraceExp(Node):
    """`{a,b}` where the parser parts it, which ours is not told to."""

    sequence: bool = False
    elements: Sequence[Parts] = ()


class TestDecl(Node):
    """A test of bats."""

    description: Parts = ()
    body: Statement


class Slice(Node):
    """`:1:2` of `${x:1:2}`."""

    offset: Arithmetic | None = None
    length: Arithmetic | None = None


class Replace(Node):
    """`/a/b` of `${x/a/b}`."""

    everywhere: bool = False
    pattern: Parts = ()
    replacement: Parts = ()
