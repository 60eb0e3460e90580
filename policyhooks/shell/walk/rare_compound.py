"""Compound statements that only shfmt reads: functions, `case`, arithmetic, `time`, `coproc`."""

from __future__ import annotations

from policyhooks.core.shell_records import Define
from policyhooks.core.values import Record, but
from policyhooks.shell.expansion.state import State
from policyhooks.shell.expansion.streams import feed, unknown_stream
from policyhooks.shell.syntax.block_nodes import ArithmCmd, For, If, Test, While
from policyhooks.shell.syntax.nodes import Binary, Block, Call, Lit, Statement, Subshell, all_text, first_text
from policyhooks.shell.syntax.plain import RESERVED
from policyhooks.shell.syntax.rare_nodes import Case, Coproc, Function, Time
from policyhooks.shell.walk.compound import check_texts, forget_words, read_nested

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.syntax.nodes import Parts
    from policyhooks.shell.syntax.rare_nodes import TestDecl
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

    Rare = Case | Function | Time | Coproc | ArithmCmd | TestDecl


NAMED_PROCESSES = (Block, Subshell, If, While, For, Case, ArithmCmd, Test)  # what bash lets follow `coproc NAME`


class Body(Record):
    """The body of a function, and the state in which it was defined."""

    statement: Statement
    state: State


def read_rare(reader: Reader, node: Rare, state: State, context: Context) -> None:
    if isinstance(node, Case):
        from policyhooks.shell.walk.branches import read_case

        read_case(reader, node, state, context)
    elif isinstance(node, Function):
        if isinstance(node.body.command, Binary):
            reader.binary(regrouped(node, node.body.command), state, context)
        else:
            define_function(reader, node, state)
    elif isinstance(node, Time):
        read_timed(reader, node, state, context)
    elif isinstance(node, Coproc):
        read_coproc(reader, node, state, context)
    elif isinstance(node, ArithmCmd):
        reader.arithmetic(state, node)
        check_texts(reader, node)
        read_nested(reader, node, state, context)
        forget_words(node, state)
    else:
        reader.problem("unsupported_syntax")
        read_nested(reader, node, state, context)


def read_coproc(reader: Reader, node: Coproc, state: State, context: Context) -> None:
    inner = context.but(
        background=True, shared=False, via=(*context.via, "coproc"), wrappers=(*context.wrappers, "coproc")
    )
    if begins_oddly(node.statement) or (node.label and not may_have_name(node.statement)):
        # shfmt takes `coproc a=1 cmd` for a command `a=1`, `coproc 2>f cmd` for one of the name `2`, and
        # `coproc cmd >f` and `coproc cmd time x` for a process of that name.
        reader.problem("unsupported_syntax")
    reader.statement(node.statement, feed(state, unknown_stream()), inner)


def read_timed(reader: Reader, node: Time, state: State, context: Context) -> None:
    """`time`: behind a pipe the program of this name, else a word of the shell.

    With options besides `-p` and `--` dash runs the program and bash one that is called as the option: both are listed.
    """
    statement = node.statement or Statement()
    command = statement.command
    plain = command is None or (isinstance(command, Call) and not command.assigns)
    behind_pipe = context.via[-1:] == ("pipe",)
    if behind_pipe and not plain:
        reader.problem("unsupported_syntax")  # the program `time` gets words that shfmt took for more than words
    if plain and (behind_pipe or first_text(statement).startswith("-")):
        reader.statement(timed(node), state, context)
    if node.statement is not None and not (behind_pipe and plain):
        inner, within = behind_dashes(reader, node.statement), context.but(wrappers=(*context.wrappers, "time"))
        reader.statement(inner, state, within)
        if inner is not node.statement and begins_redirected(node.statement):
            # Behind a redirection, as in `time >f -- cmd`, the dashes are the program; no node says what stood first.
            reader.statement(node.statement, state, within)


def behind_dashes(reader: Reader, statement: Statement) -> Statement:
    """What bash runs of `time -- cmd`: shfmt takes the dashes for the command, and what follows for its words."""
    command = statement.command
    if isinstance(command, Binary):
        return but(statement, command=but(command, left=behind_dashes(reader, command.left)))
    if not isinstance(command, Call) or not command.args or not is_dashes(command.args[0]):
        return statement
    rest = command.args[1:]
    if rest and (all_text(rest[0]) in RESERVED or "=" in all_text(rest[0])):
        reader.problem("unsupported_syntax")
    return but(statement, command=Call(args=rest, assigns=command.assigns))


def begins_redirected(statement: Statement) -> bool:
    """Whether a redirection may stand before the first word."""
    command = statement.command
    return begins_redirected(command.left) if isinstance(command, Binary) else bool(statement.redirects)


def is_dashes(word: Parts) -> bool:
    return len(word) == 1 and isinstance(word[0], Lit) and word[0].text == "--"


def timed(node: Time) -> Statement:
    """The statement with `time` as its first word."""
    statement = node.statement or Statement()
    names = ("time", "-p") if node.posix else ("time",)
    first: list[Parts] = [[Lit(text=name)] for name in names]
    given = statement.command.args if isinstance(statement.command, Call) else ()
    return but(statement, command=Call(args=[*first, *given]))


def regrouped(function: Function, body: Binary) -> Binary:
    """shfmt takes `f() { a; } && b` for a function of `{ a; } && b`; in every shell the body ends with its bracket."""
    left = body.left
    if isinstance(left.command, Binary):
        return but(body, left=but(left, command=regrouped(function, left.command)))
    return but(body, left=Statement(command=but(function, body=left)))


def define_function(reader: Reader, node: Function, state: State) -> None:
    names = [node.name] if node.name else list(node.names)
    for name in names:
        state.functions[name] = node.body
        state.unsure -= {name}
        reader.bodies[name] = Body(statement=node.body, state=state)
        reader.reading.defines.append(
            Define(kind="function", name=name, body=source_of(reader.settings.source, node.body))
        )
    if not names:
        reader.problem("unsupported_syntax")


def source_of(source: bytes, node: Statement) -> str:
    """The text of a node of the outermost script."""
    return source[node.start : node.end].decode("utf-8", "replace") if node.start >= 0 else ""


def may_have_name(statement: Statement) -> bool:
    """A compound command: before anything else bash takes the name of a coprocess for the program."""
    return isinstance(statement.command, NAMED_PROCESSES) and not statement.negated


def begins_oddly(statement: Statement) -> bool:
    """Whether the first word reads as an assignment or as the descriptor of a redirection."""
    text = first_text(statement)
    return "=" in text or text.isdecimal() or text.startswith("{")
