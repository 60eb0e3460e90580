"""One line of ex commands: ranges, names, bangs, arguments, and where a bar ends a command.

It follows vim, which reads what vi and ex read and more. It knows nothing of what commands do.
"""

from __future__ import annotations

from policyhooks.core.values import Record
from policyhooks.shell.inline.little.ex_commands import FORMS, TO_THE_END

# What a pattern cannot begin with, besides letters and digits.
NO_MARKS = ' \t"|\\\n'
SIGNS = "!@*&~=<>#"
BANG_OF_THEIR_OWN = ("sil", "filt")


class ExCommand(Record):
    """A command with its range, its name's kind, and what stands behind it."""

    ranged: bool = False
    name: str = ""
    kind: str = ""
    bang: bool = False
    argument: str = ""
    text: str = ""  # all of it, from the name


def commands_of(line: str) -> list[ExCommand]:
    """The commands of a line, modifiers left out: `silent! 1,3w x | q` is `w x` and `q`."""
    found = []
    at = 0
    while at <= len(line):
        command, at = _command_at(line, at)
        found.append(command)
    return found


def _command_at(line: str, at: int) -> tuple[ExCommand, int]:
    """The command that begins there, and where the next one does."""
    ranged = False
    while True:
        at = _behind(line, at, " \t:")
        start = end_of_range(line, at)
        ranged = ranged or start > at
        start = _behind(line, start, " \t:")
        name, end = _name_at(line, start)
        kind = FORMS.get(name, "")
        bang = line[end : end + 1] == "!"
        if kind not in ("modifier", "filter"):
            break
        at = end + (1 if bang and name.startswith(BANG_OF_THEIR_OWN) else 0)
        if kind == "filter":
            at = _behind_pattern_word(line, _behind(line, at, " \t"))
        if at <= start:
            break
    if name == "!":
        kind, stop, argument = "!", len(line), line[end:]
    else:
        begin = end + bang
        stop = _end_of(line, begin, kind, bang)
        argument = line[begin:stop]
    return ExCommand(
        ranged=ranged, name=name, kind=kind, bang=bang, argument=argument.strip(), text=line[start:stop]
    ), stop + 1


def _behind(line: str, at: int, signs: str) -> int:
    while at < len(line) and line[at] in signs:
        at += 1
    return at


def end_of_range(line: str, at: int) -> int:
    """Where the range ends: `%`, `.,$`, `'a,'b`, `/x/;+3`, `\\/`, and blanks between."""
    while at < len(line):
        char = line[at]
        if char in "%.$,;+-0123456789 \t":
            at += 1
        elif char == "'":
            at += 2
        elif char in "/?":
            at = end_of_pattern(line, at) + 1
        elif char == "\\" and line[at + 1 : at + 2] in ("/", "?", "&"):
            at += 2
        elif char == "*" and line[at + 1 : at + 2] not in ("", '"') and not line[at + 1].isalnum():
            at += 1
        else:
            break
    return min(at, len(line))


def end_of_pattern(line: str, at: int) -> int:
    """Where the mark stands that begins a pattern at `at` again, or the end of the line."""
    mark = line[at]
    at += 1
    while at < len(line) and line[at] != mark:
        at += 2 if line[at] == "\\" else 1
    return min(at, len(line))


def is_mark(sign: str) -> bool:
    """Whether a pattern can begin and end with it."""
    return sign != "" and not sign.isalnum() and sign not in NO_MARKS


def _behind_pattern_word(line: str, at: int) -> int:
    """`:filter /x/ command` and `:filter x command`."""
    if is_mark(line[at : at + 1]):
        return min(end_of_pattern(line, at) + 1, len(line))
    while at < len(line) and line[at] not in " \t":
        at += 1
    return at


def _name_at(line: str, at: int) -> tuple[str, int]:
    """The name of the command and where it ends: letters, a sign, or `py3`."""
    if line[at : at + 1] in tuple(SIGNS):
        return line[at], at + 1
    end = at
    while end < len(line) and line[end].isalpha() and line[end].isascii():
        end += 1
    if line.startswith(("py", "vim"), at):
        while end < len(line) and line[end].isalnum():
            end += 1
    return line[at:end], end


def _end_of(line: str, at: int, kind: str, bang: bool) -> int:
    """Where the argument ends that begins at `at`: at a bar, or with the line."""
    if kind in TO_THE_END:
        return len(line)
    argument = _behind(line, at, " \t")
    if (kind == "read" and (bang or line.startswith("!", argument))) or (
        kind == "write" and line.startswith("!", argument)
    ):
        return len(line)
    if kind in ("execute", "expression") or (kind == "put" and line.startswith("=", argument)):
        return _next_bar(line, at, strings=True)
    if kind in ("substitute", "pattern") and is_mark(line[argument : argument + 1]):
        at = end_of_pattern(line, argument)
        if kind == "substitute" and at < len(line):
            at = end_of_pattern(line, at)
    return _next_bar(line, at, strings=False)


def _next_bar(line: str, at: int, *, strings: bool) -> int:
    """The next bar that no backslash and, in expressions, no string hides."""
    while at < len(line):
        if strings and line[at] in "'\"":
            at = max(at, end_of_string(line, at))
        elif (strings and line.startswith("||", at)) or (not strings and line[at] in "\\\x16"):
            at += 1
        elif line[at] == "|":
            return at
        at += 1
    return len(line)


def end_of_string(text: str, at: int) -> int:
    """Where the quote stands that closes the string which opens at `at`; -1 if none does."""
    quote = text[at]
    at += 1
    while at < len(text) and text[at] != quote:
        at += 2 if text[at] == "\\" and quote == '"' else 1
    return at if at < len(text) else -1
