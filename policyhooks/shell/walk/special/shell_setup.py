"""Programs that print the shell text which sets them up, made for `eval "$(...)"` and `source <(...)`.

The text comes from the program itself, so to run it asks for no more trust than the program does. Everything else
that prints text for a shell stays unknown.
"""

from __future__ import annotations

from policyhooks.shell.programs.lookup import asks_for, describe
from policyhooks.shell.syntax.parser import SHELL_LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import Word
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.statements import Reader

COMPLETIONS = frozenset(
    ("completion", "completions", "gen-completions", "generate-completion", "generate-shell-completion")
)
SHELL_WORDS = ("-s", "--shell", "posix")  # ask for shell text without the name of a program
OTHERS_CODE = ("interpreter", "wrapper")  # kinds of programs that run what they are given


def prints_setup(reader: Reader, word: Word) -> bool:
    """Whether a word is nothing but the output of such programs."""
    if not word.ids or (word.text != "$(...)" and not word.file):
        return False
    commands = speaking(reader, word)
    return bool(commands) and all(is_initialiser(command) for command in commands)


def prints_place(reader: Reader, word: Word) -> bool:
    """Whether the substitution in a word is a program that prints one folder or file."""
    commands = speaking(reader, word)
    return len(commands) == 1 and asks_for(describe(commands[0].name).get("prints_place"), commands[0].argv[1:])


def located(reader: Reader, word: Word) -> str:
    """`$(which node)`: the program that is looked for; empty where the word is something else."""
    commands = speaking(reader, word) if word.text == "$(...)" else []
    if len(commands) != 1 or commands[0].dynamic or commands[0].glob:
        return ""
    names = [text for text in commands[0].argv[1:] if not text.startswith("-") and text != "which"]
    found = asks_for(describe(commands[0].name).get("locates"), commands[0].argv)
    return names[0] if found and len(names) == 1 else ""


def speaking(reader: Reader, word: Word) -> list[Command]:
    """The commands whose output a word holds, without those that are silent. `SHELL=/bin/sh x init` names a shell."""
    commands = [reader.reading.commands[number - 1] for number in word.ids]
    return [
        item for item in commands if item.parsed.entry.get("prints") != "nothing" and item.via[-1:] != ("env:SHELL",)
    ]


def is_initialiser(command: Command) -> bool:
    """The program and its first words say that it prints set-up text."""
    if command.program_dynamic or command.dynamic or "pipe" in command.via:
        return False
    words = [word for word in command.argv[1:] if not word.startswith("-")] or command.argv[1:]
    if asks_for(describe(command.name).get("prints_setup"), [*words[:2], *command.argv[1:2]]):
        return True
    entry = command.parsed.entry
    if command.parsed.is_shell or entry.get("kind") in OTHERS_CODE or "output" in entry or command.parsed.roles:
        return False  # `cat completion bash` prints files
    return any(word in COMPLETIONS for word in words[:3]) and any(names_shell(word) for word in command.argv[1:])


def names_shell(word: str) -> bool:
    """A word that asks for the text of a shell which is read."""
    return word in SHELL_WORDS or describe(word.removeprefix("--shell=")).get("lang") in SHELL_LANGUAGES
