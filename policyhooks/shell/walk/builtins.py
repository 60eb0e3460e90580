"""Builtins that change the shell or run text: directory, variables, names, eval, traps."""

from __future__ import annotations

from policyhooks.core.shell_records import Define
from policyhooks.shell.expansion.parameter_values import behind
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.walk.declarations import check_subscripts, declare_words, forget_all
from policyhooks.shell.walk.program_word import has_known_name
from policyhooks.shell.walk.run_values import words_from
from policyhooks.shell.walk.wrappers import joined, run_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

DECLARES = frozenset(("export", "declare", "typeset", "local", "readonly"))
LETTERS = frozenset("abefhkmnptuvxBCEHPTo-")  # options of `set`
SETS_NAMES = frozenset(("test", "[", "printf", "read", "mapfile", "readarray", "getopts"))


def act(reader: Reader, name: str, command: Command, state: State, context: Context) -> None:
    """What a builtin does to the shell, and the text that it runs."""
    inner = context.but(parent=command.id, stdin_args=False, appended=-1)
    if name == "eval":
        evaluate(reader, command, state, inner)
    elif name in ("source", "."):
        source(reader, command, state, inner)
    elif name == "trap":
        trap(reader, command, state, inner)
    elif name in ("alias", "hash", "unset"):
        rename(reader, name, command, state)
    elif name == "set":
        set_options(reader, command, state)
    elif name == "shift":
        shift(command, state)
    elif name in DECLARES:
        declare_words(reader, name, command, state, context)
    elif name == "let":
        compute(reader, command, state)
    elif name in SETS_NAMES:
        from policyhooks.shell.walk.read_values import set_names

        set_names(reader, name, command, state)
    else:
        check_option(reader, name, command)


def check_option(reader: Reader, name: str, command: Command) -> None:
    """Builtins that are harmless but for some of their words. `unalias`: an alias may be gone, or still work."""
    if name == "shopt" and "lastpipe" in command.argv:
        reader.problem("shell_option")  # the last stage of a pipe then changes this very shell
    elif name == "fc" and "-l" not in command.flags:
        reader.problem("dynamic_code")  # runs lines of the history
    elif name == "wait":
        check_subscripts(reader, command.words[1:])  # `-p` names a variable
    elif name in ("compgen", "complete") and any("$(" in text or "`" in text for text in command.argv[1:]):
        reader.problem("dynamic_code")  # word lists are expanded


def evaluate(reader: Reader, command: Command, state: State, inner: Context) -> None:
    texts = command.words[1:]
    texts = texts[1:] if texts and texts[0].text == "--" else texts
    if len(texts) == 1 and texts[0].ids and sets_up(reader, texts[0]):
        forget_all(state)
    elif joined(texts).text:
        run_text(reader, joined(texts), reader.settings.dialect, state, inner, "eval")


def trap(reader: Reader, command: Command, state: State, inner: Context) -> None:
    operands = [word for word in command.parsed.words[1:] if word.text != "--"]
    if operands and operands[0].text not in ("", "-", "-l", "-p", "-P"):
        from policyhooks.shell.walk.traps import set_trap

        set_trap(reader, operands, state, inner)


def source(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """Code of a file: where its text is out of sight, it may set anything."""
    target = next((word for role, word, _ in command.parsed.roles if role_of(role).runs == "file"), None)
    if target is None or sets_up(reader, target):
        forget_all(state)
        return
    if target.dynamic and not target.file and not has_known_name(reader, target, state):
        reader.problem("dynamic_code")
    from policyhooks.shell.walk.code_sources import code_in_file

    text = code_in_file(reader, command, target, state)
    mark = f"file {id(text)}"
    if text is None or mark in reader.active:
        forget_all(state)
        return
    reader.active.append(mark)
    outer, given = state.positional, words_from(command.parsed, target)[1:]
    if given:  # dash ignores them, so they are estimates
        words = [Word(word.text, dynamic=True, ids=word.ids) for word in given]
        state.positional = None if any(word.splits for word in given) else words
    run_text(reader, text, reader.settings.dialect, state, inner, "source")
    state.positional = outer if given else state.positional
    reader.active.pop()
    if any(text is end for end in reader.files.ends.values()):
        forget_all(state)  # what stands before the end may set anything


def sets_up(reader: Reader, word: Word) -> bool:
    """`eval "$(ssh-agent)"`, `source <(kubectl completion bash)`: text that a program prints to be set up."""
    from policyhooks.shell.walk.special.shell_setup import prints_setup

    return prints_setup(reader, word)


def rename(reader: Reader, name: str, command: Command, state: State) -> None:
    words = command.words[1:]
    if name == "alias":
        for word in words:
            alias, equals, text = word.text.partition("=")
            if equals:
                if word.dynamic:
                    reader.problem("dynamic_code")
                state.aliases[alias] = text
                reader.reading.defines.append(Define(kind="alias", name=alias, body=text))
    elif name == "hash":
        for path in command.opts.get("-p", ()):
            for word in command.parsed.operands:
                state.shadowed[word.text] = path
                reader.reading.defines.append(Define(kind="hash", name=word.text, body=path))
        if command.dynamic and "-p" in command.flags:
            reader.problem("dynamic_program")
    else:
        for word in words:
            if "-f" in command.flags:
                state.functions.pop(word.text, None)
            state.variables[word.text] = Word("$" + word.text, dynamic=True, splits=True)
            if word.text == "IFS":
                del state.variables[word.text]  # then values are split at blanks again
        check_subscripts(reader, words)


def set_options(reader: Reader, command: Command, state: State) -> None:
    words = command.words[1:]
    if "-k" in command.flags or "keyword" in command.argv:
        reader.problem("shell_option")  # every NAME=value word becomes an assignment
    start = first_argument(words)
    if start is not None and not all(map(is_option, words[:start])):
        state.positional = None  # an option that is none: bash sets nothing then
    elif start is not None:
        state.positional = None if any(word.splits for word in words) else words[start:]


def is_option(word: Word) -> bool:
    """An option of `set`, or the value of `-o`."""
    return word.text[:1] not in ("-", "+") or LETTERS.issuperset(word.text[1:])


def first_argument(words: list[Word]) -> int | None:
    """`set -e -o pipefail a b`: where the arguments start; None where options are set and nothing else."""
    at = 0
    while at < len(words) and words[at].text[:1] in ("-", "+"):
        if words[at].text in ("-", "--"):
            return at + 1 if words[at].text == "--" or at + 1 < len(words) else None
        at += 2 if words[at].text[-1] == "o" else 1
    return at if at < len(words) else None


def shift(command: Command, state: State) -> None:
    """`shift 2`: the first arguments are gone."""
    count = command.words[1].text if len(command.words) > 1 else "1"
    known = state.positional
    if known is None or not count.isdecimal() or any(word.dynamic for word in command.words[1:]):
        state.positional = None
    else:
        state.positional = behind(int(count), known) if int(count) <= len(known) else list(known)


def compute(reader: Reader, command: Command, state: State) -> None:
    """`let`: arithmetic, which may assign to any name that its words mention."""
    words = command.words[1:]
    reader.arithmetic(state)
    check_subscripts(reader, words)
    if any(word.dynamic for word in words):
        forget_all(state)
    text = " ".join(word.text for word in words)
    mentioned = "".join(letter if letter.isalnum() or letter == "_" else " " for letter in text).split()
    for name in mentioned:
        if name.isidentifier():
            state.variables[name] = Word("$" + name, dynamic=True, splits=True, ids=(command.id,))
