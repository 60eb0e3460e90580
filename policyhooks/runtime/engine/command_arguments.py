"""The commands and the code that a tool's free-form input holds: lines, lists of words, typed text, other languages.

A key that names commands counts whatever the value looks like; under a key that says nothing a value counts that looks
like a command line of a known program. Texts for people are never commands. It knows no rules.
"""

from __future__ import annotations

from policyhooks.core.event import HeldCommand
from policyhooks.runtime.engine.argument_keys import (
    ARGUMENT_KEYS,
    CODE_KEYS,
    CONTENT_KEYS,
    DEED_KEYS,
    ENVIRONMENT_KEYS,
    INPUT_KEYS,
    LANGUAGE_KEYS,
    OPEN_TEXT_KEYS,
    PROGRAM_KEYS,
    RUNNING,
    SCREENS,
    SESSIONS,
    SEVERAL_COMMANDS,
    TEXT_KEYS,
    TYPED_KEYS,
    TYPING,
    is_command_key,
    last_word,
)
from policyhooks.runtime.engine.argument_leaves import has_path
from policyhooks.runtime.engine.path_arguments import base_of, named_operations, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from policyhooks.runtime.engine.argument_leaves import Leaf

MOST_COMMANDS = 64
UNFINISHED = "dynamic_code"
_POWERSHELL = frozenset(("powershell", "pwsh"))


def commands_in(leaves: Sequence[Leaf], tool: str) -> tuple[list[HeldCommand], str]:
    """Every command, once; and the problem, where there are too many."""
    words = words_of(tool)
    found: dict[tuple[str, str, str], HeldCommand] = {}
    for leaf in leaves:
        for given in _read(leaf, tool, words):
            key = (given.text, given.dialect, given.cwd)
            if key not in found or (given.sure and not found[key].sure):
                found[key] = given
        if len(found) > MOST_COMMANDS:
            return list(found.values())[:MOST_COMMANDS], "too_many_commands"
    return list(found.values()), ""


def _read(leaf: Leaf, tool: str, words: set[str]) -> Iterator[HeldCommand]:
    if leaf.words:
        found = _lists(leaf, tool, words)
    elif leaf.text.strip():
        found = _texts(leaf, words)
    else:
        return
    cwd = base_of(leaf.owner)
    dialect = _dialect(leaf, words)
    for text, sure in found:
        line = _with_environment(text, leaf.owner)
        problem = UNFINISHED if sure is None else ""
        yield HeldCommand(text=line, dialect=dialect, cwd=cwd, sure=sure is not False, problem=problem)


def _texts(leaf: Leaf, words: set[str]) -> Iterator[tuple[str, bool | None]]:
    """The command that a text is, and whether that is sure; None: sure, but not all of it is there."""
    key = leaf.key
    if is_command_key(key) or key in PROGRAM_KEYS:
        if (not leaf.listed or last_word(key) in SEVERAL_COMMANDS) and not _is_deed(leaf) and not _names_shell(leaf):
            yield _with_input(_with_arguments(_in_language(leaf, words), leaf.owner), leaf.owner), True
    elif key in CODE_KEYS:
        from policyhooks.runtime.engine.code_arguments import read_code

        yield read_code(leaf, words, guess=True), bool(words & RUNNING)
    elif key in TYPED_KEYS and words & SESSIONS and not _has_command(leaf.owner):
        yield from _typed(leaf.text, bool(words & TYPING))
    elif _may_be_line(leaf.text) and (not _is_text(leaf, words) or (key in TYPED_KEYS and words & SCREENS)):
        from policyhooks.runtime.engine.command_lines import is_command_line

        if is_command_line(leaf.text):
            yield leaf.text, False


def _dialect(leaf: Leaf, words: set[str]) -> str:
    shell = leaf.owner.get("shell")
    named = words_of(shell.rpartition("/")[2]) if isinstance(shell, str) else set()
    return "powershell" if (words | named | {leaf.key}) & _POWERSHELL else "bash"


def _is_text(leaf: Leaf, words: set[str]) -> bool:
    """Words for people, or the text of a file whose path stands beside it."""
    if leaf.key in CONTENT_KEYS and has_path(leaf.owner):
        return True
    return leaf.key in TEXT_KEYS and not (leaf.key in OPEN_TEXT_KEYS and words & SESSIONS)


