"""One reading: what it is given and never changes, and what it has found: commands, how data moves, what was not read.

It grows while the walk goes on; afterwards the view answers from it. It knows nothing of how it is found.
"""

from __future__ import annotations

from policyhooks.core.records import Record
from policyhooks.shell.ceilings import gather
from policyhooks.shell.programs.lookup import reading_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol, TypeVar

    from policyhooks.core.own_rows import OwnRows
    from policyhooks.core.records import Define, Env, PathRef
    from policyhooks.shell.syntax.parser import Parser
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.redirections import Redirection

    class OfReading(Protocol):
        @property
        def reading(self) -> Reading: ...

    Given = TypeVar("Given", bound=OfReading)
    Made = TypeVar("Made")


ANY = "*"


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
    rows: OwnRows | None = None  # what users have described


class Edge(Record):
    """The output of one command reaches another, as its `stdin`, as an `argument`, or as `output` of what it starts."""

    source: int
    target: int
    how: str


class Reading:
    """The findings of one reading."""

    __slots__ = (
        "bound", "commands", "defines", "edges", "env", "pipelines", "problems", "redirects", "settings", "understood",
    )  # fmt: skip

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.commands: list[Command] = []
        self.pipelines: list[list[int]] = []
        self.edges: list[Edge] = []
        self.redirects: list[Redirection] = []
        self.defines: list[Define] = []
        self.env: list[Env] = []
        self.bound: set[str] = set()  # variables set by loops and defaults; ANY where arithmetic may set one
        self.problems: list[str] = []
        self.understood = True  # whether all of it was read for certain; see `exceed`

    def problem(self, name: str) -> None:
        if name not in self.problems:
            self.problems.append(name)

    def exceed(self, reached: tuple[str, ...]) -> None:
        """Limits that were reached on the way, also when a field is computed after the reading."""
        for name in reached:
            self.problem(name)
        if reached:
            self.understood = False

    def amend(self, command: Command) -> Command:
        """List what is now known of a command in the place of what was known before."""
        self.commands[command.id - 1] = command
        return command


def limited(compute: Callable[[Given], Made]) -> Callable[[Given], Made]:
    """How a lazy field is computed: with the rows of its reading, which is told the limits that it reaches."""

    def work(instance: Given) -> Made:
        reading = instance.reading
        rows = reading.settings.rows
        value, reached = gather(compute, instance) if rows is None else reading_with(rows, gather, compute, instance)
        if reached:
            reading.exceed(reached)
        return value

    return work
