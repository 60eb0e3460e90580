"""Splits the words of a command into options, values, sub-commands and operands by the program's table.

Every word ends up somewhere: an option of unknown arity keeps the next word both as operand and as possible value.
It knows roles only as names; what they mean is decided elsewhere.
"""

from __future__ import annotations

from policyhooks.shell.parsed import INHERITED, NO_MORE, REST_ROLES, Parsed, find_sub, heads_of
from policyhooks.shell.state import Word
from policyhooks.shell.tables import NOTHING, read_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Entry = dict[str, Any]
    Option = tuple[tuple[str, ...], str, str]


def parse_words(words: list[Word], entry: Entry) -> Parsed:
    """Read argv[1:] with a program's entry."""
    return Reading(words, entry).run()


class Reading:
    """One pass over the words."""

    __slots__ = ("at", "code_first", "heads", "option_table", "parsed", "plain", "single", "words")

    def __init__(self, words: list[Word], entry: Entry) -> None:
        self.words = words
        self.parsed = Parsed(words, entry)
        self.option_table: dict[str, Option] = {}
        self.plain: list[Word] = []  # operands that are not sub-commands
        self.at = 1
        self.code_first = False
        self.single = False
        self.enter(entry)

    def enter(self, entry: Entry) -> None:
        self.parsed.entry = entry
        options = entry.get("options")
        if options:
            table = read_options(options)
            self.option_table = {**self.option_table, **table} if self.option_table else table
        self.single = entry.get("style", "single" if self.single else "") == "single"
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
            if not ended and len(text) > 1 and text[0] in "-+" and (text[0] == "-" or text in self.option_table):
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

    def refined(self) -> Parsed:
        """Options that mean something else in the company of others (`tar -c -f`)."""
        parsed = self.parsed
        for condition, options in parsed.entry.get("options_if", NOTHING).items():
            if parsed.has(condition):
                table = read_options(options)
                parsed.roles = [
                    (table[option][2], word, option) if option in table else (role, word, option)
                    for role, word, option in parsed.roles
                ]
                break
        return parsed

    def read_operand(self, word: Word, text: str) -> bool:
        """Take an operand; True when the words after it belong to an inner command."""
        parsed = self.parsed
        if parsed.rest == -2:
            parsed.operands.append(word)
            self.at += 1
            return False
        subs = parsed.entry.get("sub")
        if subs is not None and not self.plain and not word.splits:
            entry = find_sub(subs, text)
            if entry is not None:
                parsed.subs.append(text)
                parsed.operands.append(word)
                self.at += 1
                self.enter(entry)
                return False
            if not parsed.subs or "*" not in subs:
                parsed.subs.append(text)  # a sub-command that the table does not name
                parsed.operands.append(word)
                self.at += 1
                self.enter({key: value for key, value in parsed.entry.items() if key in INHERITED})
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
            if heads[0] == "env*":
                parsed.roles.append(("env", word, ""))
            elif heads is not NO_MORE:
                parsed.roles.append((heads[0].rstrip("?"), word, ""))
                self.heads = heads[1:] or NO_MORE
                if self.code_first:
                    parsed.rest = -2  # what follows the code are its positional parameters
        elif parsed.entry.get("posix"):
            parsed.rest = -2
        return False

    def choose_heads(self) -> list[str]:
        if self.code_first:
            self.heads = ["code"]
        else:
            self.heads = heads_of(self.pattern())
        return self.heads

    def pattern(self) -> str:
        """The roles of the operands, by the options that were given."""
        entry = self.parsed.entry
        for options, other in entry.get("operands_if", NOTHING).items():
            if self.parsed.has(options):
                return str(other)
        return str(entry.get("operands", ""))

    def stop_at(self, word: Word, role: str) -> bool:
        """The inner command, script or module starts here."""
        parsed = self.parsed
        parsed.rest_role = role
        if role in ("argv", "command"):
            parsed.rest = self.at
            parsed.operands += self.words[self.at :]
            return True
        parsed.roles.append(("exec" if role == "script" else "module", word, ""))
        parsed.operands.append(word)
        parsed.module = self.at + 1 if role == "module" else 0
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

    def read_option(self, word: Word, text: str) -> None:
        table = self.option_table
        if text.startswith("--"):
            name, equals, _ = text.partition("=")
            option = table.get(name) or self.find_prefix(name)
            self.add_flag(text)
            self.add_flag(name)
            self.at += 1
            self.take(option, name, word.part(len(name) + 1) if equals else None, word)
            return
        name = text.partition("=")[0]
        option = table.get(text) or table.get(name)
        if self.single or (len(text) > 2 and option is not None):
            self.add_flag(text)
            self.add_flag(name)
            self.at += 1
            self.take(option, name, word.part(len(name) + 1) if name != text else None, word)
        else:
            self.add_flag(text)
            self.read_cluster(word, text[1:])

    def read_cluster(self, word: Word, letters: str) -> None:
        """`-xzf file`, `-n5`: flags until one takes the rest or the next word as its value."""
        self.at += 1
        offset = len(word.text) - len(letters)
        for index, letter in enumerate(letters):
            name = "-" + letter
            option = self.option_table.get(name)
            rest = letters[index + 1 :]
            if not letter.isalnum() and option is None:
                return
            self.add_flag(name)
            if option is not None and option[1] == "?" and rest and self.option_table.get("-" + rest[0]):
                self.take(option, name, None, word)  # `-lane`: more letters, not a value
                continue
            if option is not None and option[1] and not self.is_code_flag(option, name):
                value = word.part(offset + index + 1) if rest else None
                self.take(option, name, value, word)
                return
            if option is not None:
                self.take(option, name, None, word)
            elif not rest:
                self.take(None, name, None, word)
            elif rest[0] == "=":
                self.parsed.opts.setdefault(name, []).append(rest[1:])

    def is_code_flag(self, option: Option, name: str) -> bool:
        return option[2] == "code" and name == "-c" and len(option[0]) == 1 and self.parsed.entry.get("kind") == "shell"

    def find_prefix(self, name: str) -> Option | None:
        """An abbreviated long option. Of several, all are noted and the shortest is taken."""
        if len(name) < 3:
            return None
        found = {full: option for full, option in self.option_table.items() if full.startswith(name)}
        for full in found:
            self.add_flag(full)
        return found[min(found, key=len)] if found else None

    def take(self, option: Option | None, name: str, value: Word | None, word: Word) -> None:
        """Record an option; fetch its value from the next word where the table says so."""
        parsed = self.parsed
        if option is None:
            if value is not None:
                parsed.opts.setdefault(name, []).append(value.text)
            elif self.at < len(self.words) and self.words[self.at].text[:1] != "-":
                parsed.opts.setdefault(name, []).append(self.words[self.at].text)
            return
        names, mode, role = option
        for other in names:
            self.add_flag(other)
        if self.is_code_flag(option, name):
            self.code_first = True  # a flag: the code is the first operand, wherever further options stand
            return
        if role == "rest":
            parsed.rest = -2
            return
        if role == "argv" or role == "argv;":
            self.take_argv(role, name)
            return
        if mode == "2" and self.at + 1 < len(self.words):
            value = self.words[self.at]
            self.at += 2
        elif mode in ("=", "2") and value is None and self.at < len(self.words):
            value = self.words[self.at]
            self.at += 1
        if value is not None and mode:
            for other in names:
                parsed.opts.setdefault(other, []).append(value.text)
            if role == "module":
                parsed.rest, parsed.module = -2, self.at
            if role:
                parsed.roles.append((role, value, names[0]))
        elif role and mode == "?" and value is None:
            parsed.roles.append((role, Word(""), names[0]))

    def take_argv(self, role: str, name: str) -> None:
        """An option whose value is a whole command."""
        parsed = self.parsed
        if role == "argv":
            parsed.rest, parsed.rest_role = self.at, "argv"
            parsed.operands += self.words[self.at :]
            return
        stop = self.at
        while (
            stop < len(self.words)
            and self.words[stop].text != ";"
            and (self.words[stop].text != "+" or self.words[stop - 1].text != "{}")
        ):
            stop += 1
        parsed.roles.append((f"argv:{self.at}:{stop}", Word(""), name))
        parsed.opts.setdefault(name, []).append(" ".join(word.text for word in self.words[self.at : stop]))
        self.at = stop + 1

    def read_unknown(self, word: Word) -> None:
        self.add_flag(word.text)
        self.add_flag(word.text.partition("=")[0])

    def add_flag(self, text: str) -> None:
        flags = self.parsed.flags
        if text not in flags:
            flags.append(text)
            if len(text) == 2 and text[1].isalnum():
                self.parsed.short.append(text[1])
