"""Reads statements in the order bash runs them and lists every command, with the state each one meets.

Everything that might run is listed; what cannot be known becomes a problem. It knows statements, not programs:
those are in commands.py and wrappers.py.
"""

from __future__ import annotations

from policyhooks.core.records import but
from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import State, Value, Word
from policyhooks.shell.expansion.words import Expander
from policyhooks.shell.syntax.nodes import (
    Binary,
    Block,
    Call,
    CmdSubst,
    Lit,
    Redirect,
    Subshell,
    below,
    first_text,
    own_text,
)
from policyhooks.shell.walk.commands import Command, make_command
from policyhooks.shell.walk.context import Context, with_stdin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from policyhooks.core.records import Define, Env
    from policyhooks.shell.syntax.nodes import Node, Statement, Substitution
    from policyhooks.shell.syntax.parser import Parser

    # operator, descriptor, target, here text, command, directories, links made before
    Redirection = tuple[str, int, Word, str, int, tuple[str, ...], dict[str, str]]
    Target = tuple[str, int, Word, tuple[str, ...]]

PRINTS = frozenset(("echo", "printf", "cat", ":"))  # programs that write text which may be known
WRITES_WORDS = frozenset(("pwd", "echo", "printf"))  # programs whose output their words say
MOST_COMMANDS = 500
DEEPEST_SCRIPT = 8
LONGEST_LINE = 2 << 20  # of the values in one command: what Linux takes
# bash reads `$(...)`, prints it back, and reads that again when it runs. 5.2 loses a `;` behind a here-document there.
NOT_PRINTED, PRINTED, PRINTED_BODY = range(3)


