"""Splits the words of a command into options, values, sub-commands and operands by the program's table.

Every word ends up somewhere: an option of unknown arity keeps the next word both as operand and as possible value.
It knows roles only as names; what they mean is decided elsewhere.
"""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.programs.lookup import read_options
from policyhooks.shell.programs.option_values import Values
from policyhooks.shell.programs.parsed import NO_MORE, Parsed, find_sub, heads_of, inherited
from policyhooks.shell.programs.roles import REST_ROLES, ROLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.programs.entry import Entry


HELP = frozenset(("--help", "-h", "--version"))


def parse_words(words: list[Word], entry: Entry) -> Parsed:
    """Read argv[1:] with a program's entry."""
    return Reading(words, entry).run()


class Reading(Values):
    """One pass over the words."""

    __slots__ = ("heads", "plain")

    def __init__(self, words: list[Word], entry: Entry) -> None:
        super().__init__(words, entry)
        self.plain: list[Word] = []  # operands that are not sub-commands
        self.enter(entry)

    def enter(self, entry: Entry) -> None:
        self.parsed.entry = entry
        self.parsed.network = entry.get("network", self.parsed.network)
        self.parsed.idle = entry.get("idle_if", self.parsed.idle)
        self.parsed.spreads = entry.get("spreads", self.parsed.spreads)
        options = entry.get("options")
        if options:
            table = read_options(options)
            self.option_table = {**self.option_table, **table} if self.option_table else table
        self.style = entry.get("style", self.style)
        self.heads: list[str] | None = None  # chosen at the first operand, when the options before it are known

    def run(self) -> Parsed:
        parsed, words = self.parsed, self.words
        ended = False
        style = parsed.entry.get("style", "")
        if style == "bsd" and len(words) > 1 and words[1].text[:1] not in ("-", "") and not words[1].dynamic:
            self.read_cluster(words[1], words[1].text)
            self.at = max(self.at, 2)
        while self.at < len(words):
            word = words[self.at]
            text = word.text
            if not ended and len(text) == 1 and parsed.rest != -2 and self.is_lone_sign(text):
                ended = text == "-" or parsed.entry.get("lang") == "zsh"
                self.at += 1
                continue
            if (
                not ended
                and len(text) > 1
                and text[0] in "-+"
                and (text[0] == "-" or text in self.option_table or "+" in self.option_table)
            ):
                if text == "--":
                    ended = parsed.ended = True
                    self.at += 1
                elif parsed.rest == -2:
                    self.read_unknown(word)
                    self.at += 1
                else:
                    self.read_option(word, text)
                if parsed.rest >= 0:
                    return self.refined()
                continue
            if style == "assign" and "=" in text:
                self.read_assigned(word, text)
                self.at += 1
                continue
            if self.read_operand(word, text):
                return self.refined()
        self.finish()
        return self.refined()

    def is_lone_sign(self, text: str) -> bool:
        """`bash - x`, `bash -c + x`: no operand of a shell. `-` ends its options, `+` does so in zsh alone."""
        return (text == "-" or text == "+") and self.parsed.is_shell

    def refined(self) -> Parsed:
        """Options that mean something else in the company of others (`tar -c -f`), or alone (`-h`)."""
        parsed = self.parsed
        if self.words[-1].text in HELP and len(self.words) == len(parsed.subs) + 2:
            parsed.help = self.asks_for_help(self.words[-1].text)
        for condition, options in parsed.entry.get("options_if", {}).items():
            if parsed.has(condition):
                table = read_options(options)
                parsed.roles = [
                    (table[option][2], word, option) if option in table else (role, word, option)
                    for role, word, option in parsed.roles
                ]
                break
        return parsed

    def asks_for_help(self, text: str) -> bool:
        """A known program, its sub-command, and one word that everywhere means help, if the table does not differ."""
        parsed = self.parsed
        if not parsed.entry or text not in parsed.sure or (text == "--version" and parsed.subs):
            return False
        if parsed.subs and parsed.entry.get("posix"):
            return False  # its options ended at the sub-command
        option = self.option_table.get(text)
        return option is None or "--help" in option[0] or (text == "--version" and not option[1])

    def read_operand(self, word: Word, text: str) -> bool:
        """Take an operand; True when the words after it belong to an inner command."""
        parsed = self.parsed
        if word.dynamic:
            self.lost = True  # it may be an option, or `--`
        if parsed.rest == -2 or (not self.plain and not word.splits and self.read_sub(text)):
            parsed.operands.append(word)
            self.at += 1
            return False
        heads = self.heads if self.heads is not None else self.choose_heads()
        while len(heads) > 1 and heads[0] == "env*" and not ("=" in text and text[0] not in "=/"):
            heads = self.heads = heads[1:]
        if heads and heads[0] in REST_ROLES:
            return self.stop_at(word, heads[0])
        self.plain.append(word)
        parsed.operands.append(word)
        self.at += 1
        if heads:
            self.give_head(word, heads)
        elif parsed.entry.get("posix"):
            parsed.rest = -2
        return False

    def read_sub(self, text: str) -> bool:
        """Whether a word is a sub-command: its entry says what follows."""
        parsed = self.parsed
        subs = parsed.entry.get("sub")
        if subs is None:
            return False
        entry = find_sub(subs, text)
        parsed.guessed = parsed.guessed or self.doubtful == self.at
        if entry is None:
            if "operands" in parsed.entry:
                return False
            # A sub-command that the table does not name: an extension may read its words as it likes.
            entry = inherited(parsed.entry)
            parsed.guessed = True
        parsed.subs.append(text)
        self.enter(entry)
        return True

    def give_head(self, word: Word, heads: list[str]) -> None:
        """An operand before an inner command has the first of the roles that are left."""
        parsed = self.parsed
        if heads[0] == "env*":
            parsed.roles.append(("env", word, ""))
        elif heads is not NO_MORE:
            parsed.roles.append((heads[0].rstrip("?"), word, ""))
            self.heads = heads[1:] or NO_MORE
            if self.heads[0] in REST_ROLES and parsed.entry.get("posix") is not False:
                self.lost = True  # what looks like an option may already belong to the command
            if self.code_first:
                parsed.rest = -2  # what follows the code are its positional parameters

    def choose_heads(self) -> list[str]:
        if self.code_first:
            self.heads = ["code"]
        else:
            self.heads = heads_of(self.pattern())
        return self.heads

    def pattern(self) -> str:
        """The roles of the operands, by the options that were given."""
        entry = self.parsed.entry
        for options, other in entry.get("operands_if", {}).items():
            if self.parsed.has(options):
                return str(other)
        return str(entry.get("operands", ""))

    def stop_at(self, word: Word, role: str) -> bool:
        """The inner command, script or module starts here."""
        parsed = self.parsed
        parsed.rest_role = role
        if ROLES[role].rest == "inner":
            parsed.rest = self.at
            parsed.operands += self.words[self.at :]
            return True
        parsed.roles.append((role, word, ""))
        parsed.operands.append(word)
        parsed.module = self.at + 1 if ROLES[role].runs == "module" else 0
        parsed.rest = -2  # the words that follow belong to the script: kept, not read
        self.at += 1
        return False

    def finish(self) -> None:
        """Give the operands their roles; a pattern with a repeated role is matched from both ends."""
        parsed = self.parsed
        if self.heads or self.code_first:
            return
        tokens = self.pattern().split()
        words = self.plain
        repeated = next((at for at, token in enumerate(tokens) if token[-1] in "*+"), -1)
        if repeated < 0:
            roles = [token.rstrip("?") for token in tokens][: len(words)]
        else:
            tail = tokens[repeated + 1 :]
            head = tokens[:repeated][: max(0, len(words) - len(tail))]
            middle = max(0, len(words) - len(head) - len(tail))
            roles = [*head, *[tokens[repeated][:-1]] * middle, *tail][-len(words) :] if words else []
            roles = [role.rstrip("?") for role in roles]
        for role, word in zip(roles, words, strict=False):
            if role != "text":
                parsed.roles.append((role, word, ""))

    def read_assigned(self, word: Word, text: str) -> None:
        name, _, _ = text.partition("=")
        option = self.option_table.get(name)
        self.parsed.operands.append(word)
        self.parsed.opts.setdefault(name, []).append(text[len(name) + 1 :])
        if option is not None and option[2]:
            self.parsed.roles.append((option[2], word.part(len(name) + 1), name))
