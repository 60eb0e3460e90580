"""What one reading is given and never changes: the parser, the place, and how the view answers for a command."""

from __future__ import annotations

from policyhooks.core.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from policyhooks.core.records import PathRef
    from policyhooks.shell.syntax.parser import Parser
    from policyhooks.shell.walk.commands import Command


class Settings(Record):
    """Where and how a text is read. A command's paths and its environment are views of it: the view hands them in."""

    parser: Parser
    dialect: str
    source: bytes  # the text, which nodes count in bytes
    workspace: str
    home: str
    links: bool  # whether the disk may be asked
    guarded: Sequence[str]
    paths_of: Callable[[Command], list[PathRef]]
    environment_of: Callable[[Command], str]
