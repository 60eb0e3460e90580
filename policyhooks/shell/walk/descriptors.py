"""Redirections as changes of a shell's table of descriptors: for one command, for a block, or with `exec` for good."""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.expansion.streams import (
    FILE,
    NOTHING,
    SINK,
    STDIN,
    Stream,
    descriptor_in,
    stream_at,
    text_stream,
    unknown_stream,
)
from policyhooks.shell.walk.files import place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.redirections import Target
    from policyhooks.shell.walk.statements import Reader

HERE = frozenset(("<<", "<<-", "<<<"))  # the text stands in the command
DUPLICATES = frozenset(("<&", ">&"))
FIRST_NAMED = 10  # `{name}<file` takes a descriptor from here on


def redirect(reader: Reader, targets: Sequence[Target], state: State) -> None:
    """Change the table as the redirections say, one after the other."""
    for target in targets:
        state.streams = {**state.streams, target.descriptor: opened(reader, target, state)}


def restore(state: State, before: Mapping[int, Stream], targets: Sequence[Target]) -> None:
    """The end of a command: its own redirections end with it, what `exec` did inside it stays."""
    table = dict(state.streams)
    for target in targets:
        if target.named:
            continue  # `{name}` lasts
        if target.descriptor in before:
            table[target.descriptor] = before[target.descriptor]
        else:
            table.pop(target.descriptor, None)
    state.streams = table


def keep(reader: Reader, targets: Sequence[Target]) -> None:
    """`exec 3> file`: whoever comes later may write to it."""
    for target in targets:
        for path in paths_of(target):
            if target.op[0] != "<" or target.op == "<>":
                reader.files.opaque.add(path)


def opened(reader: Reader, target: Target, state: State) -> Stream:
    """What the descriptor leads to from now on."""
    word = target.word
    if target.op in HERE:
        return text_stream(word)
    if target.op in DUPLICATES and not leads_to_file(target):
        return duplicated(reader, target, state)
    number = descriptor_in(word.text)
    if word.file:
        return substituted(reader, word)
    if number:
        stream = stream_at(state, number)
        note_writing(reader, target, stream)
        return stream
    paths = paths_of(target)
    if target.op[0] != "<":
        return Stream(SINK, None, paths)
    text = reader.files.text_at(paths[0]) if len(paths) == 1 and reader.files.texts else None
    since = len(reader.reading.commands)
    return Stream(FILE, text, paths, since, None if paths else word)


def leads_to_file(target: Target) -> bool:
    """`>& file` is `&> file`."""
    text = target.word.text
    return target.op == ">&" and target.descriptor == 1 and not target.word.dynamic and text[:1] not in "0123456789-"


def duplicated(reader: Reader, target: Target, state: State) -> Stream:
    """`<&3`, `>&3-`, `<&-`."""
    text = target.word.text
    if text == "-":
        return Stream(NOTHING)
    stream = stream_at(state, text.removesuffix("-"))
    note_writing(reader, target, stream)
    return stream


def note_writing(reader: Reader, target: Target, stream: Stream) -> None:
    """What is written over a descriptor reaches the file that it was opened for."""
    if target.op[0] != "<":
        for path in stream.paths:
            reader.files.opaque.add(path)


def substituted(reader: Reader, word: Word) -> Stream:
    """`<(...)`: what its commands write, where that is certain."""
    known = reader.files.outputs.get(word.ids)
    return unknown_stream(word.ids) if known is None else text_stream(known)


def paths_of(target: Target) -> tuple[str, ...]:
    """The files that it may lead to; none where only the run tells."""
    word = target.word
    if word.dynamic or word.glob or word.file or target.op in HERE:
        return ()
    return tuple(place(word.text, folder) for folder in target.places)


def name_descriptor(state: State, name: str) -> int:
    """`{name}<file`: the shell puts the number into the variable. It takes a free one, most often this."""
    number = max([FIRST_NAMED - 1, *state.streams]) + 1
    state.variables[name] = Word(str(number), dynamic=True)
    return number


def shares(targets: Sequence[Target], context: Context) -> Context:
    """A redirected standard input is no longer the script that is read."""
    return context.but(shared=False) if any(target.descriptor == STDIN for target in targets) else context
