"""Makefiles as far as they are shell text: the lines of their recipes, with simple variables put in.

What make computes (functions, included files, texts built by `define`) is not worked out, and not understood.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.walk.wrappers import run_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

DEFAULTS = {
    "CC": "cc", "CXX": "g++", "CPP": "cc -E", "AR": "ar", "AS": "as", "LD": "ld", "RM": "rm -f", "MAKE": "make",
    "FC": "f77", "LEX": "lex", "YACC": "yacc", "CURDIR": ".", "CFLAGS": "", "CXXFLAGS": "", "CPPFLAGS": "",
    "LDFLAGS": "", "LDLIBS": "", "MAKEFLAGS": "", "TARGET_ARCH": "",
}  # fmt: skip
AUTOMATIC = frozenset("@<^+*?%|")
OPAQUE = ("define ", "include ", "-include ", "sinclude ", ".RECIPEPREFIX", "load ")  # at the beginning of a line
ASSIGNS = ("::=", ":=", "?=", "+=", "=")
MOST_LINES = 200
DEEPEST = 5


def run_makefile(reader: Reader, text: Word, state: State, inner: Context, label: str) -> None:
    """Every line that some recipe runs."""
    lines = logical_lines(text.text)
    opaque = any(line.startswith(OPAQUE) or "(eval " in line for line in lines)
    if text.dynamic or opaque:
        reader.problem("dynamic_code")
    if len(lines) > MOST_LINES:
        reach("too_much_code")
    variables = dict(DEFAULTS)
    for line in lines[:MOST_LINES]:
        recipe = recipe_of(line, variables)
        for part in shell_calls(line):
            run_line(reader, part, variables, state, inner, label)
        if recipe:
            run_line(reader, recipe.lstrip("@-+ \t"), variables, state, inner, label)


def run_line(reader: Reader, line: str, variables: dict[str, str], state: State, inner: Context, label: str) -> None:
    expanded = expand(line, variables)
    run_text(reader, Word(expanded), "sh", state.child(), inner.but(conditional=True), label)


def logical_lines(text: str) -> list[str]:
    return text.replace("\\\n\t", " ").replace("\\\n", " ").split("\n")


def recipe_of(line: str, variables: dict[str, str]) -> str:
    """The shell text of a line; assignments are noted."""
    if line.startswith("\t"):
        return line[1:]
    if line.startswith("#"):
        return ""
    name, value = assignment(line)
    if name:
        variables[name] = value if "+=" not in line[: len(name) + 4] else f"{variables.get(name, '')} {value}"
        return ""
    if "!=" in line:
        return line.partition("!=")[2]
    head, semicolon, recipe = line.partition(";")
    return recipe if semicolon and ":" in head else ""


def assignment(line: str) -> tuple[str, str]:
    """`NAME := value`."""
    head = line.removeprefix("export ").removeprefix("override ").lstrip()
    name = head[: len(head) - len(head.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"))]
    rest = head[len(name) :].lstrip()
    for mark in ASSIGNS:
        if name and rest.startswith(mark):
            return name, rest[len(mark) :].strip()
    return "", ""


def shell_calls(line: str) -> list[str]:
    """The texts of `$(shell ...)`, wherever they stand."""
    found = []
    for opening, closing in (("$(shell ", ")"), ("${shell ", "}")):
        place = line.find(opening)
        while place >= 0:
            stop = matching(line, place + 1, closing)
            found.append(line[place + len(opening) : stop])
            place = line.find(opening, place + 1)
    return found


def matching(line: str, at: int, closing: str) -> int:
    """Where the bracket that opens at `at` closes."""
    opening = line[at]
    level = 0
    for place in range(at, len(line)):
        if line[place] == opening:
            level += 1
        elif line[place] == closing:
            level -= 1
            if not level:
                return place
    return len(line)


def expand(line: str, variables: dict[str, str], depth: int = 0) -> str:
    """Make's `$` in shell text: `$$` is one, known variables their text, the rest a variable of the shell."""
    done = ""
    at = 0
    while at < len(line):
        if line[at] != "$" or at + 1 >= len(line):
            done += line[at]
            at += 1
            continue
        mark = line[at + 1]
        if mark == "$":
            done += "$"
            at += 2
        elif mark in "({":
            stop = matching(line, at + 1, ")" if mark == "(" else "}")
            done += value_of(line[at + 2 : stop], variables, depth)
            at = stop + 1
        else:
            done += "$_" if mark in AUTOMATIC else value_of(mark, variables, depth)
            at += 2
    return done


def value_of(name: str, variables: dict[str, str], depth: int) -> str:
    """The text of a variable; of a function or an unknown one a shell variable, whose value nobody knows."""
    if name in variables and depth < DEEPEST:
        return expand(variables[name], variables, depth + 1)
    if name in variables:
        reach("too_much_code")
    return "$" + name if name.isidentifier() else "$_"
