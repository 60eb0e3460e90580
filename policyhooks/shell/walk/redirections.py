"""Redirections of one statement: where they lead, and what they put on standard input. Loaded where there are some."""

from __future__ import annotations

from policyhooks.core.values import Record
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.expansion.words import Expander
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.syntax.nodes import Block, Lit, Subshell
from policyhooks.shell.walk.descriptors import DUPLICATES, HERE, keep, name_descriptor, redirect, restore, shares
from policyhooks.shell.walk.reading import Edge
from policyhooks.shell.walk.statements import PRINTED_BODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.syntax.nodes import Redirect, Statement
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader


class Target(Record):
    """A redirection with its word expanded."""

    op: str
    descriptor: int
    word: Word
    places: tuple[str, ...]  # directories from which a relative path counts
    named: bool = False  # `{name}<file`: the shell chooses the descriptor


class Redirection(Record):
    """A redirection of a listed command, or of none (0)."""

    target: Target
    here_text: str
    command_id: int
    last_id: int  # of the commands that it covers, this is the last: those of a block, or what the command starts
    made: dict[str, str]  # links that the text had made before


def expand_redirects(reader: Reader, nodes: Sequence[Redirect], state: State, context: Context) -> list[Target]:
    targets = []
    for node in nodes:
        words = words_of(reader, node, state, context)
        named = node.descriptor[:1] == "{" and not (node.op in DUPLICATES and words[0].text == "-")
        number = descriptor_of(node, named, state)
        for word in words:
            if word.text == "!":
                reader.problem("dialect_ambiguous")  # zsh reads `>!` as one operator
            targets.append(Target(op=node.op, descriptor=number, word=word, places=state.places(), named=named))
    return targets


def descriptor_of(node: Redirect, named: bool, state: State) -> int:
    """The number that is written, that the shell chooses, or that the operator means."""
    text = node.descriptor
    if named:
        return name_descriptor(state, text.strip("{}"))
    if text[:1] == "{":
        known = state.variables.get(text.strip("{}"))
        text = known.text if known is not None else ""
    if text.isdecimal():
        return int(text)
    return 0 if node.op[0] == "<" else 1


def words_of(reader: Reader, node: Redirect, state: State, context: Context) -> list[Word]:
    """Where it leads, or the text of a here-document."""
    if node.op in ("<<", "<<-"):
        from policyhooks.shell.walk.known_output import here_text

        words = [here_text(reader, node, state, context) if node.body else Word("")]
        reader.printed = reader.printed and PRINTED_BODY
        return words
    expander = Expander(reader, state, context)
    if any(isinstance(part, Lit) and "{" in part.text for part in node.word):
        return expander.expand(node.word)  # bash expands braces here too
    return [expander.join(node.word)]


def add_redirects(reader: Reader, targets: Sequence[Target], owner: int) -> None:
    """List redirections, and what flows through them."""
    reading = reader.reading
    for target in targets:
        here = target.word.text if target.op in HERE else ""
        reading.redirects.append(
            Redirection(
                target=target,
                here_text=here,
                command_id=owner,
                last_id=len(reading.commands),
                made=reader.files.made,
            )
        )
        reads = target.op[0] == "<"
        for source in target.word.ids:
            edge = (
                Edge(source=source, target=owner, how="stdin")
                if reads
                else Edge(source=owner, target=source, how="stdin")
            )
            reading.edges.append(edge)


def run_redirected(
    reader: Reader,
    words: list[Word],
    nodes: Sequence[Redirect],
    first: int,
    assigned: list[int],
    state: State,
    context: Context,
) -> None:
    """A simple command with redirections: they end with it, but for those of `exec`."""
    targets = expand_redirects(reader, nodes, state, context)
    before = state.streams
    redirect(reader, targets, state)
    owner = reader.list_call(words, first, assigned, state, shares(targets, context))
    stdin = state.stdin()
    if owner and is_lasting(reader.reading.commands[owner - 1]):
        keep(reader, targets)
    else:
        restore(state, before, targets)
    add_redirects(reader, targets, owner)
    if reader.files.texts or not words or "prints" in describe(words[0].text):
        from policyhooks.shell.walk.written_files import note_call

        note_call(reader, words, targets, stdin, state)


def run_compound(reader: Reader, node: Statement, state: State, context: Context) -> None:
    """A compound command with redirections, once with every value of the variables in these."""
    if state.has_choices():
        from policyhooks.shell.walk.alternatives import read_each

        if read_each(node.redirects, state, context, lambda branch, inner: run_compound(reader, node, branch, inner)):
            return
    commands, command = reader.reading.commands, node.command
    first = len(commands)
    targets = expand_redirects(reader, node.redirects, state, context)
    before = state.streams
    redirect(reader, targets, state)
    reader.compound(command, state, shares(targets, context))
    restore(state, before, targets)
    add_redirects(reader, targets, commands[first].id if first < len(commands) else 0)
    if isinstance(command, Block | Subshell):
        from policyhooks.shell.walk.written_files import note_block

        note_block(reader, command, targets, state)


def is_lasting(command: Command) -> bool:
    """`exec` without a command changes the shell itself."""
    return command.name == "exec" and not command.args
