"""Commands of vi and ed as far as they start programs, open files or run code: `:!x`, `:w x`, `:call delete(x)`."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.inline.little.scripts import Found
from policyhooks.shell.inline.scan import read_string

MODIFIERS = frozenset(
    (
        "silent",
        "sil",
        "silent!",
        "sil!",
        "noautocmd",
        "keepjumps",
        "bufdo",
        "argdo",
        "windo",
        "tabdo",
        "verbose",
        "vert",
    )
)
WRITES = frozenset(
    ("w", "wr", "write", "wq", "x", "sav", "saveas", "W", "wall", "mks", "mksession", "wv", "update", "up")
)
READS = frozenset(("r", "re", "read", "e", "ed", "edit", "f", "sp", "split", "vs", "vsplit", "tabe", "tabedit", "n"))
SOURCES = frozenset(("so", "source", "ru", "runtime", "luafile", "pyfile", "py3file", "pyf", "rubyfile"))
LANGUAGES = {
    "lua": "lua", "py": "python", "py3": "python", "python": "python", "python3": "python", "pyx": "python",
    "perl": "perl", "pe": "perl", "ruby": "ruby", "rub": "ruby", "luado": "lua", "perldo": "perl", "rubydo": "ruby",
    "pydo": "python", "py3do": "python",
}  # fmt: skip
TERMINALS = frozenset(("term", "terminal", "te", "ter"))
EXECUTES = frozenset(("exe", "execute", "exec"))
INSERTS = frozenset(("a", "i", "c"))
CALLS = {"delete": "delete", "writefile": "write", "mkdir": "write", "rename": "write", "readfile": "read"}
RUNS = ("system", "systemlist", "termopen", "jobstart", "job_start", "term_start", "libcall")
DEEPEST = 4


def read_editor(text: str, depth: int = 0) -> Found:
    found = Found()
    inserting = False
    for line in text.split("\n"):
        if inserting:
            inserting = line != "."
            continue
        bare = line.strip()
        if strip_range(bare.lstrip(":"))[1] in INSERTS:
            inserting = "\n" in text
            continue
        for part in parts_of(bare):
            read_command(found, part, depth)
    return found


def parts_of(line: str) -> list[str]:
    """Commands between bars; what follows `!` belongs to the shell."""
    parts: list[str] = []
    current = ""
    quote = ""
    for at, char in enumerate(line):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"" and current.strip(" :") and current.strip(" :")[-1] in "( ,.[=":
            quote = char
        elif char == "!" and is_shell(current):
            return [*parts, current + line[at:]]
        elif char == "|" and current[-1:] != "\\" and not is_code(current):
            parts.append(current)
            current = ""
            continue
        current += char
    return [*parts, current]


def is_shell(before: str) -> bool:
    """`!` at the beginning, after a range, or after `r` or `w`."""
    rest = strip_range(before.strip().lstrip(":"))[1].strip()
    while rest.partition(" ")[0] in MODIFIERS:
        rest = rest.partition(" ")[2].strip()
    return rest in ("", "r", "read", "w", "write", "re") and not before.rstrip().endswith("silent")


def is_code(before: str) -> bool:
    return before.strip().lstrip(":").partition(" ")[0] in LANGUAGES


def strip_range(text: str) -> tuple[str, str]:
    """The range in front of a command, and the command."""
    at = 0
    while at < len(text):
        char = text[at]
        if char in "%.$,;+-0123456789 ":
            at += 1
        elif char == "'":
            at += 2
        elif char in "/?" and text.find(char, at + 1) > 0:
            at = text.find(char, at + 1) + 1
        else:
            break
    return text[:at], text[at:]


def read_command(found: Found, text: str, depth: int) -> None:
    ranged, rest = strip_range(text.strip().lstrip(": "))
    name, _, argument = rest.partition(" ")
    while name in MODIFIERS:
        ranged, rest = strip_range(argument.lstrip(": "))
        name, _, argument = rest.partition(" ")
    argument = argument.strip()
    if rest.startswith("!"):
        found.commands.append((rest[1:], Word("", True) if ranged.strip() else None))
    elif is_global(rest):
        if depth >= DEEPEST:
            reach("too_much_code")
            return
        read_command(found, behind_pattern(rest[1:].lstrip("!")), depth + 1)
    elif name.rstrip("!") in WRITES:
        add_target(found, "write", argument)
    elif name.rstrip("!") in READS:
        add_target(found, "read", argument)
    elif name.rstrip("!") in SOURCES:
        found.paths.append(("exec", Word(argument)))
    elif name in TERMINALS:
        found.commands.append((argument, None))
    elif name in LANGUAGES:
        found.codes.append((LANGUAGES[name], argument.removeprefix("=")))
    elif name in EXECUTES:
        read_execute(found, argument, depth)
    read_calls(found, rest)


def is_global(text: str) -> bool:
    """`g/pattern/command`, `v/.../`, `g!/.../`, with any mark that is no letter, digit or blank."""
    mark = text[1:].removeprefix("!")[:1]
    return text[:1] in ("g", "v") and bool(mark) and not mark.isalnum() and mark not in ' \t"|\\_.('


def behind_pattern(text: str) -> str:
    """The command behind a pattern that begins and ends with the first character."""
    at = 1
    while at < len(text) and text[at] != text[0]:
        at += 2 if text[at] == "\\" else 1
    return text[at + 1 :]


def add_target(found: Found, op: str, argument: str) -> None:
    """`:w path`, `:w! path`, `:w >> path`, `:w !command`, `:r !command`."""
    if argument.startswith("!"):
        found.commands.append((argument[1:], Word("", True) if op == "write" else None))
        return
    path = argument.removeprefix("!").lstrip().removeprefix(">>").strip()
    while path.startswith("++"):
        path = path.partition(" ")[2].strip()
    if path and path[0] not in "%#":
        found.paths.append((op, Word(path)))


def read_execute(found: Found, argument: str, depth: int) -> None:
    """`:execute "text"`."""
    value, stop = read_string(argument, 0) if argument[:1] in ("'", '"') else ("", 0)
    if stop != len(argument) or not argument:
        found.unknown = True
        return
    if depth >= DEEPEST:
        reach("too_much_code")
        return
    inner = read_editor(value, depth + 1)
    found.commands += inner.commands
    found.paths += inner.paths
    found.codes += inner.codes
    found.unknown = found.unknown or inner.unknown


def read_calls(found: Found, text: str) -> None:
    """Functions of vim script with a literal argument."""
    for name, op in CALLS.items():
        for argument in arguments(text, name):
            literals = strings_in(argument)
            if literals:
                path = literals[-1] if name == "writefile" else literals[0]
                found.paths.append((op, Word(path)))
            else:
                found.paths.append((op, Word("$_", dynamic=True)))
    for name in RUNS:
        for argument in arguments(text, name):
            value, stop = read_string(argument, 0) if argument[:1] in ("'", '"') else ("", -1)
            if stop == len(argument.rstrip()) or (stop > 0 and argument[stop:].lstrip()[:1] == ","):
                found.commands.append((value, None))
            else:
                found.unknown = True


def arguments(text: str, name: str) -> list[str]:
    """The texts between the parentheses of calls of a function."""
    found = []
    place = text.find(name + "(")
    while place >= 0:
        before = text[place - 1 : place]
        if not (before.isalnum() or before in ("_", ".", ":")) or not before:
            start = place + len(name)
            found.append(text[start + 1 : closing_place(text, start)])
        place = text.find(name + "(", place + 1)
    return found


def closing_place(text: str, at: int) -> int:
    """Where the parenthesis closes that opens there, or the end of the text."""
    level = 0
    while at < len(text):
        level += {"(": 1, ")": -1}.get(text[at], 0)
        if not level:
            break
        at += 1
    return at


def strings_in(text: str) -> list[str]:
    found = []
    at = 0
    while at < len(text):
        if text[at] in "'\"":
            value, at = read_string(text, at)
            found.append(value)
        else:
            at += 1
    return found
