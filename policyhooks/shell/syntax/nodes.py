"""Nodes of a shell text that nearly every command has: statements, calls, words and their parts.

A node says what is written, in the shape that shfmt gives, whoever read it; it does not change, and what is not set
reads as its zero. It knows nothing of what it means. Other nodes are in block_nodes.py and rare_nodes.py.
"""

from __future__ import annotations

from policyhooks.core.values import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from policyhooks.shell.syntax.block_nodes import ArithmCmd, Arithmetic, ArithmExp, For, If, Test, While
    from policyhooks.shell.syntax.rare_nodes import (
        ArrayExpr,
        BraceExp,
        Case,
        Comment,
        Coproc,
        ExtGlob,
        Function,
        ProcSubst,
        Replace,
        Slice,
        TestDecl,
        Time,
    )


class Node(Record):
    """One piece of a text. The two fields are here so that whoever walks over nodes can ask each for them."""

    text: str = ""  # written text, as it stands there
    name: str = ""  # of the variable or function that it gives a value
    unpaired = False  # whether it may hold parentheses that do not pair up


class Statement(Node):
    """A command with what stands around it."""

    command: Command | None = None
    redirects: Sequence[Redirect] = ()
    negated: bool = False
    background: bool = False
    coprocess: bool = False  # mksh: `|&`
    disown: bool = False  # zsh: `&!`
    semicolon: bool = True  # something on its line parts it from the next one, as far as is known
    start: int = -1  # bytes of the text before it; -1: not known
    end: int = -1
    comments: Sequence[Comment] = ()


class Call(Node):
    """A simple command: assignments, then words."""

    assigns: Sequence[Assign] = ()
    args: Sequence[Parts] = ()


class Binary(Node):
    """Two statements between which `|`, `|&`, `&&` or `||` stands."""

    op: str
    left: Statement
    right: Statement


class Subshell(Node):
    statements: Sequence[Statement] = ()
    comments: Sequence[Comment] = ()


class Block(Node):
    statements: Sequence[Statement] = ()
    comments: Sequence[Comment] = ()


class Declare(Node):
    """`export`, `declare` and kin where the shell reads their words as assignments."""

    variant: str
    args: Sequence[Assign] = ()


class Assign(Node):
    """`name=value`. Naked: without `=`; then it may have no name, and its value is any word."""

    append: bool = False
    naked: bool = False
    index: Arithmetic | None = None
    value: Parts | None = None
    array: ArrayExpr | None = None


class Redirect(Node):
    op: str
    descriptor: str = ""  # a number, `{name}`, or nothing
    word: Parts
    body: Parts = ()  # of a here-document


class Lit(Node):
    """Unquoted text, and the text between expansions in quotes: backslashes are still in it."""


class SglQuoted(Node):
    dollar: bool = False  # `$'...'`


class DblQuoted(Node):
    dollar: bool = False  # `$"..."`
    parts: Parts = ()


class ParamExp(Node):
    """`$x`, `${x:-y}`. zsh has some without a parameter."""

    short: bool = False  # without braces
    parameter: str = ""
    flags: Lit | None = None
    excl: bool = False
    length: bool = False
    width: bool = False
    is_set: bool = False
    split: int = 0  # zsh: `${=x}`,
    glob_subst: int = 0  # `${~x}`,
    rc_expand: int = 0  # `${^x}`
    nested: Part | None = None
    index: Arithmetic | None = None
    modifiers: Sequence[Lit] = ()
    slice: Slice | None = None
    replace: Replace | None = None
    names: str = ""
    expansion: Expansion | None = None


# Fields of a parameter expansion that make it more than `$x`.
OPERATORS = frozenset(
    (
        "excl", "length", "width", "is_set", "index", "slice", "replace", "expansion", "names", "nested", "flags",
        "modifiers", "split", "glob_subst", "rc_expand",
    )
)  # fmt: skip


class Expansion(Node):
    """`:-y` of `${x:-y}`."""

    op: str
    word: Parts = ()


class Substitution(Node):
    """Commands whose output, or input, stands in a word."""

    statements: Sequence[Statement] = ()
    comments: Sequence[Comment] = ()


class CmdSubst(Substitution):
    """`$(...)`."""

    backquotes: bool = False
    temp_file: bool = False
    reply_var: bool = False
    several_lines: bool = False  # as far as is known


if TYPE_CHECKING:
    Part: TypeAlias = Lit | SglQuoted | DblQuoted | ParamExp | CmdSubst | ArithmExp | ProcSubst | ExtGlob | BraceExp
    Parts: TypeAlias = Sequence[Part]  # a word as it is written
    Compound: TypeAlias = If | While | For | Case | Function | Test | ArithmCmd | Time | Coproc | TestDecl | Declare
    Command: TypeAlias = Call | Binary | Subshell | Block | Compound


def below(given: object, skipped: tuple[type[Node], ...] = ()) -> Iterator[Node]:
    """A node, or each of a list, and every node below it, in the order in which they are written.

    What is below a node of the `skipped` kinds is left out.
    """
    waiting = [given]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Node):
            yield item
            if not isinstance(item, skipped):
                waiting += reversed(item.__dict__.values())
        elif isinstance(item, list | tuple):
            waiting += reversed(item)


def own_text(node: Node) -> str:
    """The text or name that stands in a node itself."""
    return node.parameter if isinstance(node, ParamExp) else node.text or node.name


def literal(parts: Parts) -> str:
    """A word that is nothing but unquoted text; empty where it is something else."""
    return parts[0].text if len(parts) == 1 and isinstance(parts[0], Lit) else ""


def first_text(statement: Statement) -> str:
    """Of a simple command: the text, quoted or not, with which its first word begins."""
    call = statement.command
    return call.args[0][0].text if isinstance(call, Call) and call.args else ""


def all_text(parts: Parts) -> str:
    """The text of a word, without what is expanded in it."""
    return "".join(part.text for part in parts)


def plain_parameter(part: ParamExp) -> bool:
    """`$x` or `${x}` and nothing more: no operator is set."""
    return part.parameter != "" and OPERATORS.isdisjoint(part.__dict__)


def is_list(part: ParamExp) -> bool:
    """`"$@"`, `"${x[@]}"`: no word or several, quoted or not."""
    index = part.index
    return part.parameter == "@" or (isinstance(index, list | tuple) and all_text(index) == "@")
