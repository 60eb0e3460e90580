"""One reading: what it is given and never changes, and what it has found: commands, how data moves, what was not read.

It grows while the walk goes on; afterwards the view answers from it. It knows nothing of how it is found.
"""

from __future__ import annotations

from policyhooks.core.values import Record
from policyhooks.shell.ceilings import gather
from policyhooks.shell.programs.lookup import reading_with
from policyhooks.shell.programs.parsed import has_code
from policyhooks.shell.programs.roles import role_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol, TypeVar

    from policyhooks.core.own_rows import OwnRows
    from policyhooks.core.shell_records import CodeSource, Define, Env, PathRef
    from policyhooks.core.stored_text import StoredText
    from policyhooks.shell.expansion.state import Word
    from policyhooks.shell.programs.entry import Entry
    from policyhooks.shell.syntax.parser import Parser
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.redirections import Redirection

    class OfReading(Protocol):
        @property
        def reading(self) -> Reading: ...

    Given = TypeVar("Given", bound=OfReading)
    Made = TypeVar("Made")


ANY = "*"
LAST = (b"$_", b"{_", b"!_")


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
    sources_of: Callable[[Command], list[CodeSource]]
    rows: OwnRows | None = None  # what users have described
    scripts: Callable[[str], StoredText | None] | None = None  # what stands in files that are run, where anybody looks


class Edge(Record):
    """The output of one command reaches another, as its `stdin`, as an `argument`, or as `output` of what it starts."""

    source: int
    target: int
    how: str


SHORT_CODE = 400  # characters: fewer than any limit of inline/scan.py
CONTENT = frozenset(("write", "append", "link"))  # operations after which other text is in a file


def may_write(command: Command) -> bool:
    """Whether some word of a command, or code that it runs, may be a file that it writes."""
    parsed = command.parsed
    return (
        has_code(command)
        or "touches" in parsed.entry
        or any(not CONTENT.isdisjoint(role_of(role).ops) for role, _, _ in parsed.roles)
    )


def has_long_code(command: Command) -> bool:
    """More text than a scan could ever cut short."""
    words = [word for _, word, _ in command.parsed.codes()]
    return any(len(word.text) > SHORT_CODE for word in (*words, command.stdin) if word is not None)


def sources_of(command: Command) -> Sequence[CodeSource]:
    """Where the code of a command comes from, as the view tells."""
    return command.reading.settings.sources_of(command)


class Reading:
    """The findings of one reading."""

    __slots__ = (
        "bound", "called", "commands", "defines", "edges", "env", "listed", "names_last", "origins", "pipelines",
        "problems", "redirects", "seen", "settings", "texts", "understood",
    )  # fmt: skip

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.commands: list[Command] = []
        self.pipelines: list[list[int]] = []
        self.edges: list[Edge] = []
        self.redirects: list[Redirection] = []
        self.defines: list[Define] = []
        self.env: list[Env] = []
        self.origins: dict[int, list[CodeSource]] = {}  # of commands that read code from a file or a descriptor
        self.bound: set[str] = set()  # variables set by loops and defaults; ANY where arithmetic may set one
        self.called: set[str] = set()  # functions of the text that it calls
        # Whether `$_` is named at all: to know its value at every command costs.
        self.names_last = any(mark in settings.source for mark in LAST)
        self.listed: dict[str, list[str]] = {}  # what is in protected folders, by their paths
        self.seen: dict[str, str] = {}  # where links lead, and empty texts of what is none
        self.texts: dict[str, Word] = {}  # files that the text writes, and what is in them at its end
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

    def may_have_written(self) -> bool:
        """Whether there may be a file that this text has made or changed: a cheap question before a costly one."""
        return bool(self.redirects) or any(map(may_write, self.commands))

    def runs_project(self, entry: Entry) -> bool:
        """Whether a program runs what stands in files of the project, and somebody looks into them."""
        return "project" in entry and self.settings.scripts is not None

    def may_have_run_files(self) -> bool:
        """Whether some command runs a file: as a script, by its path, or as what a shell reads first."""
        return any(
            "/" in command.program or command.parsed.is_shell or command.parsed.runs_in(("file",))
            for command in self.commands
        )

    def may_be_late(self) -> bool:
        """Whether a file may run that the same text writes afterwards."""
        return len(self.commands) > 1 and self.may_have_run_files() and self.may_have_written()

    def check_code(self) -> None:
        """Code whose strings and names are looked at when a rule asks: whether that will be all of them."""
        for command in self.commands:
            if has_code(command) and has_long_code(command):
                _ = command.codes

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
