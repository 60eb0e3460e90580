"""Parts of words whose value stays unknown: process substitutions, patterns of extglob, arithmetic."""

from __future__ import annotations

from policyhooks.shell.expansion.words import UNKNOWN, UNKNOWN_SPLIT
from policyhooks.shell.syntax.block_nodes import ArithmExp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.words import Expander
    from policyhooks.shell.syntax.nodes import Node


def add_rare(expander: Expander, part: Node) -> None:
    """The commands in it are read; what it becomes is not known."""
    reader = expander.reader
    if isinstance(part, ArithmExp):
        reader.arithmetic(expander.state, part)
        expander.ids += reader.nested(part, expander.state, expander.context)
        expander.pieces.append(("$((...))", UNKNOWN))
        return
    from policyhooks.shell.syntax.rare_nodes import ExtGlob, ProcSubst

    if isinstance(part, ProcSubst):
        expander.ids += reader.process(part, expander.state, expander.context)
        expander.file = True
        expander.pieces.append(("/dev/fd/63", UNKNOWN))
        return
    text = part.op + part.pattern.text + ")" if isinstance(part, ExtGlob) else "?"
    if text == "?":
        reader.problem("unsupported_syntax")
    expander.ids += reader.nested(part, expander.state, expander.context)
    expander.pieces.append((text, UNKNOWN_SPLIT))
