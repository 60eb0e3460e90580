"""Redirections of one statement: where they lead, and what they put on standard input. Loaded where there are some."""

from __future__ import annotations

from policyhooks.core.records import Record
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.expansion.words import Expander
from policyhooks.shell.syntax.nodes import Lit
from policyhooks.shell.walk.reading import Edge
from policyhooks.shell.walk.statements import PRINTED_BODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.syntax.nodes import Redirect
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

HERE = frozenset(("<<", "<<-", "<<<"))  # the text stands in the command


class Target(Record):
    """A redirection with its word expanded."""

    op: str
    descriptor: int
    word: Word
    places: tuple[str, ...]  # directories from which a relative path counts


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
        number = node.descriptor
        if not number.isdecimal():
            number = "0" if node.op[0] == "<" else "1"
        for word in words:
            if word.text == "!":
                reader.problem("dialect_ambiguous")  # zsh reads `>!` as one operator
            targets.append(Target(op=node.op, descriptor=int(number), word=word, places=state.places()))
    return targets


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


def with_stdin(targets: Sequence[Target], context: Context) -> Context:
    """What redirections put on standard input: a text, or the unknown output of a process substitution."""
    for target in targets:
        if target.op in HERE:
            context = context.but(stdin=target.word, shared=False)
        elif target.op == "<" and target.descriptor == 0:
            word = target.word
            context = context.but(stdin=Word("", dynamic=True, ids=word.ids) if word.file else None, shared=False)
    return context
