"""Who wrote a file that is about to be run: commands and redirections of the same text, from the last moment on at
which its content was known.

Loaded where a shell, an interpreter or a program of a path of its own is started after something else.
"""

from __future__ import annotations

from policyhooks.core.values import Record, but
from policyhooks.evaluation.globs import globs_overlap
from policyhooks.shell.walk.descriptors import HERE
from policyhooks.shell.walk.files import UNKNOWN_FILE, UNKNOWN_FOLDER, place
from policyhooks.shell.walk.reading import CONTENT, may_write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.shell_records import PathRef
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.files import Moment
    from policyhooks.shell.walk.reading import Reading
    from policyhooks.shell.walk.redirections import Redirection
    from policyhooks.shell.walk.statements import Reader

START: Moment = (0, 0)
DEVICES = ("/dev/", "/proc/")


class Writer(Record):
    """What wrote a file: a listed command, by its own doing or by a redirection, or a redirection alone (0)."""

    command_id: int = 0
    redirected: bool = False


def find_writer(reader: Reader, path: str, *, before: int) -> Writer | None:
    """Whoever may have changed a file since its content was last known; None: it is what it was.

    `before`: the id of the command that runs it.
    """
    files = reader.files
    seen: set[str] = set()
    while path and path != UNKNOWN_FILE and path not in seen:
        if path in files.opaque:
            return Writer(redirected=True)
        found = find_since(reader, path, files.at.get(path, START), before)
        if found is not None or path in files.texts or path in files.ends:
            return found
        seen.add(path)
        path = files.source_of(path)
    return None


def find_since(reader: Reader, path: str, moment: Moment, before: int, after: int = -1) -> Writer | None:
    """A writer among the commands and redirections from a moment on. `after`: with a larger id than this."""
    reading = reader.reading
    for redirect in reading.redirects[moment[1] :]:
        if after < redirect.command_id < before and writes_to(redirect, path, reading):
            return Writer(command_id=redirect.command_id, redirected=True)
    for command in reading.commands[moment[0] : before - 1]:
        if may_write(command) and any(is_at(item, path, command) for item in writes_of(command)):
            return Writer(command_id=command.id)
    return None


def writes_to(redirect: Redirection, path: str, reading: Reading) -> bool:
    target = redirect.target
    word = target.word
    if target.op in HERE or target.op in ("<", "<&") or word.file:
        return False
    if target.op == ">&" and (word.text == "-" or word.text.rstrip("-").isdecimal()):
        return False
    if word.dynamic or word.glob:
        return may_be(word.text, path, reading.settings.source)
    return any(is_same(place(word.text, folder), path) for folder in target.places)


def writes_of(command: Command) -> list[PathRef]:
    """What it writes itself. Of a copy: the command keeps what it has worked out, and may still get redirections."""
    paths = command.reading.settings.paths_of(but(command))
    return [path for path in paths if path.op in CONTENT]


def is_at(item: PathRef, path: str, command: Command) -> bool:
    if item.dynamic or item.glob:
        return may_be(item.raw, path, command.reading.settings.source)
    return path in (item.norm, item.real) or is_same(place(item.raw, command.effective_cwd), path)


def is_same(one: str, other: str) -> bool:
    """Whether two paths may be one: where a folder is not known, by what stands behind it."""
    if one == other:
        return True
    for path, known in ((one, other), (other, one)):
        if path.startswith(UNKNOWN_FOLDER + "/") and known.endswith(path.removeprefix(UNKNOWN_FOLDER)):
            return True
    return False


def may_be(written: str, path: str, source: bytes) -> bool:
    """Whether two names, of which one is known in part, may be of one file.

    A variable that this text (`source`) does not set is a file of the user's own, which has no other name.
    """
    if written == path:
        return True
    if not written or any(name.startswith(DEVICES) or is_foreign(name, source) for name in (written, path)):
        return False
    folder, _, rest = written.partition("/")
    if path.startswith(folder + "/") and is_foreign(folder, source):
        return globs_overlap(opened(rest), opened(path.removeprefix(folder + "/")))
    return globs_overlap(pattern_of(written), pattern_of(path))


def pattern_of(name: str) -> str:
    """The paths that a name may stand for."""
    pattern = opened(name.removeprefix("./"))
    return pattern if pattern[:1] in ("/", "*") else "*/" + pattern


def is_foreign(name: str, source: bytes) -> bool:
    """`$LOG` and nothing more, where every mention of LOG in the text is one that reads it."""
    variable = name.removeprefix("$").removeprefix("{").removesuffix("}")
    if name[:1] != "$" or not variable.isidentifier():
        return False
    text = source.decode("utf-8", "replace")
    return all(before.endswith(("$", "${")) for before in text.split(variable)[:-1])


def opened(name: str) -> str:
    """A name with `*` for every expansion in it."""
    out = ""
    while "$" in name:
        before, _, after = name.partition("$")
        if after[:1] in ("{", "("):
            end = "}" if after[0] == "{" else ")"
            after = after.partition(end)[2]
        else:
            after = after.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@*#?-!")
        out += before + "*"
        name = after
    return out + name


def moment_of(reading: Reading) -> Moment:
    return len(reading.commands), len(reading.redirects)