def _has_command(owner: Mapping[str, object]) -> bool:
    return any(is_command_key(key) and isinstance(value, str | list) for key, value in owner.items())


def _names_shell(leaf: Leaf) -> bool:
    """`shell: /bin/bash` beside a command: who runs it."""
    others = [key for key in leaf.owner if key != "shell" and is_command_key(key)]
    return leaf.key == "shell" and bool(others) and " " not in leaf.text.strip()


def _in_language(leaf: Leaf, words: set[str]) -> str:
    """A script may be in another language than a shell's, where something says so."""
    if last_word(leaf.key) not in ("script", "scripts") and not any(key in leaf.owner for key in LANGUAGE_KEYS):
        return leaf.text
    from policyhooks.runtime.engine.code_arguments import read_code

    return read_code(leaf, words, guess=False)


def _is_deed(leaf: Leaf) -> bool:
    """`command: create` beside a path: a word for what is done to it, with nothing to run."""
    if leaf.key not in DEED_KEYS or leaf.listed or any(key in leaf.owner for key in ARGUMENT_KEYS):
        return False
    alone = leaf.text.strip().isidentifier() and bool(named_operations(leaf.text))
    return alone and has_path(leaf.owner)


def _may_be_line(text: str) -> bool:
    """Cheap: whether a text has anything of a command line about it. Most have not."""
    return " " in text or "\n" in text or ";" in text or "|" in text or "$" in text or "`" in text


def _lists(leaf: Leaf, tool: str, words: set[str]) -> Iterator[tuple[str, bool | None]]:
    """A list of words as one line: a command, or the arguments of a program that the tool is named after."""
    key, line = leaf.key, quoted(leaf.words)
    if last_word(key) in SEVERAL_COMMANDS:
        if any(word.startswith("-") for word in leaf.words[1:]):
            yield line, True
    elif is_command_key(key) or key in PROGRAM_KEYS:
        yield _with_input(line, leaf.owner), True
    elif key in ARGUMENT_KEYS:
        if not any(is_command_key(one) or one in PROGRAM_KEYS for one in leaf.owner):
            yield line, bool(words & (RUNNING | SESSIONS))
            from policyhooks.shell.programs.lookup import is_known

            if is_known(tool):
                yield f"{tool} {line}", True
    elif key not in TEXT_KEYS and len(leaf.words) > 1:
        from policyhooks.runtime.engine.command_lines import is_word_list

        if is_word_list(leaf.words):
            yield line, False


def _with_arguments(text: str, owner: Mapping[str, object]) -> str:
    """`command: git` with `args: [push]` beside it is one line."""
    for key in ARGUMENT_KEYS:
        more = owner.get(key)
        if isinstance(more, list) and more:
            return f"{text} {quoted(more)}"
        if isinstance(more, str) and more.strip() and " " not in text.strip():
            return f"{text} {more}"
    return text


def _with_input(text: str, owner: Mapping[str, object]) -> str:
    """What a command reads, where it stands beside it."""
    for key in INPUT_KEYS:
        given = owner.get(key)
        if isinstance(given, str) and given.strip():
            return f"{{ {text}\n}} <<< {quoted([given])}"
    return text


def _with_environment(text: str, owner: Mapping[str, object]) -> str:
    """Variables that stand beside a command are set for it."""
    for key in ENVIRONMENT_KEYS:
        given = owner.get(key)
        if isinstance(given, list):
            given = dict(one.partition("=")[::2] for one in given if isinstance(one, str))
        if isinstance(given, dict) and given:
            lines = [f"export {name}={quoted([value])}" for name, value in given.items() if str(name).isidentifier()]
            return "; ".join([*lines, text])
    return text


def _typed(text: str, keys: bool) -> Iterator[tuple[str, bool | None]]:
    """What is typed into a session, whose program nobody knows: lines of a shell as far as they end.

    A line that does not end goes on with the next call, and keys that move or erase change what stands there.
    """
    if not keys:
        yield text, True
        return
    plain = text.replace("{enter}", "\n").replace("\r", "\n")
    shown = "".join(letter for letter in plain if letter >= " " or letter in "\n\t")
    if shown.strip():
        whole = plain.endswith("\n") and len(shown) == len(plain) and "{" not in plain.replace("${", "")
        yield shown, True if whole else None


def quoted(words: Sequence[object]) -> str:
    """An argv as one command line."""
    return " ".join("'" + str(word).replace("'", "'\\''") + "'" for word in words)