class Reader:
    """One reading of one command text."""

    def __init__(
        self,
        parser: Parser,
        dialect: str,
        workspace: str,
        home: str,
        links: bool,
        guarded: Sequence[str] = (),
    ) -> None:
        self.parser = parser
        self.dialect = dialect
        self.workspace = workspace
        self.home = home
        self.links = links
        self.guarded = guarded
        self.commands: list[Command] = []
        self.pipelines: list[list[int]] = []
        self.defines: list[Define] = []
        self.env: list[Env] = []
        self.redirects: list[Redirection] = []
        self.problems: list[str] = []
        self.edges: list[tuple[int, int, str]] = []  # data: from, to, how (stdin, argument)
        self.bodies: dict[str, tuple[Statement, State]] = {}
        self.called: set[str] = set()
        self.active: list[str] = []
        self.source = b""
        self.copies: dict[str, str] = {}  # path made by cp, mv or ln in this text -> what it is
        self.made: dict[str, str] = {}  # links only; replaced, never changed
        self.texts: dict[str, Word] = {}  # files that this text writes -> what is in them
        self.ends: dict[str, Word] = {}  # files that it adds to -> the end of what is in them
        self.worked: tuple[Node, tuple[str, ...]] | None = None  # the last `a && b`, and where it leads if it works
        self.traps: list[tuple[Word, bool, State, State, Context]] = []  # see traps.py
        self.printed = NOT_PRINTED  # whether bash prints the text that is read back before it runs it
        self.understood = True  # whether all of it was read for certain; see `exceed`
        self.git: dict[str, Word] = {}  # settings that the text gave to git: see special/git.py

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

    def script(self, text: str, dialect: str, state: State, context: Context) -> None:
        """Read shell text that a command runs."""
        if context.depth >= DEEPEST_SCRIPT:
            reach("too_deep")
            return
        nodes, problems = self.parser.parse(text, dialect)
        for name in problems:
            self.problem(name)
        printed, self.printed = self.printed, NOT_PRINTED
        self.run(nodes, state, context.but(depth=context.depth + 1))
        self.printed = printed

    def note_variable(self, name: str, value: Word, state: State, context: Context) -> None:
        """A variable got a value: programs run what some of them hold."""
        from policyhooks.shell.walk.run_variables import note_variable

        note_variable(self, name, value, state, context)

    def run(self, nodes: Sequence[Statement], state: State, context: Context) -> None:
        for node in nodes:
            self.statement(node, state, context)
            if self.printed == PRINTED_BODY and node is not nodes[-1] and node.semicolon:
                self.problem("dialect_ambiguous")  # without positions it is not known what parts them

    def statement(self, node: Statement, state: State, context: Context) -> None:
        if len(self.commands) >= MOST_COMMANDS:
            reach("too_many_commands")
            return
        if node.background or node.coprocess or node.disown:
            context = context.but(background=True, shared=False)
            state = state.copy()
        command = node.command
        redirects = node.redirects
        if isinstance(command, Call):
            self.call(command, redirects, state, context)
            return
        first = len(self.commands)
        targets = self.expand_redirects(redirects, state, context) if redirects else ()
        context = with_stdin(targets, context)
        if isinstance(command, Binary):
            self.binary(command, state, context)
        elif isinstance(command, Subshell):
            self.run(command.statements, state.copy(), context)
        elif isinstance(command, Block):
            self.run(command.statements, state, context)
        elif command is not None:
            from policyhooks.shell.walk.compound import read_compound

            read_compound(self, command, state, context)
        owner = self.commands[first].id if first < len(self.commands) else 0
        self.add_redirects(targets, owner, state)
        if targets and isinstance(command, Block | Subshell):
            from policyhooks.shell.walk.written_files import note_block

            note_block(self, command, targets, state)

    def binary(self, node: Binary, state: State, context: Context) -> None:
        if node.op in ("|", "|&"):
            self.pipeline(node, state, context)
            return
        left = node.left
        self.statement(left, state, context)
        before = state.copy()
        if state.maybe_cwds:
            from policyhooks.shell.walk.directories import assume

            if node.op == "&&" and self.worked and self.worked[0] is left.command and not left.negated:
                state.place(self.worked[1])  # all of `cd x && make` worked
            else:
                assume(left, state, node.op == "&&")
        self.statement(node.right, state, context.but(conditional=True))
        places = state.places()
        if len(places) > 1:
            from policyhooks.shell.walk.directories import is_change

            places = state.after_cd if is_change(node.right, state) and state.after_cd else places
        state.join(before)
        self.worked = (node, places) if node.op == "&&" and state.maybe_cwds else None

    def pipeline(self, node: Binary, state: State, context: Context) -> None:
        stages = [node.right]
        while True:
            left = node.left
            inner = left.command
            if not isinstance(inner, Binary) or inner.op not in ("|", "|&") or left.redirects or left.negated:
                stages.append(left)
                break
            node = inner
            stages.append(node.right)
        stages.reverse()
        mains: list[int] = []
        previous: range | None = None
        known: Word | None = None
        for index, stage in enumerate(stages):
            first = len(self.commands)
            piped = context if not index else context.but(via=(*context.via, "pipe"), stdin=known, shared=False)
            self.statement(stage, state.copy(), piped)
            ids = range(first + 1, len(self.commands) + 1)
            if previous:
                self.edges += [(source, target, "stdin") for source in previous for target in ids]
            known = self.stage_output(stage, state, ids) if index + 1 < len(stages) else None
            previous = ids
            mains += [number for number in ids if self.commands[number - 1].parent == context.parent][:1]
        self.pipelines.append(mains)

    def stage_output(self, stage: Statement, state: State, ids: range) -> Word:
        """What a stage writes to the pipe: its text where certain, else unknown."""
        name = first_text(stage)
        if name in ("cat", "tee") and len(ids) == 1:
            return self.passed_on(self.commands[ids[0] - 1])
        if name not in WRITES_WORDS:
            return Word("", dynamic=True, ids=tuple(ids))
        from policyhooks.shell.walk.known_output import output_of

        text = output_of(stage, state, self)
        return Word("", dynamic=True, ids=tuple(ids)) if text is None else Word(text, ids=tuple(ids))

    def passed_on(self, command: Command) -> Word:
        """`cat <<E`, `tee x <<E`: the here-document, where it is all that is written."""
        given = command.stdin
        elsewhere = any(item[4] == command.id and item[0] not in ("<<", "<<-", "<<<") for item in self.redirects)
        copies = command.argv in (["cat"], ["cat", "-"]) or command.name == "tee"
        if given is None or elsewhere or not copies:
            return Word("", dynamic=True, ids=(command.id,))
        return Word(given.text, given.dynamic, ids=(*given.ids, command.id), quoted=True)

    def known_output(self, node: CmdSubst, state: State) -> str | None:
        """The output of `$(...)` where it is certain, its line end removed."""
        if len(node.statements) != 1 or first_text(node.statements[0]) not in WRITES_WORDS:
            return None
        from policyhooks.shell.walk.known_output import output_of

        text = output_of(node.statements[0], state, self)
        return None if text is None else text.rstrip("\n")

    def makes_temporary(self, ids: range) -> bool:
        """Whether commands are one `mktemp` without a folder: what it prints is new, in the temporary folder."""
        if len(ids) != 1 or self.commands[ids[0] - 1].name != "mktemp":
            return False
        command = self.commands[ids[0] - 1]
        return not any("/" in word for word in command.args) and not {"-p", "--tmpdir"} & set(command.flags)

    def substitution(self, node: Substitution, state: State, context: Context, via: str) -> range:
        """Read the commands of a substitution; the ids they got."""
        first = len(self.commands)
        inner = context.but(via=(*context.via, via), stdin=None, wrappers=(), outer=(), stdin_args=False, appended=-1)
        printed, self.printed = self.printed, PRINTED
        if isinstance(node, CmdSubst) and node.backquotes:
            self.printed = NOT_PRINTED
        self.run(node.statements, state.copy(), inner)
        self.printed = printed
        return range(first + 1, len(self.commands) + 1)

    def nested(self, node: object, state: State, context: Context) -> list[int]:
        """Read every substitution below a node, wherever it hides."""
        from policyhooks.shell.walk.compound import read_nested

        return read_nested(self, node, state, context)

    def arithmetic(self, state: State, node: Node | None = None) -> None:
        """bash evaluates the values of variables in arithmetic, and a subscript in a value can run a command."""
        if node is not None and any(may_not_pair(item) for item in below(node)):
            self.problem("ambiguous_arithmetic")  # bash may take `$((` for a substitution in parentheses
        for value in state.variables.values():
            # What arithmetic gave before is a number.
            text = "" if value.ids else value.text.replace("$((...))", "")
            if "$(" in text or "`" in text:
                self.problem("arithmetic_code")

    def call(self, node: Call, redirects: Sequence[Redirect], state: State, context: Context) -> None:
        """A simple command: expand it, note assignments and redirections, then find out what runs."""
        if state.variables and any(isinstance(value, Value) and value.choices for value in state.variables.values()):
            from policyhooks.shell.expansion.alternatives import read_each

            if read_each(self, node, redirects, state, context):
                return
        expander = Expander(self, state, context)
        first = len(self.commands)
        assigns = node.assigns
        words: list[Word] = []
        size = 0
        for word in node.args:
            found = expander.expand(word)
            size += expander.size
            if size > LONGEST_LINE:
                reach("too_long")
                break
            words += found
        assigned: list[int] = []
        if assigns:
            from policyhooks.shell.expansion.assignments import assign

            assigned = assign(self, assigns, bool(words), state, context)
        targets = self.expand_redirects(redirects, state, context) if redirects else ()
        context = with_stdin(targets, context)
        start = len(self.commands)
        if words:
            make_command(self, words, state, context)
        owner = self.adopt(first, start, assigned, context.parent)
        self.add_redirects(targets, owner, state)
        if targets and (self.texts or not words or words[0].text in PRINTS):
            from policyhooks.shell.walk.written_files import note_call

            note_call(self, words, targets, context.stdin, state)

    def adopt(self, first: int, start: int, assigned: list[int], parent: int) -> int:
        """The command at `start`, or 0; substitutions in its words and assignments before it are its own."""
        if start >= len(self.commands):
            return 0
        owner = self.commands[start].id
        for inner in self.commands[first:start]:
            if inner.parent == parent:
                self.amend(but(inner, parent=owner))
        for at in assigned:
            self.env[at] = but(self.env[at], command_id=owner)
        return owner

    def expand_redirects(self, nodes: Sequence[Redirect], state: State, context: Context) -> list[Target]:
        targets = []
        for node in nodes:
            operator = node.op
            number = node.descriptor
            if operator in ("<<", "<<-"):
                from policyhooks.shell.walk.known_output import here_text

                words = [here_text(self, node, state, context) if node.body else Word("")]
                self.printed = self.printed and PRINTED_BODY
            elif any(isinstance(part, Lit) and "{" in part.text for part in node.word):
                words = Expander(self, state, context).expand(node.word)  # bash expands braces here too
            else:
                words = [Expander(self, state, context).join(node.word)]
            if not number.isdecimal():
                number = "0" if operator[0] == "<" else "1"
            for word in words:
                if word.text == "!":
                    self.problem("dialect_ambiguous")  # zsh reads `>!` as one operator
                targets.append((operator, int(number), word, state.places()))
        return targets

    def add_redirects(self, targets: Any, owner: int, state: State) -> None:
        for operator, number, word, places in targets:
            here = word.text if operator in ("<<", "<<-", "<<<") else ""
            self.redirects.append((operator, number, word, here, owner, places, self.made))
            for source in word.ids:
                how = "stdin" if operator[0] == "<" else "output"
                self.edges.append((source, owner, how) if how == "stdin" else (owner, source, "stdin"))


def may_not_pair(node: Node) -> bool:
    """Parentheses that need not pair up: in case patterns, here-documents, comments and quoted text."""
    if node.unpaired or (isinstance(node, Redirect) and node.body):
        return True
    text = own_text(node)
    return "(" in text or ")" in text
