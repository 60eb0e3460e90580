"""Pipelines: each stage in a shell of its own, and what one writes to the next. Loaded where there is one."""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.expansion.streams import feed, text_stream, unknown_stream
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.syntax.nodes import Binary, first_text
from policyhooks.shell.walk.files import place
from policyhooks.shell.walk.reading import Edge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.expansion.streams import Stream
    from policyhooks.shell.syntax.nodes import Statement
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.reading import Reading
    from policyhooks.shell.walk.statements import Reader

PIPES = ("|", "|&")


def read_pipeline(reader: Reader, node: Binary, state: State, context: Context) -> None:
    reading = reader.reading
    stages = stages_of(node)
    mains: list[int] = []
    previous: range | None = None
    known: Stream | None = None
    for index, stage in enumerate(stages):
        first = len(reading.commands)
        inner = context if known is None else context.but(via=(*context.via, "pipe"), shared=False)
        reader.statement(stage, state.copy() if known is None else feed(state, known), inner)
        ids = range(first + 1, len(reading.commands) + 1)
        if previous:
            reading.edges += [Edge(source=source, target=target, how="stdin") for source in previous for target in ids]
        known = stage_output(reader, stage, state, ids) if index + 1 < len(stages) else None
        previous = ids
        mains += [number for number in ids if reading.commands[number - 1].parent == context.parent][:1]
    reading.pipelines.append(mains)


def stages_of(node: Binary) -> list[Statement]:
    """The parser makes `a | b | c` a pipe of a pipe."""
    stages = [node.right]
    while True:
        left = node.left
        inner = left.command
        if not isinstance(inner, Binary) or inner.op not in PIPES or left.redirects or left.negated:
            return [left, *reversed(stages)]
        node = inner
        stages.append(node.right)


def stage_output(reader: Reader, stage: Statement, state: State, ids: range) -> Stream:
    """What a stage writes to the pipe: its text where certain, else unknown."""
    prints = describe(first_text(stage)).get("prints", "")
    if prints in ("files", "input") and len(ids) == 1:
        return passed_on(reader.reading, reader.reading.commands[ids[0] - 1])
    text = reader.output_of(stage, state)
    if text is not None:
        return text_stream(Word(text, ids=tuple(ids)))
    told = reader.output_of(stage, state, certain=False)
    return unknown_stream(tuple(ids)) if told is None else text_stream(Word(told, dynamic=True, ids=tuple(ids)))


def passed_on(reading: Reading, command: Command) -> Stream:
    """`cat <<E`, `tee x <<E`: the here-document, where it is all that is written. `cat a`: what the file holds."""
    given = command.stdin
    elsewhere = any(
        item.command_id == command.id and item.target.op not in ("<<", "<<-", "<<<") for item in reading.redirects
    )
    copies = command.parsed.entry.get("prints") == "input" or command.argv[1:] in ([], ["-"])
    stream = unknown_stream((command.id,))
    if elsewhere:
        return stream
    if given is not None and copies:
        return text_stream(Word(given.text, given.dynamic, ids=(*given.ids, command.id), quoted=True))
    words = command.words[1:]
    if len(words) == 1 and words[0].text[:1] != "-" and not words[0].dynamic and not words[0].glob:
        stream.paths = tuple(place(words[0].text, folder) for folder in (command.effective_cwd, *command.maybe_cwds))
    return stream
