"""The secrets among the words of a command, by the roles that the tables give them, and on its standard input.

It knows where secrets stand, not what names mean: which options and variables of unknown programs hold one is decided
where names are known (runtime/engine/concealment.py, through `named_words`).
"""

from __future__ import annotations

from policyhooks.shell.programs.lookup import asks_for
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.tables import find_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from policyhooks.shell.expansion.state import Word
    from policyhooks.shell.programs.parsed import Parsed
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.reading import Reading

# What stands before the secret in a word that is not all secret: by the form that a role names behind its colon.
FORMS = {"user": ":", "percent": "%", "comma": ",", "source": "pass:"}


SECRETIVE = "secretive"  # the key of all names of programs that may be given a secret, between blanks
_ENDS = str.maketrans(dict.fromkeys("/|&;()`'\"\\$<>{}\n\t=", " "))


def may_give(command: str) -> bool:
    """Whether a text that nobody has read yet names a program that may be given a secret, or an option by its name."""
    names = find_value(SECRETIVE)
    return "--" in command or any(f" {word} " in names for word in command.translate(_ENDS).split())


def secret_words(reading: Reading) -> Iterator[tuple[str, str]]:
    """Every secret, with what stands before it in its command: an option and its separator, or nothing."""
    for command in reading.commands:
        for parsed in (*command.outer, command.parsed):
            for role, word, option in parsed.roles:
                if role_of(role).secret:
                    yield from _parts_of(role.partition(":")[2], word, option)
        yield from _input_of(command)


def named_words(reading: Reading) -> Iterator[tuple[str, str]]:
    """Every option whose value has no role of its own, and every setting, by its name: `--api-key X`, `set token X`."""
    for command in reading.commands:
        for parsed in (*command.outer, command.parsed):
            given = {option for _, _, option in parsed.roles}
            for option, values in parsed.opts.items():
                if option not in given and not given.intersection(_other_names(parsed, option)):
                    yield from ((option, value) for value in values)
            yield from _settings_of(parsed)


def _other_names(parsed: Parsed, option: str) -> list[str]:
    values = parsed.opts[option]
    return [other for other, found in parsed.opts.items() if found == values]


def _settings_of(parsed: Parsed) -> Iterator[tuple[str, str]]:
    """`config set NAME VALUE`, `configure set NAME VALUE`, `git config NAME VALUE`."""
    words = [word.text for word in parsed.operands]
    if any(word in ("set", "config", "configure", "secrets") for word in words[:3]):
        yield from ((f" {words[at - 1]}", words[at]) for at in range(1, len(words)))


def _parts_of(form: str, word: Word, option: str) -> Iterator[tuple[str, str]]:
    text = word.text
    if form:
        before, mark, text = text.partition(FORMS[form])
        if not mark or (form == "source" and before):
            return
        yield before + mark, text
    else:
        yield option, text


def _input_of(command: Command) -> Iterator[tuple[str, str]]:
    """What `echo X |` gives to a program that reads a password."""
    if command.stdin is None or command.stdin.dynamic:
        return
    for parsed in (*command.outer, command.parsed):
        if asks_for(parsed.entry.get("stdin_secret"), parsed.flags):
            for line in command.stdin.text.split("\n"):
                yield " ", line.partition(":")[2] or line
