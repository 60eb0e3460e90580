"""Options and their values: letters in a cluster, long names and their abbreviations, values attached or following."""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.programs.parsed import Parsed
from policyhooks.shell.programs.roles import role_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.programs.entry import Entry

    Option = tuple[tuple[str, ...], str, str]


RUN = ("text", "code")  # a value that is run in one of these ways is read as one
WHOLE_WORDS = ("single", "attached")  # styles whose options are never combined letters
OFF = frozenset(("false", "f", "no", "n", "0", "off", "none", "disable", "without", "never", ""))


def is_off(value: Word) -> bool:
    """A value that takes an option back, or may."""
    return value.dynamic or value.text.lower() in OFF


def takes_rest(role: str) -> bool:
    """Whether what stands behind the letter of an optional value is that value, whatever letters it is made of."""
    found = role_of(role)
    return found.runs in RUN or found.secret


class Values:
    """The words and the place in them."""

    __slots__ = ("at", "code_first", "doubtful", "lost", "option_table", "parsed", "shaky", "style", "words")

    def __init__(self, words: list[Word], entry: Entry) -> None:
        self.words = words
        self.parsed = Parsed(words, entry)
        self.option_table: dict[str, Option] = {}
        self.at = 1
        self.code_first = False
        self.style = ""
        self.lost = False  # a word whose text is unknown came before: every later word may be anything
        self.doubtful = 0  # index of a word that may be the value of an option that the table does not know
        self.shaky = False  # the option that is being read may be none

    def read_option(self, word: Word, text: str) -> None:
        table = self.option_table
        self.shaky = self.lost or word.dynamic or self.doubtful == self.at
        if text[0] == "+" and text not in table:
            self.at += 1
            self.take(table["+"], "+", word.part(1), word)  # `vi +command`
            return
        if text.startswith("--"):
            name, equals, _ = text.partition("=")
            option = table.get(name) or self.find_prefix(name)
            if name.startswith("--no-"):
                self.switch_off(name)
            self.add_flag(text)
            self.add_flag(name)
            self.at += 1
            self.take(option, name, word.part(len(name) + 1) if equals else None, word)
            return
        name = text.partition("=")[0]
        option = table.get(text) or table.get(name)
        if self.style == "attached" and option is None:
            self.read_attached(word, text)
        elif self.style in WHOLE_WORDS or (len(text) > 2 and option is not None):
            self.add_flag(text)
            self.add_flag(name)
            self.at += 1
            self.take(option, name, word.part(len(name) + 1) if name != text else None, word)
        else:
            self.add_flag(text)
            self.read_cluster(word, text[1:])

    def read_attached(self, word: Word, text: str) -> None:
        """`7z -pX -oDIR`: the longest name that begins it, and its value directly behind it, never the next word."""
        self.at += 1
        for end in range(len(text) - 1, 1, -1):
            option = self.option_table.get(text[:end])
            if option is not None and option[1]:
                self.add_flag(text[:end])
                self.take(option, text[:end], word.part(end), word)
                return
        self.add_flag(text)
        self.parsed.unknown = True

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
            if option is not None and option[1] == "?" and not takes_rest(option[2]) and self.are_letters(rest):
                self.take(option, name, None, word)  # `-lane`: more letters, not a value
                continue
            if option is not None and option[1] and not self.is_code_flag(option, name):
                value = word.part(offset + index + 1) if rest else None
                self.take(option, name, value, word)
                return
            if option is not None:
                self.take(option, name, None, word)
                if rest and rest[0] in "=-":
                    self.parsed.off.update(option[0])  # apt: `-s=no`, `-s-`
            elif not rest:
                self.take(None, name, None, word)
            else:
                self.shaky = self.parsed.unknown = True  # the letters that follow may be this one's value
                if rest[0] == "=":
                    self.parsed.opts.setdefault(name, []).append(rest[1:])

    def are_letters(self, rest: str) -> bool:
        """What follows an optional value's option can only be more options."""
        if not rest.isalpha():
            return False
        for letter in rest:
            option = self.option_table.get("-" + letter)
            if option is None:
                return False
            if option[1]:
                return True
        return True

    def is_code_flag(self, option: Option, name: str) -> bool:
        return option[2] == "code" and name == "-c" and len(option[0]) == 1 and self.parsed.is_shell

    def find_prefix(self, name: str) -> Option | None:
        """An abbreviated long option. Of several, all are noted and the shortest is taken."""
        if len(name) < 3:
            return None
        found = {full: option for full, option in self.option_table.items() if full.startswith(name)}
        if len({option[0] for option in found.values()}) > 1:
            self.shaky = True
        for full in found:
            self.add_flag(full)
        return found[min(found, key=len)] if found else None

    def take(self, option: Option | None, name: str, value: Word | None, word: Word) -> None:
        """Record an option; fetch its value from the next word where the table says so."""
        if option is None:
            self.take_unknown(name, value)
            return
        parsed = self.parsed
        names, mode, role = option
        if mode != "=" and self.is_switched_off(value):
            parsed.off.update(names)
        for other in names:
            self.add_flag(other)
        if self.is_code_flag(option, name):
            self.code_first = True  # a flag: the code is the first operand, wherever further options stand
        elif role == "rest":
            parsed.rest = -2
        elif "," in role:
            self.take_several(role, names)
        elif role and role_of(role).runs == "argv":
            self.take_argv(role, name)
        elif mode:
            self.take_value(option, value)

    def take_value(self, option: Option, value: Word | None) -> None:
        """The value of an option, attached or in the next word."""
        parsed = self.parsed
        names, mode, role = option
        if mode == "=" and value is None and self.at < len(self.words):
            value = self.words[self.at]
            self.at += 1
            self.lost = self.lost or value.splits
        if value is not None:
            for other in names:
                parsed.opts.setdefault(other, []).append(value.text)
            if role and role_of(role).runs == "module":
                parsed.rest, parsed.module = -2, self.at
        if role and (value is not None or mode == "?"):
            parsed.roles.append((role, Word("") if value is None else value, names[0]))

    def take_unknown(self, name: str, value: Word | None) -> None:
        """An option that the table does not know: the next word may be its value."""
        parsed = self.parsed
        parsed.unknown = True
        if value is not None:
            parsed.opts.setdefault(name, []).append(value.text)
            if is_off(value):
                parsed.off.add(name)
            return
        self.doubtful = self.at
        if self.at < len(self.words) and self.words[self.at].text[:1] != "-":
            parsed.opts.setdefault(name, []).append(self.words[self.at].text)

    def is_switched_off(self, value: Word | None) -> bool:
        """`--dry-run=false`, and `--dry-run false` of the programs that read that as one."""
        if value is not None:
            return is_off(value)
        return self.at < len(self.words) and self.words[self.at].text == "false"

    def switch_off(self, name: str) -> None:
        """`--no-dry-run`, also abbreviated: the option that it undoes."""
        for full, option in self.option_table.items():
            if full.startswith("--" + name[5:]):
                self.parsed.off.update(option[0])
        self.parsed.off.add("--" + name[5:])

    def take_several(self, roles: str, names: tuple[str, ...]) -> None:
        """`--bind source target`: one word a role."""
        for role in roles.split(","):
            if self.at < len(self.words):
                self.parsed.opts.setdefault(names[0], []).append(self.words[self.at].text)
                if role != "text":
                    self.parsed.roles.append((role, self.words[self.at], names[0]))
                self.at += 1

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
        self.shaky = True
        self.add_flag(word.text)
        self.add_flag(word.text.partition("=")[0])

    def add_flag(self, text: str) -> None:
        flags = self.parsed.flags
        if not self.shaky:
            self.parsed.sure.add(text)
        if text not in flags:
            flags.append(text)
            if len(text) == 2 and text[1].isalnum():
                self.parsed.short.append(text[1])
