"""Reads statements in the order bash runs them and lists every command, with the state each one meets.

Everything that might run is listed; what cannot be known becomes a problem. It knows statements, not programs:
those are in commands.py and wrappers.py.
"""

from __future__ import annotations

from policyhooks.core.values import but
from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.parameter_values import note_last
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.expansion.words import Expander
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.syntax.nodes import Binary, Block, Call, CmdSubst, Subshell, first_text
from policyhooks.shell.walk.commands import make_command
from policyhooks.shell.walk.files import Files
from policyhooks.shell.walk.reading import Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.shell.syntax.nodes import Command, Node, Redirect, Statement, Substitution
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.directories import Worked
    from policyhooks.shell.walk.rare_compound import Body
    from policyhooks.shell.walk.reading import Settings
    from policyhooks.shell.walk.traps import Trap

# What a program prints (`prints` of its row) that its words tell.
WRITTEN = frozenset(("words", "format", "directory", "path", "link", "parent", "name"))
MOST_COMMANDS = 500
DEEPEST_SCRIPT = 8
LONGEST_LINE = 2 << 20  # of the values in one command: what Linux takes
# bash reads `$(...)`, prints it back, and reads that again when it runs. 5.2 loses a `;` behind a here-document there.
NOT_PRINTED, PRINTED, PRINTED_BODY = range(3)


