"""Commands inside commands: wrappers, `-c` text, exec options, remote shells, config keys, code for interpreters."""

from __future__ import annotations

from policyhooks.core.shell_records import Env
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.programs.parsed import Parsed
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.syntax.nodes import Call
from policyhooks.shell.walk.commands import make_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader


def unwrap(reader: Reader, name: str, parsed: Parsed, state: State, context: Context) -> None:
    """The wrapper goes, the command it runs stays."""
    entry = parsed.entry
    if not entry.get("in_shell"):
        state = state.copy()  # another process: a cd or an assignment in it ends with it, and it knows no functions
        state.unsure = frozenset(state.functions)
    inner = enter(reader, name, parsed, state, context)
    split = next((word for role, word, _ in parsed.roles if role_of(role).runs == "split"), None)
    if split is not None:
        words = split_words(reader, split)
        rest = parsed.words[parsed.rest :] if parsed.rest > 0 else []
        make_command(reader, [parsed.words[0], *words, *rest], state, context)
        return
    if any(role_of(role).runs for role, _, _ in parsed.roles):
        from policyhooks.shell.walk.run_values import run_role

        for role, word, option in parsed.roles:
            run_role(reader, parsed, role, word, option, state, context, name)
    words = parsed.words[parsed.rest :]
    if words[0].text == "-c":
        words = [Word("bash"), *words]  # capsh -- -c text: what follows are the arguments of a shell
    if any(word.splits for word in parsed.words[1 : parsed.rest]):
        reader.problem("dynamic_program")  # an option that may vanish or multiply moves the start of the command
    if entry.get("stdin_args"):
        if context.shared and not parsed.has("-a|--arg-file"):
            reader.problem("dynamic_code")  # the rest of the script that starts it is its arguments
        inner = inner.but(via=(*inner.via, name), stdin_args=True)
        if parsed.rest_role == "command":
            from policyhooks.shell.walk.special.parallel import run_lines

            run_lines(reader, words, parsed, state, inner, state.stdin())
        else:
            from policyhooks.shell.walk.special.xargs import run_with_arguments

            run_with_arguments(reader, words, parsed, state, inner, state.stdin())
        return
    if parsed.rest_role == "command":
        run_text(reader, joined(words), "bash", state, inner, name)
        return
    make_command(reader, words, state, inner, functions=not entry.get("no_functions"))


def enter(reader: Reader, name: str, parsed: Parsed, state: State, context: Context) -> Context:
    """The context of what a wrapper runs: rights, user, place, directory, environment."""
    entry = parsed.entry
    changes: dict[str, object] = {"wrappers": (*context.wrappers, name), "outer": (*context.outer, parsed)}
    if entry.get("elevated"):
        changes["elevated"] = True
        changes["as_user"] = entry.get("as_user", "")
    if entry.get("remote"):
        changes["remote"] = name
    for role, word, _ in parsed.roles:
        gives = role_of(role).gives
        if gives == "user":
            changes["as_user"] = word.text
        elif gives == "remote" or (gives == "host" and entry.get("remote")):
            changes["remote"] = word.text or name
        elif gives == "cwd":
            change_directory(state, word)
        elif gives == "env":
            add_env(reader, word, state, context)
    return context.but(**changes)


def change_directory(state: State, word: Word) -> None:
    from policyhooks.shell.pathtext import lead

    places = lead(word.text, word.glob, state.places())
    state.place(("", *places) if word.dynamic or word.glob else places)


def add_env(reader: Reader, word: Word, state: State, context: Context) -> None:
    """`env NAME=value`, `docker run -e NAME=value`."""
    name, equals, value = word.text.partition("=")
    if equals:
        entry = Env(
            name=name,
            value=value,
            dynamic=word.dynamic,
            scope="env_wrapper",
            command_id=len(reader.reading.commands) + 1,
        )
        reader.reading.env.append(entry)
        if name.startswith("BASH_FUNC_"):
            text = value.partition("{")[2].rpartition("}")[0]
            reader.script(
                text, "bash", state.child(), context.but(via=(*context.via, "function:" + name), conditional=True)
            )
        else:
            reader.note_variable(name, word.part(len(name) + 1), state, context)


def run_text(reader: Reader, word: Word, dialect: str, state: State, context: Context, label: str) -> None:
    """Shell text. Where parts are unknown it is read as far as it goes and not understood."""
    if word.dynamic:
        reader.problem("dynamic_code")
    text = word.text.replace("$(...)", "$_").replace("$((...))", "1")
    reader.script(text, dialect, state, context.but(via=(*context.via, label)))


def joined(words: list[Word]) -> Word:
    return Word(
        " ".join(word.text for word in words),
        dynamic=any(word.dynamic for word in words),
        ids=tuple(source for word in words for source in word.ids),
    )


def split_words(reader: Reader, word: Word) -> list[Word]:
    """`env -S`: blanks, quotes and a few escapes; anything richer is not understood."""
    if word.dynamic or "$" in word.text:
        reader.problem("dynamic_code")
    if "\\" in word.text:
        reader.problem("unsupported_syntax")  # env has escapes of its own
    nodes, problems = reader.settings.parser.parse(
        word.text.replace(";", "\\;").replace("&", "\\&").replace("|", "\\|"), "bash"
    )
    call = nodes[0].command if len(nodes) == 1 else None
    if problems or not isinstance(call, Call):
        reader.problem("unsupported_syntax")
        return [Word(text) for text in word.text.split()]
    from policyhooks.shell.expansion.words import Expander
    from policyhooks.shell.walk.context import Context

    expander = Expander(reader, State(""), Context())
    words = [Word(f"{node.name}=") for node in call.assigns]
    for parts in call.args:
        words += expander.expand(parts)
    return words
