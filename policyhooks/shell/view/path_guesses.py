"""Words that look like paths and that no table explains: of an unknown program, sub-command or option.

What is done to them is a guess. They are read at least; that they may be written matters to rules which protect what
decides over the agent, so those paths carry the doubt (`guessed`), and are found in more places.
"""

from __future__ import annotations

from policyhooks.core.shell_records import PathRef
from policyhooks.core.values import but
from policyhooks.shell.view.path_roles import add

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import Word
    from policyhooks.shell.walk.commands import Command

PROTECTED = "agent_config"


def guess_paths(command: Command) -> list[PathRef]:
    """Of an unknown program every word that looks like a path; else those that are protected."""
    known = bool(command.parsed.entry)
    explained = {word.text for _, word, _ in command.parsed.roles}
    found: list[PathRef] = []
    for word in command.words[1:]:
        if word.text in explained:
            continue
        if not known:
            for offset in places_in(word.text):
                add(command, word.part(offset), "read", found)
        found += protected_in(command, word, known)
    return [but(path, guessed=True) if path.op == "read" else path for path in found]


def protected_in(command: Command, word: Word, known: bool) -> list[PathRef]:
    """A path of what is protected, also right behind the letter of an option."""
    found: list[PathRef] = []
    attached = (2,) if word.text[:1] == "-" and word.text[2:3] in ("/", "~", ".", "$") else ()
    for offset in (*attached, *(places_in(word.text) if known else ())):
        add(command, word.part(offset), "read", found)
    return [path for path in found if PROTECTED in path.tags]


def places_in(text: str) -> tuple[int, ...]:
    """Where in a word a path may begin: it, or the value of a long option."""
    offset = 0
    if text.startswith("-") and "=" in text:
        offset = text.index("=") + 1
        text = text[offset:]
    if "://" in text or text.startswith("-") or len(text) < 2:
        return ()
    return (offset,) if "/" in text or text[0] in ".~" else ()
