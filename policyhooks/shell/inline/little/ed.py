"""Commands of ed: one letter each, a line each. It is no ex: bars, names and strings mean nothing to it."""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.inline.little.ex_syntax import end_of_pattern, end_of_range, is_mark
from policyhooks.shell.inline.little.scripts import Found
from policyhooks.shell.inline.little.shell_escapes import expand

# What is edited, or only named, is written by the next `w`.
OPS = {"r": "read", "e": "write", "E": "write", "f": "write", "w": "write", "W": "write"}
SURE = ("", ".", "$", "0")  # addresses that every buffer has


def read_ed(text: str) -> Found:
    """A script: commands, and text that is appended up to a lone dot."""
    found = Found()
    inserting = False
    for line in text.split("\n"):
        if inserting:
            inserting = line != "."
            continue
        at = end_of_range(line, 0)
        # Behind an address that is not there the lines of the text are commands.
        inserting = line[at:].rstrip() in ("a", "i") and line[:at].strip() in SURE
        read_line(found, line[at:])
    return found


def read_line(found: Found, text: str) -> None:
    """A command behind its address; `g/x/` has another one behind its pattern."""
    while text[:1] in ("g", "v", "G", "V") and is_mark(text[1:2]):
        rest = text[end_of_pattern(text, 1) + 1 :]
        text = rest[end_of_range(rest, 0) :]
    if text.startswith("!"):
        add_shell(found, text[1:])
    elif text[:1] in OPS:
        argument = (text[2:] if text[1:2] == "q" else text[1:]).strip()
        if argument.startswith("!"):
            add_shell(found, argument[1:], Word("", True) if text[0] in "wW" else None)
        elif argument and (text[1:2] in (" ", "\t") or text[1:3] in ("q ", "q\t")):
            found.paths.append((OPS[text[0]], Word(argument)))


def add_shell(found: Found, text: str, stdin: Word | None = None) -> None:
    """`%` is the file's name, a leading `!` the last command; a backslash at the end goes on in the next line."""
    value, _ = expand(text.removeprefix("!"), "%")
    if value.strip():
        found.commands.append((value, stdin))
    found.unknown = found.unknown or text.startswith("!") or text.endswith("\\")
