"""Files that run while the same text still writes them: in the background, beside each other in a pipe, in the next
round of a loop, in a trap; and files that every new shell reads first.

Looked at when everything is listed, and only where one of these is in the text.
"""

from __future__ import annotations

from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.walk.files import place
from policyhooks.shell.walk.fresh_files import find_since, find_writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.statements import Reader

START_VARIABLES = ("BASH_ENV", "ENV")
START_FILES = (
    ".bashrc", ".bash_profile", ".bash_login", ".profile", ".zshenv", ".zshrc", ".zprofile", ".zlogin", ".kshrc",
    ".mkshrc",
)  # fmt: skip


def check_late(reader: Reader) -> None:
    """A problem where what runs may be what this text writes only later, or what a shell reads without being told."""
    reading = reader.reading
    commands = reading.commands
    end = len(commands) + 1
    late = any(is_rewritten(reader, command, end) for command in commands if overlaps(reader, command))
    shells = any(command.parsed.is_shell for command in commands)
    if late or (shells and any(is_written(reader, path, end) for path in start_files(reader))):
        reader.problem("dynamic_code")


def overlaps(reader: Reader, command: Command) -> bool:
    """Whether something that is listed later may happen before it, or before it happens again."""
    return (
        command.background
        or (reader.rounds and command.conditional)
        or any(step == "procsub" or step.startswith("trap") for step in command.via)
        or any(command.id in pipeline for pipeline in reader.reading.pipelines)
    )


def is_rewritten(reader: Reader, command: Command, end: int) -> bool:
    """Whether a file that a command runs is written by a later one."""
    words = [word for role, word, _ in command.parsed.roles if role_of(role).runs == "file" and not word.dynamic]
    paths = [place(word.text, command.effective_cwd) for word in words]
    if "/" in command.program:
        paths.append(place(command.program, command.effective_cwd))
    redirects = reader.reading.redirects
    own = [number for number, item in enumerate(redirects) if item.command_id == command.id]
    if command.stdin_code:
        paths += [place(redirects[number].target.word.text, command.effective_cwd) for number in own]
    moment = command.id, own[-1] + 1 if own else 0
    return any(find_since(reader, path, moment, end, after=command.id) is not None for path in paths)


def is_written(reader: Reader, path: str, end: int) -> bool:
    files = reader.files
    return (
        path in files.texts
        or path in files.ends
        or path in files.copies
        or find_writer(reader, path, before=end) is not None
    )


def start_files(reader: Reader) -> list[str]:
    """What a shell reads before its code: the files of the variables that name them, and those of the user."""
    reading = reader.reading
    found = [place(name, reading.settings.home) for name in START_FILES]
    folders = {command.effective_cwd for command in reading.commands}
    for item in reading.env:
        if item.name in START_VARIABLES and not item.dynamic:
            found += [place(item.value, folder) for folder in folders]
    return found
