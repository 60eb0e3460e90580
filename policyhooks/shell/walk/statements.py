"""Reads statements in the order bash runs them and lists every command, with the state each one meets.

Everything that might run is listed; what cannot be known becomes a problem. It knows statements, not programs:
those are in commands.py and wrappers.py.
"""

from __future__ import annotations

from policyhooks.core.records import but
from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import State, Value, Word
from policyhooks.shell.expansion.words import Expander
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.walk.commands import Command, make_command
from policyhooks.shell.walk.context import Context, with_stdin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from policyhooks.core.records import Define, Env
    from policyhooks.shell.syntax.parser import Parser

    Node = dict[str, Any]
    # operator, descriptor, target, here text, command, directories, links made before
    Redirection = tuple[str, int, Word, str, int, tuple[str, ...], dict[str, str]]
    Target = tuple[str, int, Word, tuple[str, ...]]

WRITTEN = ("words", "format", "directory")  # what a program prints (`prints` of its row) that its words tell
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
        self.bodies: dict[str, tuple[Node, State]] = {}
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

    def run(self, nodes: list[Node], state: State, context: Context) -> None:
        for node in nodes:
            self.statement(node, state, context)
            if self.printed == PRINTED_BODY and node is not nodes[-1] and ("Semicolon" in node or "Pos" not in node):
                self.problem("dialect_ambiguous")  # without positions it is not known what parts them

    def statement(self, node: Node, state: State, context: Context) -> None:
        if len(self.commands) >= MOST_COMMANDS:
            reach("too_many_commands")
            return
        if node.get("Background") or node.get("Coprocess") or node.get("Disown"):
            context = context.but(background=True, shared=False)
            state = state.copy()
        command: Node = node.get("Cmd") or {}
        kind = command.get("Type", "")
        redirects = node.get("Redirs")
        if kind == "CallExpr":
            self.call(command, redirects, state, context)
            return
        first = len(self.commands)
        targets = self.expand_redirects(redirects, state, context) if redirects else ()
        context = with_stdin(targets, context)
        if kind == "BinaryCmd":
            self.binary(command, state, context)
        elif kind == "Subshell":
            self.run(command.get("Stmts", ()), state.copy(), context)
        elif kind == "Block":
            self.run(command.get("Stmts", ()), state, context)
        elif kind:
            from policyhooks.shell.walk.compound import read_compound

            read_compound(self, command, state, context)
        owner = self.commands[first].id if first < len(self.commands) else 0
        self.add_redirects(targets, owner, state)
        if targets and kind in ("Block", "Subshell"):
            from policyhooks.shell.walk.written_files import note_block

            note_block(self, command, targets, state)

    def binary(self, node: Node, state: State, context: Context) -> None:
        if node["Op"] in ("|", "|&"):
            self.pipeline(node, state, context)
            return
        self.statement(node["X"], state, context)
        before = state.copy()
        if state.maybe_cwds:
            from policyhooks.shell.walk.directories import assume

            left = node["X"]
            if node["Op"] == "&&" and self.worked and self.worked[0] is left.get("Cmd") and not left.get("Negated"):
                state.place(self.worked[1])  # all of `cd x && make` worked
            else:
                assume(node["X"], state, node["Op"] == "&&")
        self.statement(node["Y"], state, context.but(conditional=True))
        places = state.places()
        if len(places) > 1:
            from policyhooks.shell.walk.directories import is_change

            places = state.after_cd if is_change(node["Y"], state) and state.after_cd else places
        state.join(before)
        self.worked = (node, places) if node["Op"] == "&&" and state.maybe_cwds else None

    def pipeline(self, node: Node, state: State, context: Context) -> None:
        stages = [node["Y"]]
        while True:
            left = node["X"]
            node = left.get("Cmd") or {}
            if (
                node.get("Type") != "BinaryCmd"
                or node["Op"] not in ("|", "|&")
                or left.get("Redirs")
                or left.get("Negated")
            ):
                stages.append(left)
                break
            stages.append(node["Y"])
        stages.reverse()
        mains: list[int] = []
        previous: range | None = None
        known: Word | None = None
        for index, stage in enumerate(stages):
            first = len(self.commands)
            inner = context if not index else context.but(via=(*context.via, "pipe"), stdin=known, shared=False)
            self.statement(stage, state.copy(), inner)
            ids = range(first + 1, len(self.commands) + 1)
            if previous:
                self.edges += [(source, target, "stdin") for source in previous for target in ids]
            known = self.stage_output(stage, state, ids) if index + 1 < len(stages) else None
            previous = ids
            mains += [number for number in ids if self.commands[number - 1].parent == context.parent][:1]
        self.pipelines.append(mains)

    def stage_output(self, stage: Node, state: State, ids: range) -> Word:
        """What a stage writes to the pipe: its text where certain, else unknown."""
        prints = describe(written_name(stage)).get("prints", "")
        if prints in ("files", "input") and len(ids) == 1:
            return self.passed_on(self.commands[ids[0] - 1])
        if prints not in WRITTEN:
            return Word("", dynamic=True, ids=tuple(ids))
        from policyhooks.shell.walk.known_output import output_of

        text = output_of([stage], state, self)
        return Word("", dynamic=True, ids=tuple(ids)) if text is None else Word(text, ids=tuple(ids))

    def passed_on(self, command: Command) -> Word:
        """`cat <<E`, `tee x <<E`: the here-document, where it is all that is written."""
        given = command.stdin
        elsewhere = any(item[4] == command.id and item[0] not in ("<<", "<<-", "<<<") for item in self.redirects)
        copies = command.parsed.entry.get("prints") == "input" or command.argv[1:] in ([], ["-"])
        if given is None or elsewhere or not copies:
            return Word("", dynamic=True, ids=(command.id,))
        return Word(given.text, given.dynamic, ids=(*given.ids, command.id), quoted=True)

    def known_output(self, node: Node, state: State) -> str | None:
        """The output of `$(...)` where it is certain, its line end removed."""
        statements = node.get("Stmts", ())
        if len(statements) != 1 or describe(written_name(statements[0])).get("prints") not in WRITTEN:
            return None
        from policyhooks.shell.walk.known_output import output_of

        text = output_of(statements, state, self)
        return None if text is None else text.rstrip("\n")

    def makes_temporary(self, ids: range) -> bool:
        """Whether commands are one `mktemp` without a folder: what it prints is new, in the temporary folder."""
        if len(ids) != 1 or self.commands[ids[0] - 1].name != "mktemp":
            return False
        command = self.commands[ids[0] - 1]
        return not any("/" in word for word in command.args) and not {"-p", "--tmpdir"} & set(command.flags)

    def substitution(self, node: Node, state: State, context: Context, via: str) -> range:
        """Read the commands of a substitution; the ids they got."""
        first = len(self.commands)
        inner = context.but(via=(*context.via, via), stdin=None, wrappers=(), outer=(), stdin_args=False, appended=-1)
        printed, self.printed = self.printed, NOT_PRINTED if node.get("Backquotes") else PRINTED
        self.run(node.get("Stmts", ()), state.copy(), inner)
        self.printed = printed
        return range(first + 1, len(self.commands) + 1)

    def nested(self, node: Any, state: State, context: Context) -> list[int]:
        """Read every substitution below a node, wherever it hides."""
        from policyhooks.shell.walk.compound import read_nested

        return read_nested(self, node, state, context)

    def arithmetic(self, state: State, node: Node | None = None) -> None:
        """bash evaluates the values of variables in arithmetic, and a subscript in a value can run a command."""
        if node is not None and "Pos" in node:
            from policyhooks.shell.walk.compound import has_odd_parentheses

            if has_odd_parentheses(node):
                self.problem("ambiguous_arithmetic")  # bash may take `$((` for a substitution in parentheses
        for value in state.variables.values():
            # What arithmetic gave before is a number.
            text = "" if value.ids else value.text.replace("$((...))", "")
            if "$(" in text or "`" in text:
                self.problem("arithmetic_code")

    def call(self, node: Node, redirects: list[Node] | None, state: State, context: Context) -> None:
        """A simple command: expand it, note assignments and redirections, then find out what runs."""
        if state.variables and any(isinstance(value, Value) and value.choices for value in state.variables.values()):
            from policyhooks.shell.expansion.alternatives import read_each

            if read_each(self, node, redirects, state, context):
                return
        expander = Expander(self, state, context)
        first = len(self.commands)
        assigns = node.get("Assigns", ())
        words: list[Word] = []
        size = 0
        for word in node.get("Args", ()):
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
        if targets and (self.texts or not words or "prints" in describe(words[0].text)):
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

    def expand_redirects(self, nodes: list[Node], state: State, context: Context) -> list[Target]:
        targets = []
        for node in nodes:
            operator = node["Op"]
            number = node.get("N", {}).get("Value", "")
            body = node.get("Hdoc")
            if operator in ("<<", "<<-"):
                from policyhooks.shell.walk.known_output import here_text

                words = [here_text(self, node, state, context) if body else Word("")]
                self.printed = self.printed and PRINTED_BODY
            elif any(part["Type"] == "Lit" and "{" in part["Value"] for part in node["Word"]["Parts"]):
                words = Expander(self, state, context).expand(node["Word"])  # bash expands braces here too
            else:
                words = [Expander(self, state, context).join(node["Word"])]
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


def written_name(statement: Node) -> str:
    """The first word of a simple command where it is plain text."""
    call: Node = statement.get("Cmd") or {}
    arguments = call.get("Args")
    return str(arguments[0]["Parts"][0].get("Value", "")) if arguments and call["Type"] == "CallExpr" else ""
