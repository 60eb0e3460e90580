"""Patches that a command applies: the files that the text names are written, as if they were words of the command.

The text is a word, standard input, or a file that this very command writes. Where it is none of these, or cannot be
read, the row's own mark counts: something in the folder is written, nobody knows what.
"""

from __future__ import annotations

from policyhooks.core.patch_text import read_patch
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.pathtext import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

STDINS = ("-", "/dev/stdin", "/dev/fd/0")
IDLE = "--help|--version|--abort|--quit|--skip|--dry-run"


def note_patches(reader: Reader, command: Command, context: Context) -> None:
    """Give the command the paths of its patches."""
    parsed = command.parsed
    if command.read_only or parsed.has(IDLE) or any(role == "write" and not option for role, _, option in parsed.roles):
        return  # the file is named, whatever the text says
    strip, reverse = strip_of(command), parsed.has("-R|--reverse")
    folder = next(iter(parsed.opts.get("--directory", ())), "") if command.sub else ""
    for word in patch_texts(reader, command, context):
        changes = read_patch(word.text, strip, reverse)
        if changes is None and not word.dynamic and word.text.strip():
            reader.problem("unreadable_patch")
        for change in changes or ():
            path = f"{folder.rstrip('/')}/{change.path}" if folder else change.path
            role = "delete" if change.op == "delete" else "write"
            parsed.roles.append((role, Word(path, word.dynamic and "$" in path), ""))


def patch_texts(reader: Reader, command: Command, context: Context) -> list[Word]:
    """The texts that are known: words, files that this command writes, standard input where no file is named."""
    found = [word for role, word, _ in command.parsed.roles if role == "patch"]
    named = [word for role, word, _ in command.parsed.roles if role == "read"]
    for word in named:
        text = None if word.dynamic else reader.files.text_at(normalize(word.text, command.effective_cwd))
        if text is not None:
            found.append(text)
    from_stdin = not (found or named) or any(word.text in STDINS for word in named)
    if from_stdin and context.stdin is not None:
        found.append(context.stdin)
    return found


def strip_of(command: Command) -> int | None:
    """How many folders the names lose: what `-p` says, else what the program does without it."""
    values = command.parsed.opts.get("-p", ())
    if values and values[-1].isdigit():
        return int(values[-1])
    if values:
        return None  # not known: as written, and without the first
    return 1 if command.sub else -1