class Reader:
    """One walk over one command text: what it has found, and what it must remember on its way."""

    __slots__ = (
        "active", "bodies", "files", "git", "printed", "reading", "rounds", "settings", "traps", "worked",
    )  # fmt: skip

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.reading = Reading(settings)
        self.files = Files()
        self.reading.texts = self.files.texts
        self.bodies: dict[str, Body] = {}  # of functions that the text defines
        self.active: list[str] = []  # functions, aliases and files that are being read: none is read inside itself
        self.rounds = False  # whether something that is listed once may run several times
        self.traps: list[Trap] = []
        self.git: dict[str, Word] = {}  # settings that the text gave to git: see special/git.py
        self.worked: Worked | None = None  # the last `a && b` that changed the directory
        self.printed = NOT_PRINTED  # whether bash prints the text that is read back before it runs it

    def problem(self, name: str) -> None:
        self.reading.problem(name)

    def may_have_new_files(self) -> bool:
        """Whether a file that is run may be newer than the text, or than the session."""
        return self.settings.scripts is not None or self.reading.may_have_written()

    def script(self, text: str, dialect: str, state: State, context: Context) -> None:
        """Read shell text that a command runs."""
        if context.depth >= DEEPEST_SCRIPT:
            reach("too_deep")
            return
        nodes, problems = self.settings.parser.parse(text, dialect)
        for name in problems:
            self.problem(name)
        printed, self.printed = self.printed, NOT_PRINTED
        self.run(nodes, state, context.but(depth=context.depth + 1))
        self.printed = printed

    def run(self, nodes: Sequence[Statement], state: State, context: Context) -> None:
        for node in nodes:
            self.statement(node, state, context)
            if self.printed == PRINTED_BODY and node is not nodes[-1] and node.semicolon:
                self.problem("dialect_ambiguous")  # without positions it is not known what parts them

    def statement(self, node: Statement, state: State, context: Context) -> None:
        commands = self.reading.commands
        if len(commands) >= MOST_COMMANDS:
            reach("too_many_commands")
            return
        if node.background or node.coprocess or node.disown:
            context = context.but(background=True, shared=False)
            state = state.copy()
        command = node.command
        if isinstance(command, Call):
            self.call(command, node.redirects, state, context)
        elif not node.redirects:
            self.compound(command, state, context)
        else:
            from policyhooks.shell.walk.redirections import run_compound

            run_compound(self, node, state, context)

    def compound(self, command: Command | None, state: State, context: Context) -> None:
        """A command that is made of others; None where only redirections are written."""
        if isinstance(command, Binary):
            self.binary(command, state, context)
        elif isinstance(command, Subshell):
            self.run(command.statements, state.copy(), context)
        elif isinstance(command, Block):
            self.run(command.statements, state, context)
        elif command is not None and not isinstance(command, Call):
            from policyhooks.shell.walk.compound import read_compound

            read_compound(self, command, state, context)

    def binary(self, node: Binary, state: State, context: Context) -> None:
        if node.op in ("|", "|&"):
            from policyhooks.shell.walk.pipelines import read_pipeline

            read_pipeline(self, node, state, context)
            return
        self.statement(node.left, state, context)
        before = state.copy()
        if state.maybe_cwds:
            from policyhooks.shell.walk.directories import assume_left

            assume_left(self.worked, node, state)
        self.statement(node.right, state, context.but(conditional=True))
        places = state.places()
        if len(places) > 1:
            from policyhooks.shell.walk.directories import is_change

            places = state.after_cd if is_change(node.right, state) and state.after_cd else places
        state.join(before)
        self.worked = None
        if node.op == "&&" and state.maybe_cwds:
            from policyhooks.shell.walk.directories import Worked

            self.worked = Worked(node=node, places=places)

    def substitution(self, node: Substitution, state: State, context: Context, via: str) -> range:
        """Read the commands of a substitution; the ids they got."""
        first = len(self.reading.commands)
        inner = context.but(via=(*context.via, via), wrappers=(), outer=(), stdin_args=False, appended=-1)
        printed, self.printed = self.printed, PRINTED
        if isinstance(node, CmdSubst) and node.backquotes:
            self.printed = NOT_PRINTED
        self.run(node.statements, state.copy(), inner)
        self.printed = printed
        return range(first + 1, len(self.reading.commands) + 1)

    def process(self, node: Substitution, state: State, context: Context) -> range:
        """Read the commands of a process substitution, with what is on their descriptors; the ids they got."""
        from policyhooks.shell.walk.processes import read_process

        return read_process(self, node, state, context)

    def output_of(self, statement: Statement, state: State, certain: bool = True) -> str | None:
        """What a statement writes; None where that is not known."""
        if describe(first_text(statement)).get("prints") not in WRITTEN:
            return None
        from policyhooks.shell.walk.known_output import output_of

        return output_of(statement, state, self, certain)

    def known_output(self, node: CmdSubst, state: State, certain: bool = True) -> str | None:
        """The output of `$(...)`, its line end removed; not certain: of values that were worked out."""
        text = self.output_of(node.statements[0], state, certain) if len(node.statements) == 1 else None
        return None if text is None else text.replace("\0", "").rstrip("\n")

    def makes_temporary(self, ids: range) -> bool:
        """Whether commands are one `mktemp` without a folder: what it prints is new, in the temporary folder."""
        command = self.reading.commands[ids[0] - 1] if len(ids) == 1 else None
        if command is None or command.name != "mktemp":
            return False
        return not any("/" in word for word in command.args) and not {"-p", "--tmpdir"} & set(command.flags)

    def nested(self, node: object, state: State, context: Context) -> list[int]:
        """Read every substitution below a node, wherever it hides."""
        from policyhooks.shell.walk.compound import read_nested

        return read_nested(self, node, state, context)

    def arithmetic(self, state: State, node: Node | None = None) -> None:
        """bash evaluates the values of variables in arithmetic, and a subscript in a value can run a command."""
        from policyhooks.shell.walk.arithmetic import check_arithmetic

        check_arithmetic(self.reading, state, node)

    def note_variable(self, name: str, value: Word, state: State, context: Context) -> None:
        """A variable got a value: programs run what some of them hold."""
        from policyhooks.shell.walk.run_variables import note_variable

        note_variable(self, name, value, state, context)

    def call(self, node: Call, redirects: Sequence[Redirect], state: State, context: Context) -> None:
        """A simple command: expand it, note assignments and redirections, then find out what runs."""
        if state.has_choices():
            from policyhooks.shell.walk.alternatives import read_each

            if read_each(
                [node, redirects], state, context, lambda branch, inner: self.call(node, redirects, branch, inner)
            ):
                return
        first = len(self.reading.commands)
        words = self.words_of(node, state, context)
        assigned: list[int] = []
        if node.assigns:
            from policyhooks.shell.expansion.assignments import assign

            assigned = assign(self, node.assigns, bool(words), state, context)
        if not redirects:
            self.list_call(words, first, assigned, state, context)
            return
        from policyhooks.shell.walk.redirections import run_redirected

        run_redirected(self, words, redirects, first, assigned, state, context)

    def words_of(self, node: Call, state: State, context: Context) -> list[Word]:
        """The words that the program gets."""
        expander = Expander(self, state, context)
        words: list[Word] = []
        size = 0
        for parts in node.args:
            found = expander.expand(parts)
            size += expander.size
            if size > LONGEST_LINE:
                reach("too_long")
                break
            words += found
        return words

    def list_call(self, words: list[Word], first: int, assigned: list[int], state: State, context: Context) -> int:
        """List what the words run; its id, or 0. Substitutions in them and assignments before them are its own."""
        reading = self.reading
        start = len(reading.commands)
        if words:
            before = state.variables.get("_")
            make_command(self, words, state, context)
            if reading.names_last:
                note_last(words[-1], before, state)
        if start >= len(reading.commands):
            return 0
        owner = reading.commands[start].id
        for inner in reading.commands[first:start]:
            if inner.parent == context.parent:
                reading.amend(but(inner, parent=owner))
        for at in assigned:
            reading.env[at] = but(reading.env[at], command_id=owner)
        return owner
