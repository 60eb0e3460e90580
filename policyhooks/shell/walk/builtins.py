"""Builtins that change the shell or run text: directory, variables, names, eval, traps."""

from __future__ import annotations

from policyhooks.core.records import Define, Env
from policyhooks.shell.expansion.assignments import check_text, read_value, set_variable
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.expansion.words import Expander
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.programs.options import parse_words
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.walk.commands import Command, add
from policyhooks.shell.walk.program_word import has_known_name
from policyhooks.shell.walk.wrappers import joined, run_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

    Node = dict[str, Any]

DECLARES = ("export", "declare", "typeset", "local", "readonly")
OPAQUE_FLAGS = frozenset(["-l", "-u", "-n", "-i", "-c", "-a", "-A"])  # the stored value is not the written one


def act(reader: Reader, name: str, command: Command, state: State, context: Context) -> None:
    words = command.words
    inner = context.but(parent=command.id, stdin=None, stdin_args=False, appended=-1)
    if name == "eval":
        texts = [word for word in words[1:] if word.text != "--" or word.quoted]
        if len(texts) == 1 and texts[0].ids and sets_up(reader, texts[0]):
            forget_all(state)
        elif joined(texts).text:
            run_text(reader, joined(texts), reader.dialect, state, inner, "eval")
    elif name in ("source", "."):
        source(reader, command, state, context, inner)
    elif name == "trap":
        operands = [word for word in command.parsed.words[1:] if word.text != "--"]
        if operands and operands[0].text not in ("", "-", "-l", "-p", "-P"):
            from policyhooks.shell.walk.traps import set_trap

            set_trap(reader, operands, state, inner)
    elif name in ("alias", "hash", "unset", "unalias"):
        rename(reader, name, command, state)
    elif name == "set":
        set_options(reader, command, state)
    elif name == "shopt":
        if "lastpipe" in command.argv:
            reader.problem("shell_option")  # the last stage of a pipe then changes this very shell
    elif name == "fc":
        if "-l" not in command.flags:
            reader.problem("dynamic_code")  # runs lines of the history
    elif name in ("compgen", "complete"):
        if any("$(" in word.text or "`" in word.text for word in words[1:]):
            reader.problem("dynamic_code")  # word lists are expanded
    elif name == "shift":
        state.positional = None
    elif name in DECLARES:
        check_subscripts(reader, words[1:])
        opaque = bool(OPAQUE_FLAGS.intersection(command.flags))
        for word in words[1:]:
            variable, equals, value = word.text.partition("=")
            if opaque and value.startswith("("):
                reader.problem("arithmetic_code")  # declare -a x="(...)" expands the text
            if equals and not word.splits:
                note(reader, name, variable, word.part(len(variable) + 1), command, state, context)
            elif word.dynamic:
                forget_all(state)
    elif name in ("test", "[", "printf", "read", "mapfile", "readarray", "getopts", "let", "unset"):
        set_names(reader, name, command, state)


def source(reader: Reader, command: Command, state: State, context: Context, inner: Context) -> None:
    """Code of a file: its text is out of sight, and it may set anything."""
    target = next((word for role, word, _ in command.parsed.roles if role_of(role).runs == "file"), None)
    if target is not None and target.text in ("/dev/stdin", "/dev/fd/0") and context.stdin is not None:
        if context.stdin.dynamic and not context.stdin.text:
            reader.problem("dynamic_code")
        else:
            run_text(reader, context.stdin, reader.dialect, state, inner, "source")
    elif (
        target is not None
        and (reader.texts or reader.ends)
        and not target.dynamic
        and source_text(reader, command, target, state, inner)
    ):
        return
    elif target is not None and (target.file or target.text.startswith("/dev/")):
        if not sets_up(reader, target):
            reader.problem("dynamic_code")
    elif target is not None and target.dynamic and not has_known_name(reader, target, state):
        reader.problem("dynamic_code")
    forget_all(state)


def source_text(reader: Reader, command: Command, target: Word, state: State, inner: Context) -> bool:
    """Source a file whose text this very command wrote; False where it is not known."""
    from policyhooks.shell.pathtext import normalize
    from policyhooks.shell.walk.written_files import shell_text_at

    text = shell_text_at(reader, normalize(target.text, state.cwd))
    mark = f"file {id(text)}"
    if text is None or mark in reader.active:
        return False
    reader.active.append(mark)
    run_text(reader, text, reader.dialect, state, inner, "source")
    reader.active.pop()
    if text in reader.ends.values():
        forget_all(state)  # what stands before the end may set anything
    return True


def sets_up(reader: Reader, word: Word) -> bool:
    """`eval "$(ssh-agent)"`, `source <(kubectl completion bash)`: text that a program prints to be set up."""
    from policyhooks.shell.walk.special.shell_setup import prints_setup

    return prints_setup(reader, word)


def forget_all(state: State) -> None:
    for name, value in state.variables.items():
        state.variables[name] = Word("$" + name, dynamic=True, splits=True, ids=value.ids)


