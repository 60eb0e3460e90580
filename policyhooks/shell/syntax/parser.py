"""Turns command text into nodes, behind the guards. It never guesses: what it cannot read is a problem.

The closed-world parser reads simple text without a process; shfmt reads the rest. Past a guard the readable beginning
is still returned, so that deny rules see it.
"""

from __future__ import annotations

import time

from policyhooks.shell.ceilings import reach
from policyhooks.shell.syntax.plain import parse as parse_simple
from policyhooks.shell.syntax.plain_words import NotSimple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.syntax.nodes import Statement
    from policyhooks.shell.syntax.shfmt import Run

LONGEST = 16 << 10  # outside here-documents
LONGEST_ALL = 1 << 20
DEEPEST = 50
LIMIT_S = 0.5
READ_DIALECTS = frozenset(("bash", "sh", "posix", "dash", "zsh", "mksh", "ksh"))
JOINER = "\u200d"
FIRST_PICTURE = "\u2300"
POSIX_DIALECTS = frozenset(("sh", "posix", "dash"))
# Languages of shell text, as the tables of programs name them -> the dialect that they are read in.
SHELL_LANGUAGES = {"bash": "bash", "posix": "sh", "sh": "sh", "zsh": "zsh", "mksh": "mksh", "shell": "bash"}


class Parser:
    """Where shfmt is (absolute; empty where it is missing) and how long it may take.

    `run` starts it in the stead of a process that may start nothing.
    """

    __slots__ = ("binary", "limit_s", "run")

    def __init__(self, binary: str = "", limit_s: float = LIMIT_S, run: Run | None = None) -> None:
        self.binary = binary if binary.startswith("/") else ""
        self.limit_s = limit_s
        self.run = run

    def parse(self, text: str, dialect: str) -> tuple[list[Statement], list[str]]:
        """The statements that could be read, and why that may not be all of them."""
        dialect = dialect or "bash"
        if dialect not in READ_DIALECTS:
            return [], ["unsupported_shell"]
        problems: list[str] = []
        if not is_plain(text.replace("\n", "").replace("\t", "")):
            # Blanks, line ends and invisible characters that shells and people read in different ways.
            problems.append("odd_char")
        if (dialect in POSIX_DIALECTS and not same_in_dash(text)) or (text.endswith("\\") and ends_escaped(text)):
            problems.append("dialect_ambiguous")
        if len(text) > LONGEST:
            from policyhooks.shell.syntax.limits import cut_long

            text, cut = cut_long(text, LONGEST, LONGEST_ALL)
            if cut:
                reach("too_long")
                problems.append("too_long")
        if dialect == "zsh":
            from policyhooks.shell.syntax.zsh import reads_as_bash

            if not reads_as_bash(text):
                problems.append("dialect_ambiguous")
        try:
            return parse_simple(text), problems
        except NotSimple:
            pass
        return self.parse_fully(text, dialect, problems)

    def parse_fully(self, text: str, dialect: str, problems: list[str]) -> tuple[list[Statement], list[str]]:
        if not self.binary:
            problems.append("no_parser")
            return [], problems
        from policyhooks.shell.syntax.limits import depth, has_doubtful_comment, readable_beginnings

        if depth(text) > DEEPEST:
            reach("too_deep")
            problems.append("too_deep")
            return [], problems
        from policyhooks.shell.syntax.shfmt import LANGUAGES, Unparsed, parse

        run = self.run
        language = LANGUAGES[dialect]
        deadline = time.monotonic() + self.limit_s
        try:
            statements, comments = parse(self.binary, text, language, self.limit_s, run)
            if "#" in text and has_doubtful_comment([statements, comments], text.encode("utf-8", "surrogatepass")):
                problems.append("ambiguous_comment")
            return statements, problems
        except Unparsed as failure:
            problems.append(failure.problem)
            line = failure.line
        # bash runs complete lines before it meets the error, so they count.
        for beginning in readable_beginnings(text, line) if problems[-1] == "parse_error" else ():
            try:
                statements, comments = parse(self.binary, beginning, language, deadline - time.monotonic(), run)
            except Unparsed:
                continue
            from policyhooks.shell.syntax.refused import stops_behind

            source = beginning.encode("utf-8", "surrogatepass")
            if stops_behind(beginning, text, line) and not has_doubtful_comment([statements, comments], source):
                problems.remove("parse_error")
            return statements, problems
        return [], problems


def is_plain(text: str) -> bool:
    """Nothing in it that shells or people read in different ways. U+200D is plain between pictures that it joins."""
    if text.isprintable():
        return True
    pieces = text.split(JOINER)
    if not all(piece.isprintable() for piece in pieces):
        return False
    return all(piece[-1:] >= FIRST_PICTURE for piece in pieces[:-1]) and all(
        piece[:1] >= FIRST_PICTURE for piece in pieces[1:]
    )


def same_in_dash(text: str) -> bool:
    """No form that bash (as sh) and dash read in different ways. Coarse: asks too often rather than too rarely."""
    if "$'" in text or '$"' in text or "+=" in text or "((" in text or "&>" in text or "<(" in text or ">(" in text:
        return False
    if "{" in text and ("," in text or ".." in text) and "{}" not in text.replace("${", ""):
        return False
    return not ("coproc" in text or "function" in text or "select" in text or "[[" in text)


def ends_escaped(text: str) -> bool:
    """A backslash with nothing behind it: zsh drops it, bash keeps it, but not always behind a continued line."""
    return (len(text) - len(text.rstrip("\\"))) % 2 == 1
