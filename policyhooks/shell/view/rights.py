"""What a change of rights or of the owner leaves: whether those who read a tree still read it.

People repair the rights of a whole project every day, and a configuration that can still be read stays in force. It
knows nothing of which places are protected.
"""

from __future__ import annotations

import posix

from policyhooks.core.looks import look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.commands import Command

READ, ENTER = 4, 1
OWN = frozenset(("$USER", "$LOGNAME", "$UID", "$EUID", "$SUDO_USER"))
ASKED = frozenset(("$(id -u)", "$(id -un)", "$(whoami)", "$(logname)"))
PLAIN = str.maketrans({"{": "", "}": "", '"': "", "'": ""})


def leaves(command: Command, *, only_files: bool = False) -> str:
    """What a command leaves of rights: `owner` reads on, those who read as `others` do, or nothing that is known."""
    given = [(role, word) for role, word, option in command.parsed.roles if not option and role in ("mode", "holder")]
    if len(given) != 1:
        return ""
    role, word = given[0]
    if role == "holder":
        name = word.text.replace("`", "").translate(PLAIN).partition(":")[0]
        return "owner" if not name or name in OWN or name in ASKED else "others"
    if word.dynamic or word.glob:
        return ""
    return "owner" if keeps_reading(word.text, only_files=only_files) else ""


def keeps_reading(mode: str, *, only_files: bool) -> bool:
    """Whether the owner reads the files, and enters the folders, that have got these rights."""
    if mode.isdecimal():
        needed = READ if only_files else READ | ENTER
        digits = mode.rjust(3, "0")
        return set(digits) <= set("01234567") and int(digits[-3]) & needed == needed
    return all(keeps_in_clause(clause) for clause in mode.split(","))


def keeps_in_clause(clause: str) -> bool:
    """`u+rw`, `go-rwx`, `a=rX`: one change, which does not take reading or entering from the owner."""
    who = clause[: len(clause) - len(clause.lstrip("ugoa"))]
    sign, rights = clause[len(who) : len(who) + 1], clause[len(who) + 1 :]
    if sign not in ("+", "-", "=") or not set(rights) <= set("rwxXst"):
        return False
    if sign == "+" or (who and not {"u", "a"} & set(who)):
        return True
    if sign == "-":
        return not set(rights) & set("rxX")
    return "r" in rights and not {"x", "X"}.isdisjoint(rights)


def is_left(left: str, folder: str, place: str, *, look_there: bool) -> bool:
    """Whether a file below a folder can be read as before, by what a change of the folder leaves."""
    return left == "owner" or (left == "others" and not (look_there and not others_read(folder, place)))


def others_read(folder: str, place: str) -> bool:
    """Whether everybody may read a file and enter what lies between a folder and it; what is not there stops nobody."""
    names = place[len(folder) :].split("/")
    paths = [folder + "/".join(names[: number + 1]) for number in range(len(names))]
    return all(is_for_all(path) for path in paths)


def is_for_all(path: str) -> bool:
    """Whether everybody may read a file, or enter a folder."""
    return look("for_all", path, lambda: _is_for_all(path))


def _is_for_all(path: str) -> bool:
    try:
        mode = posix.stat(path).st_mode
    except (OSError, ValueError):
        return True
    needed = ENTER if mode & 0o170000 == 0o040000 else READ
    return mode & needed == needed
