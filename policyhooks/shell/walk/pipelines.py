"""Pipelines: each stage in a shell of its own, and what one writes to the next. Loaded where there is one."""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.syntax.nodes import Binary, first_text
from policyhooks.shell.walk.reading import Edge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
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
    known: Word | None = None
    for index, stage in enumerate(stages):
        first = len(reading.commands)
        inner = context if not index else context.but(via=(*context.via, "pipe"), stdin=known, shared=False)
        reader.statement(stage, state.copy(), inner)
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


def stage_output(reader: Reader, stage: Statement, state: State, ids: range) -> Word:
    """What a stage writes to the pipe: its text where certain, else unknown."""
    prints = describe(first_text(stage)).get("prints", "")
    if prints in ("files", "input") and len(ids) == 1:
        return passed_on(reader.reading, reader.reading.commands[ids[0] - 1])
    text = reader.output_of(stage, state)
    return Word("", dynamic=True, ids=tuple(ids)) if text is None else Word(text, ids=tuple(ids))


def passed_on(reading: Reading, command: Command) -> Word:
    """`cat <<E`, `tee x <<E`: the here-document, where it is all that is written."""
    given = command.stdin
    elsewhere = any(
        item.command_id == command.id and item.target.op not in ("<<", "<<-", "<<<") for item in reading.redirects
    )
    copies = command.parsed.entry.get("prints") == "input" or command.argv[1:] in ([], ["-"])
    if given is None or elsewhere or not copies:
        return Word("", dynamic=True, ids=(command.id,))
    return Word(given.text, given.dynamic, ids=(*given.ids, command.id), quoted=True)