def rename(reader: Reader, name: str, command: Command, state: State) -> None:
    words = command.words[1:]
    if name == "alias":
        for word in words:
            alias, equals, text = word.text.partition("=")
            if equals:
                if word.dynamic:
                    reader.problem("dynamic_code")
                state.aliases[alias] = text
                reader.defines.append(Define(kind="alias", name=alias, body=text))
    elif name == "hash":
        for path in command.opts.get("-p", ()):
            for word in command.parsed.operands:
                state.shadowed[word.text] = path
                reader.defines.append(Define(kind="hash", name=word.text, body=path))
        if command.dynamic and "-p" in command.flags:
            reader.problem("dynamic_program")
    elif name == "unalias":
        return  # an alias that may be gone may also still work
    else:
        for word in words:
            if "-f" in command.flags:
                state.functions.pop(word.text, None)
            state.variables[word.text] = Word("$" + word.text, dynamic=True, splits=True)
        check_subscripts(reader, words)


def set_options(reader: Reader, command: Command, state: State) -> None:
    words = command.words[1:]
    if "-k" in command.flags or "keyword" in command.argv:
        reader.problem("shell_option")  # every NAME=value word becomes an assignment
    start = next((index + 1 for index, word in enumerate(words) if word.text == "--"), None)
    if start is not None:
        state.positional = None if any(word.splits for word in words) else words[start:]
    elif words and words[0].text[:1] not in ("-", "+"):
        state.positional = None if any(word.splits for word in words) else words


def set_names(reader: Reader, name: str, command: Command, state: State) -> None:
    """Builtins that write to the variables they name."""
    words = command.words[1:]
    check_subscripts(reader, words)
    if name in ("test", "["):
        return
    names = command.opts.get("-v", ()) if name == "printf" else [word.text for word in words]
    if any(word.dynamic for word in words) and name != "printf":
        forget_all(state)
    ids = command.stdin.ids if command.stdin is not None else ()
    for variable in names:
        variable = variable.partition("=")[0].rstrip("+")
        if variable.isidentifier():
            state.variables[variable] = Word("$" + variable, dynamic=True, splits=True, ids=(*ids, command.id))
    if name in ("read", "mapfile", "readarray"):
        for variable in ("REPLY", "MAPFILE"):
            state.variables[variable] = Word("$" + variable, dynamic=True, splits=True, ids=ids)


def check_subscripts(reader: Reader, words: list[Word]) -> None:
    """`read 'a[$(rm x)]'`: a subscript in a name is evaluated, substitutions included."""
    for word in words:
        if "[" in word.text and ("$(" in word.text or "`" in word.text) and word.text != "$(...)":
            reader.problem("arithmetic_code")


def declare(reader: Reader, node: Node, state: State, context: Context) -> None:
    """export, declare and kin, as their own statement."""
    name = node["Variant"]["Value"]
    words = [Word(name)]
    found: list[tuple[str, Word, Node]] = []
    for argument in node.get("Args", ()):
        if "Name" in argument:
            variable = argument["Name"]["Value"]
            if argument.get("Naked"):
                words.append(Word(variable))
                found.append(
                    (variable, state.variables.get(variable, Word("$" + variable, dynamic=True)), {"Naked": True})
                )
                continue
            value = read_value(reader, argument, state, context)
            words.append(Word(f"{variable}={value.text}", dynamic=value.dynamic, ids=value.ids))
            found.append((variable, value, argument))
        elif "Value" in argument:
            words += Expander(reader, state, context).expand(argument["Value"])
    command = add(reader, words, parse_words(words, describe(name)), name, state, context)
    opaque = bool(OPAQUE_FLAGS.intersection(command.flags))
    check_subscripts(reader, words[1:])
    for word in words[1:]:  # "NAME=value" in quotes is a declaration too
        variable, equals, _ = word.text.partition("=")
        if equals and word.quoted:
            found.append((variable, word.part(len(variable) + 1), {}))
        elif word.splits:
            forget_all(state)
    for variable, value, argument in found:
        check_text(reader, variable, value)
        if opaque and value.text.startswith("(") and "Array" not in argument:
            reader.problem("arithmetic_code")  # declare -a x="(...)" expands the text
        if opaque:
            value = Word("$" + variable, dynamic=True, splits=True, ids=value.ids)
        if not argument.get("Naked"):
            set_variable(reader, argument, variable, value, state)
        elif opaque or name == "local":
            state.variables[variable] = Word("$" + variable, dynamic=True, splits=True)
        if name == "export" or "-x" in command.flags:
            note(reader, "export", variable, value, command, state, context)
        elif not argument.get("Naked"):
            note(reader, "", variable, value, command, state, context)


def note(
    reader: Reader, how: str, variable: str, value: Word, command: Command, state: State, context: Context
) -> None:
    """Record what later programs find in their environment."""
    exported = how == "export"
    if exported:
        state.exported |= {variable}
        state.variables.setdefault(variable, value)
    scope = "export" if exported else "shell"
    reader.env.append(Env(name=variable, value=value.text, dynamic=value.dynamic, scope=scope, command_id=command.id))
    reader.note_variable(variable, value, state, context.but(parent=command.id))
