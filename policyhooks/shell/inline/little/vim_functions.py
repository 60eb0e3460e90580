"""Functions of vim script that start programs, run code or touch files, wherever they stand in a line.

It knows functions and their arguments, not commands of the editor.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.inline.little.ex_syntax import end_of_string
from policyhooks.shell.inline.little.scripts import Found
from policyhooks.shell.inline.little.vim_strings import constant, strings_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FILES = {"delete": "delete", "writefile": "write", "mkdir": "write", "rename": "write", "readfile": "read",
         "readblob": "read", "filecopy": "write"}  # fmt: skip
RUNS = ("system", "systemlist", "termopen", "jobstart", "job_start", "term_start")
CODES = {"luaeval": "lua", "pyeval": "python", "py3eval": "python", "pyxeval": "python", "perleval": "perl",
         "rubyeval": "ruby"}  # fmt: skip
GLOBS = ("glob", "expand", "globpath", "expandcmd")
COMMANDS = {"execute": 0, "win_execute": 1, "assert_fails": 0}  # where the commands of the editor stand
KEYS = ("feedkeys", "nvim_feedkeys", "nvim_input", "remote_send", "term_sendkeys", "chansend", "ch_sendraw")
UNREAD = ("libcall", "libcallnr", "mzeval", "remote_expr", "nvim_command", "nvim_exec", "nvim_exec2", "nvim_cmd")
LEVELS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
MOST_CALLS = 200  # of a line
NAMED = frozenset((*FILES, *RUNS, *CODES, *COMMANDS, *KEYS, *UNREAD))


def read_calls(found: Found, text: str, lines: Callable[[str], None], keys: Callable[[str], None]) -> None:
    """What the calls in a text do; `lines` and `keys` read what is given to the editor itself."""
    if "(" not in text and "->" not in text and "'" not in text and '"' not in text:
        return
    for name, given in calls_in(text):
        first, known = constant(given[0]) if given else ("", False)
        if name in FILES:
            _add_file(found, name, given)
        elif name in RUNS:
            _add_command(found, given)
        elif name in CODES:
            found.codes.append((CODES[name], first))
            found.unknown = found.unknown or not known
        elif name in GLOBS:
            found.commands += [(inner, None) for inner in backticked(first)]
            found.unknown = found.unknown or (not known and "`" in text)
        elif name in COMMANDS:
            _hand_on(found, given[COMMANDS[name] :], lines)
        elif name in KEYS:
            _hand_on(found, given, keys)
        elif name in UNREAD:
            found.unknown = True
    if any(value in NAMED for value in strings_of(text)):
        found.unknown = True  # `call('system', ...)`, `function('delete')`


def _hand_on(found: Found, given: list[str], read: Callable[[str], None]) -> None:
    values = [constant(argument) for argument in given[:1]]
    if not values or not values[0][1]:
        found.unknown = True
        return
    read(values[0][0])


def _add_file(found: Found, name: str, given: list[str]) -> None:
    at = 1 if name == "writefile" else 0
    for argument in given[at : at + (2 if name in ("rename", "filecopy") else 1)] or [""]:
        value, known = constant(argument)
        found.paths.append((FILES[name], Word(value if known else "$_", dynamic=not known)))


def _add_command(found: Found, given: list[str]) -> None:
    """A string, or a list of words."""
    argument = given[0].strip() if given else ""
    value, known = constant(argument)
    if known:
        found.commands.append((value, None))
        return
    words = [constant(item) for item in split_arguments(argument[1:-1])] if argument[:1] == "[" else []
    if words and all(known for _, known in words):
        found.commands.append((" ".join("'" + word.replace("'", "'\\''") + "'" for word, _ in words), None))
        return
    found.unknown = True


def calls_in(text: str) -> list[tuple[str, list[str]]]:
    """Names of functions with the texts of their arguments; what stands before `->` is the first one, unknown."""
    found: list[tuple[str, list[str]]] = []
    place = text.find("(")
    while place >= 0:
        start = place
        while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
            start -= 1
        name = text[start:place]
        if len(found) >= MOST_CALLS:
            reach("too_much_code")
            break
        if name in NAMED or name in GLOBS:
            given = split_arguments(text[place + 1 : closing_place(text, place)])
            found.append((name, ["?", *given] if text[:start].rstrip().endswith("->") else given))
        place = text.find("(", place + 1)
    return found


def split_arguments(text: str) -> list[str]:
    """The arguments between commas of the outermost level."""
    found = []
    start = at = level = 0
    while at < len(text):
        if text[at] in "'\"":
            at = max(at, end_of_string(text, at))
        elif text[at] == "," and not level:
            found.append(text[start:at])
            start = at + 1
        level += LEVELS.get(text[at], 0)
        at += 1
    return [item.strip() for item in (*found, text[start:]) if item.strip()]


def closing_place(text: str, at: int) -> int:
    """Where the parenthesis closes that opens there, or the end of the text."""
    level = 0
    while at < len(text):
        if text[at] in "'\"":
            at = max(at, end_of_string(text, at))
        level += LEVELS.get(text[at], 0)
        if not level:
            break
        at += 1
    return at


def backticked(text: str) -> list[str]:
    """Commands between backticks, which the editor runs where it wants a file's name."""
    return [piece for piece in text.split("`")[1::2] if piece and not piece.startswith("=")]
