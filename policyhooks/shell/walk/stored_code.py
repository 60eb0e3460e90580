"""Code in files that lie on the disk: read where somebody looks there, as if it stood in the line.

Which files are looked into is known to whoever hands in `Settings.scripts`; where nobody does, a file that was there
before is left alone. What is there and cannot be read is the problem `dynamic_code`.
"""

from __future__ import annotations

import posix

from policyhooks.core.looks import look
from policyhooks.core.stored_text import StoredText
from policyhooks.evaluation.globs import glob_matches
from policyhooks.shell.expansion.file_text import FileText
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.inline.language_kinds import READ
from policyhooks.shell.syntax.parser import SHELL_LANGUAGES
from policyhooks.shell.walk.files import UNKNOWN_FOLDER, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.statements import Reader

    ReadScript = Callable[[str], StoredText | None]

MOST = 64  # files that are looked for
DEVICES = ("/dev/", "/proc/")
WILDCARDS = "*?["
TOO_MANY = StoredText(problem="more files are run than are looked into")


def looks(reader: Reader) -> bool:
    """Whether anybody looks into files that are run."""
    return reader.settings.scripts is not None


def stored_at(reader: Reader, path: str) -> StoredText | None:
    """What stands in a file; None where nobody looks into it, and where there is none."""
    read = reader.settings.scripts
    if read is None or not path or path.startswith((UNKNOWN_FOLDER, *DEVICES)):
        return None
    known = reader.files.stored
    if path not in known:
        known[path] = looked_into(read, path) if len(known) < MOST else TOO_MANY
    return known[path]


def looked_into(read: ReadScript, path: str) -> StoredText | None:
    """What stands in a file. A record keeps only that it was read, so that no text is stored."""
    found: list[StoredText | None] = []

    def told() -> str:
        found.append(read(path))
        return "" if found[0] is None else "read"

    look("script", path, told)
    return found[0] if found else None


def stored_code(
    reader: Reader, command: Command, paths: list[str], descriptor: int = -1, *, every: bool = False
) -> tuple[Word | None, bool]:
    """The code in the first of some files that is read, or in all of them, and whether there was one at all."""
    from policyhooks.shell.walk.code_sources import note, unknown

    texts = []
    for path in paths:
        stored = stored_at(reader, path)
        if stored is None or (stored.compiled and not wants_text(command)):
            continue
        if stored.problem or stored.compiled:
            return unknown(reader, command, "fresh", path=path, descriptor=descriptor), True
        note(reader, command, "fresh", path=path, descriptor=descriptor)
        texts.append(stored.text)
        if not every:
            return FileText(stored.text, path), True
    return (FileText("\n".join(texts), paths[0]), True) if texts else (None, False)


def listed(reader: Reader, pattern: str, cwd: str) -> list[str]:
    """The files that a name with wildcards stands for, as far as it has them behind the last slash."""
    folder, slash, name = place(pattern, cwd).rpartition("/")
    if not looks(reader) or "$" in pattern or not any(mark in name for mark in WILDCARDS):
        return []
    names = look("files", folder or slash, lambda: _names_in(folder or slash))
    return [f"{folder}/{found}" for found in names if glob_matches(found, name)]


def _names_in(folder: str) -> list[str]:
    try:
        return sorted(posix.listdir(folder))
    except OSError:
        return []


def wants_text(command: Command) -> bool:
    """Whether a command runs source text: a shell, or an interpreter whose language is read."""
    lang = command.parsed.entry.get("lang", "")
    return lang in SHELL_LANGUAGES or lang in READ


def first_stored(reader: Reader, names: tuple[str, ...], folder: str) -> str:
    """The first of some names in a folder whose file is looked into; empty where there is none."""
    return next((path for path in (place(name, folder) for name in names) if stored_at(reader, path) is not None), "")
