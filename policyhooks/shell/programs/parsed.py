"""The words of one command by what they are, and the small rules by which tables describe operands and sub-commands."""

from __future__ import annotations

from policyhooks.shell.programs.lookup import is_shell
from policyhooks.shell.programs.roles import REST_ROLES, is_inner, role_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import Word
    from policyhooks.shell.programs.entry import Entry
    from policyhooks.shell.walk.commands import Command


CODE = ("code", "sql")  # ways to run a word as code of another language
STARTING = ("kind", "lang", "stdin_code_if")  # keys of rows that may start something
NO_HEADS: list[str] = []
NO_MORE = ["text*"]  # the head roles are used up: further operands have none
INHERITED = frozenset(("options", "style", "kind", "network", "package", "config", "lang"))


class Parsed:
    """The words of one command by what they are. `rest`: index of the first word of an inner command, or -1."""

    __slots__ = (
        "ended",
        "entry",
        "flags",
        "guessed",
        "help",
        "idle",
        "module",
        "network",
        "off",
        "operands",
        "opts",
        "rest",
        "rest_role",
        "roles",
        "short",
        "spreads",
        "subs",
        "sure",
        "unknown",
        "words",
    )

    def __init__(self, words: list[Word], entry: Entry) -> None:
        self.words = words
        self.entry = entry
        self.ended = False  # `--` was given
        self.flags: list[str] = []
        self.short: list[str] = []
        self.opts: dict[str, list[str]] = {}
        self.subs: list[str] = []
        self.operands: list[Word] = []  # sub-commands included
        self.roles: list[tuple[str, Word, str]] = []  # role, word, option name or empty
        self.rest = -1
        self.rest_role = ""
        self.network = False  # this or an enclosing sub-command talks to a network
        self.spreads = ""  # what this or an enclosing sub-command does below a folder that it changes
        self.module = 0  # index of the first word after a module's name
        self.sure: set[str] = set()  # flags that are no option's value, whatever the table does not know
        self.off: set[str] = set()  # flags that are switched off (`--dry-run=false`, `--no-dry-run`)
        self.idle = ""  # condition under which this or an enclosing sub-command does nothing
        self.unknown = False  # an option that the table does not name was given
        self.guessed = False  # the sub-command is not in the table, or may have been the value of such an option
        self.help = False  # it is asked for help or its version, and nothing else

    @property
    def is_vague(self) -> bool:
        """Whether some word may mean what no table says: of an unknown program, sub-command or option, or of a row that

        only says that the program is there.
        """
        entry = self.entry
        if self.unknown or self.guessed or not entry:
            return True
        return (
            not self.roles and entry.get("operands") == "text*" and not {"options", "sub", "read_only"} & entry.keys()
        )

    @property
    def is_shell(self) -> bool:
        return is_shell(self.entry)

    def has(self, condition: str) -> bool:
        """`-a|--bc`: one of these options is given; `@2`: two operands; `--`: the mark was given; `!x`; `x&y`."""
        return all(self.has_term(term, self.flags) for term in condition.split("&"))

    def surely(self, condition: str) -> bool:
        """As `has`, where an option counts only if it certainly is one and is not switched off again."""
        certain = [flag for flag in self.flags if flag in self.sure and flag not in self.off]
        return all(self.has_term(term, certain) for term in condition.split("&"))

    def has_term(self, term: str, given: list[str]) -> bool:
        if term.startswith("!"):
            return not any(self.has_one(item, self.flags) for item in term[1:].split("|"))
        return any(
            not self.has_one(item[1:], self.flags) if item[:1] == "!" else self.has_one(item, given)
            for item in term.split("|")
        )

    def has_one(self, item: str, given: list[str]) -> bool:
        if item[:1] in "@%=" or "=" in item:
            return self.has_words(item)
        if item == "--":
            return self.ended
        return item in given

    def has_words(self, item: str) -> bool:
        """What conditions say of operands and values: see docs/reference/program-rows.md."""
        if not item:
            return True
        operands = self.operands
        if item[0] == "@":
            return len(operands) - len(self.subs) >= int(item[1:])
        if item == "%known":
            return not self.unknown
        if item in ("%=", "%;"):
            return any(item[1] in word.text or "\n" in word.text or word.dynamic for word in operands)
        if item.startswith("%%"):
            return self.words[-1].text == item[2:] and len(operands) == len(self.words) - 1 <= len(self.subs) + 1
        if item[0] == "%":
            return any(word.text == item[1:] for word in operands)
        name, _, value = item.partition("=")
        values = self.opts.get(name, ())
        return bool(values) and all(text.upper() == value for text in values)

    def may_run(self) -> bool:
        """Whether a word, a value or the kind of the program leads to something else that runs."""
        entry = self.entry
        if self.rest > 0 or entry.get("package_op") == "exec" or any(key in entry for key in STARTING):
            return True
        return any(is_inner(role) for role, _, _ in self.roles)

    def runs_in(self, ways: tuple[str, ...]) -> bool:
        """Whether a word is run in one of these ways."""
        return any(role_of(role).runs in ways for role, _, _ in self.roles)

    def codes(self) -> list[tuple[str, Word, str]]:
        """The code in its words, each with its language (empty where none is known) and its option."""
        own = self.entry.get("lang", "")
        return [
            ("sql" if role_of(role).runs == "sql" else role.partition(":")[2] or own, word, option)
            for role, word, option in self.roles
            if role_of(role).runs in CODE
        ]

    def reads_only(self) -> bool:
        """As written it changes nothing: it only reads, it is a dry run, or it prints help."""
        entry = self.entry
        if self.guessed or ("sub" in entry and any(word.splits for word in self.operands)):
            return False
        if (entry.get("read_only") or ("read_only_if" in entry and self.surely(entry["read_only_if"]))) and (
            "changes" not in entry or not self.has(entry["changes"])
        ):
            return True
        return self.help or (self.idle != "" and self.surely(self.idle))


def heads_of(pattern: str) -> list[str]:
    """The roles before an inner command, the last being its own; none where the pattern has no inner command."""
    tokens = pattern.split()
    if tokens and tokens[-1] in REST_ROLES:
        return tokens
    if any(token in REST_ROLES for token in tokens):
        stop = next(at for at, token in enumerate(tokens) if token in REST_ROLES)
        return tokens[: stop + 1]
    return NO_HEADS


def matches(names: str, text: str) -> bool:
    """`get|list|describe-*`."""
    return any(
        name == text or (name[-1:] == "*" and len(name) > 1 and text.startswith(name[:-1])) for name in names.split("|")
    )


def inherited(entry: Entry) -> Entry:
    """What a sub-command without a row has from its program."""
    return {key: value for key, value in entry.items() if key in INHERITED}  # type: ignore[return-value]


def find_sub(subs: dict[str, Entry], text: str) -> Entry | None:
    """The entry of a sub-command by any of its names."""
    entry = subs.get(text)
    if entry is None:
        for names, found in subs.items():
            if ("|" in names or (len(names) > 1 and "*" in names)) and matches(names, text):
                entry = found
                break
        else:
            entry = subs.get("*")
    return entry


def has_code(command: Command) -> bool:
    """It carries code of an interpreter, in a word or on standard input."""
    return command.stdin_code or command.parsed.runs_in(CODE)
