"""Commands, files and code inside the little languages: sed, awk, vi, ed, Emacs Lisp, gdb, expect.

Each has a module of its own; what they find is one kind of value.
"""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word

STARTERS = {"tcl": ("spawn ", "exec ", "system "), "gdb": ("shell ", "make ")}


class Found:
    """What a script does besides its own work."""

    __slots__ = ("codes", "commands", "paths", "unknown")

    def __init__(self) -> None:
        self.commands: list[tuple[str, Word | None]] = []  # shell text, and what it reads
        self.paths: list[tuple[str, Word]] = []  # operation, path
        self.codes: list[tuple[str, str]] = []  # language, text
        self.unknown = False  # it may run text that is not written out


def read_script(lang: str, word: Word) -> Found:
    """Read one script in its language."""
    text = word.text
    if lang == "awk":
        from policyhooks.shell.inline.little.awk import read_awk

        return read_awk(text)
    if lang == "sed":
        from policyhooks.shell.inline.little.sed import read_sed

        return read_sed(text)
    if lang == "vim":
        from policyhooks.shell.inline.little.editors import read_editor

        return read_editor(text)
    if lang == "ed":
        from policyhooks.shell.inline.little.ed import read_ed

        return read_ed(text)
    if lang == "sql":
        from policyhooks.shell.inline.little.sql import read_sql

        return read_sql(text)
    if lang == "elisp":
        from policyhooks.shell.inline.little.lisp import read_lisp

        return read_lisp(text)
    return read_lines(lang, text)


def read_lines(lang: str, text: str) -> Found:
    """Languages in which a line is a command."""
    found = Found()
    for line in text.replace(";", "\n").split("\n") if lang == "tcl" else text.split("\n"):
        line = line.strip()
        if line.startswith("!"):
            found.commands.append((line[1:], None))
        elif line.startswith(STARTERS.get(lang, ("\0",))):
            found.commands.append((line.partition(" ")[2], None))
        elif line.startswith(("pipe ", "|")) and lang == "gdb" and "|" in line:
            found.commands.append((line.rpartition("|")[2], Word("", True)))
        elif line.startswith(("python ", "py ", "pi ")) and lang == "gdb":
            found.codes.append(("python", line.partition(" ")[2]))
    found.unknown = lang == "gdb" and "system(" in text
    return found


def commands_in(lang: str, word: Word) -> tuple[list[str], bool]:
    """The shell texts alone, and whether there may be more."""
    found = read_script(lang, word)
    return [text for text, _ in found.commands], found.unknown
