"""Processes beside the shell: `<(...)`, `>(...)`, `coproc`. What they write, and what is written to them."""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.expansion.streams import feed, unknown_stream
from policyhooks.shell.syntax.rare_nodes import ProcSubst
from policyhooks.shell.walk.pipelines import stage_output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.syntax.nodes import Substitution
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

WRITTEN_TO = ">("


def read_process(reader: Reader, node: Substitution, state: State, context: Context) -> range:
    """The commands of a process substitution; what `<(...)` certainly writes is kept for whoever reads it."""
    if isinstance(node, ProcSubst) and node.op == WRITTEN_TO:
        return reader.substitution(node, feed(state, unknown_stream()), context.but(shared=False), "procsub")
    ids = reader.substitution(node, state, context, "procsub")
    if len(node.statements) == 1 and ids:
        word = stage_output(reader, node.statements[0], state, ids).word
        if word is not None and (word.text or not word.dynamic):
            reader.files.outputs[tuple(ids)] = Word(word.text, word.dynamic, ids=tuple(ids))
    return ids
