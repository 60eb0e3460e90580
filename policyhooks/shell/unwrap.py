"""Commands inside commands: wrappers, `-c` text, exec options, remote shells, config keys, code for interpreters."""

from __future__ import annotations

from policyhooks.core.records import Env
from policyhooks.shell.commands import Command, make_command
from policyhooks.shell.options import Parsed
from policyhooks.shell.state import State, Word
from policyhooks.shell.tables import is_known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk import Context, Reader

CODE_WITH_COMMANDS = frozenset(("python", "sed", "awk", "vim", "ed", "gdb"))
STARTS_COMMANDS = ("system", "popen", "subprocess", "exec", "spawn", "commands")
SHELL_LANGUAGES = {"bash": "bash", "posix": "sh", "sh": "sh", "zsh": "zsh", "mksh": "mksh", "shell": "bash"}


def unwrap(reader: Reader, name: str, parsed: Parsed, state: State, context: Context) -> None:
    """The wrapper goes, the command it runs stays."""
    entry = parsed.entry
    state = state.copy() if any(role == "cwd" for role, _, _ in parsed.roles) else state
    inner = enter(reader, name, parsed, state, context)
    split = next((word for role, word, _ in parsed.roles if role == "split"), None)
    if split is not None:
        words = split_words(reader, split)
        rest = parsed.words[parsed.rest :] if parsed.rest > 0 else []
        make_command(reader, [parsed.words[0], *words, *rest], state, context)
        return
    words = parsed.words[parsed.rest :]
    if any(word.splits for word in parsed.words[1 : parsed.rest]):
        reader.problem("dynamic_program")  # an option that may vanish or multiply moves the start of the command
    if entry.get("stdin_args"):
        inner = inner.but(via=(*inner.via, name), stdin_args=True)
        words = mark_placeholders(words, parsed)
    if parsed.rest_role == "command":
        run_text(reader, joined(words), "bash", state, inner, name)
        return
    if name in ("builtin", "command"):
        state_functions, state.functions = state.functions, {}
        make_command(reader, words, state, inner)
        state.functions = {**state_functions, **state.functions}
        return
    make_command(reader, words, state, inner)


def mark_placeholders(words: list[Word], parsed: Parsed) -> list[Word]:
    """xargs and parallel put unknown text where `{}` or the text of -I stands."""
    marks = ["{}", "{.}", "{/}", *parsed.opts.get("-I", ()), *parsed.opts.get("-J", ())]
    return [
        Word(word.text, True, word.glob, False, word.ids, word.file, word.quoted)
        if any(mark and mark in word.text for mark in marks)
        else word
        for word in words
    ]


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
        if role == "user":
            changes["as_user"] = word.text
        elif role in ("remote", "remote_host") or (role == "host" and entry.get("remote")):
            changes["remote"] = word.text or name
        elif role == "cwd":
            change_directory(state, word)
        elif role == "env":
            add_env(reader, word, state, context)
    return context.but(**changes)


def change_directory(state: State, word: Word) -> None:
    from policyhooks.shell.pathtext import normalize

    state.cwd = "" if word.dynamic or word.glob else normalize(word.text, state.cwd)
    state.maybe_cwds = ()


def add_env(reader: Reader, word: Word, state: State, context: Context) -> None:
    """`env NAME=value`, `docker run -e NAME=value`."""
    from policyhooks.shell.assignments import note_command

    name, equals, value = word.text.partition("=")
    if equals:
        entry = Env(
            name=name, value=value, dynamic=word.dynamic, scope="env_wrapper", command_id=len(reader.commands) + 1
        )
        reader.env.append(entry)
        if name.startswith("BASH_FUNC_"):
            text = value.partition("{")[2].rpartition("}")[0]
            reader.script(
                text, "bash", state.child(), context.but(via=(*context.via, "function:" + name), conditional=True)
            )
        else:
            note_command(reader, name, word.part(len(name) + 1), state, context)


def run_inner(reader: Reader, command: Command, state: State, context: Context) -> None:
    """Read what a listed command runs: its options' commands, its code, its standard input."""
    parsed = command.parsed
    entry = parsed.entry
    name = command.name
    inner = context.but(parent=command.id, stdin=None, stdin_args=False)
    place = state
    if any(role == "cwd" for role, _, _ in parsed.roles):
        place = state.copy()
    if (
        entry.get("kind") == "wrapper"
        or entry.get("remote")
        or any(role in ("remote", "remote_host", "env", "cwd") for role, _, _ in parsed.roles)
    ):
        inner = enter(reader, name, parsed, place, inner).but(outer=())
        if entry.get("kind") != "wrapper":
            inner = inner.but(wrappers=context.wrappers)
    via = " ".join([name, *parsed.subs])
    for role, word, option in parsed.roles:
        run_role(reader, command, role, word, option, place, inner, via)
    if parsed.rest > 0:
        words = parsed.words[parsed.rest :]
        if parsed.rest_role == "command":
            run_text(reader, joined(words), "bash", place.child(), inner.but(stdin=context.stdin), via)
        else:
            make_command(reader, words, place.child(), inner.but(via=(*inner.via, via), stdin=context.stdin))
    elif parsed.module:
        run_module(reader, command, place, inner)
    elif context.stdin is not None and any(role == "remote_host" for role, _, _ in parsed.roles):
        command.stdin_code = True  # a remote shell reads its commands from standard input
        run_text(reader, context.stdin, "bash", place.child(), inner, "stdin")
    if entry.get("kind") in ("shell", "interpreter") or entry.get("stdin_code"):
        run_stdin(reader, command, place, context, inner)


def run_module(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """`python -m pip install x` is `pip install x`."""
    module = next((word for role, word, _ in command.parsed.roles if role == "module"), None)
    if module is not None and is_known(module.text):
        words = [module, *command.words[command.parsed.module :]]
        make_command(reader, words, state.child(), inner.but(via=(*inner.via, f"{command.name} -m")))


def run_role(
    reader: Reader, command: Command, role: str, word: Word, option: str, state: State, inner: Context, via: str
) -> None:
    """One option value or operand that may be run."""
    entry = command.parsed.entry
    if not option and entry.get("kind") == "shell" and command.parsed.has("-c"):
        option = "-c"
    label = f"{via} {option}".strip()
    if role.startswith("argv:"):
        _, start, stop = role.split(":")
        words = place_roots(command, command.words[int(start) : int(stop)])
        if words:
            make_command(reader, words, state.child(), inner.but(via=(*inner.via, label), conditional=True))
        return
    kind, _, detail = role.partition(":")
    if kind == "command" or kind.startswith("command@"):
        prefix = role.partition("@")[2]
        if word.text and word.text.startswith(prefix):
            run_text(reader, word.part(len(prefix)), "bash", state.child(), inner, label)
    elif kind == "program" and word.text:
        run_text(reader, word, "bash", state.child(), inner, label)
    elif kind == "code":
        lang = detail or entry.get("lang", "")
        if lang in SHELL_LANGUAGES:
            run_text(reader, word, SHELL_LANGUAGES[lang], state.child(), inner, label)
        elif entry.get("kind") == "shell":
            reader.problem("unsupported_shell")
        elif lang in CODE_WITH_COMMANDS:
            run_code(reader, lang, word, state, inner, label)
    elif kind == "gitremote" and word.text.startswith("ext::"):
        run_text(reader, Word(word.text[5:].replace("% ", "\\ "), word.dynamic), "sh", state.child(), inner, label)
    elif kind == "config":
        run_config(reader, command, word, state, inner, label)
    elif kind == "configvalue":
        key = next((other.text for name, other, _ in command.parsed.roles if name == "configkey"), "")
        run_config(reader, command, Word(f"{key}={word.text}", word.dynamic), state, inner, label)
    elif kind == "socat" and word.text.lower().startswith(("exec:", "system:", "shell:")):
        run_text(
            reader, Word(word.text.partition(":")[2].partition(",")[0], word.dynamic), "sh", state.child(), inner, label
        )
    elif kind == "rustcflag" and word.text.startswith("linker="):
        run_text(reader, word.part(7), "sh", state.child(), inner, label)


def place_roots(command: Command, words: list[Word]) -> list[Word]:
    """find puts what it found for `{}`: somewhere below its roots. In a longer word it is unknown text."""
    roots = [word for role, word, _ in command.parsed.roles if role in ("read", "tree:read")] or [Word(".")]
    placed: list[Word] = []
    for word in words:
        if word.text == "{}":
            placed += [Word(root.text, root.dynamic, True) for root in roots]
        elif "{}" in word.text:
            placed.append(Word(word.text, dynamic=True))
        else:
            placed.append(word)
    return placed


def run_code(reader: Reader, lang: str, word: Word, state: State, inner: Context, label: str) -> None:
    """Commands that code in another language starts, as far as they are written out."""
    if lang == "python":
        if not any(mark in word.text for mark in STARTS_COMMANDS):
            return
        from policyhooks.shell.pythoncode import commands_of

        commands, unknown = commands_of(word.text)
    else:
        from policyhooks.shell.scripts import commands_in

        texts, unknown = commands_in(lang, word)
        commands = [*texts]
    for command in commands:
        if isinstance(command, str):
            run_text(reader, Word(command), "sh", state.child(), inner, label)
        elif command:
            words = [Word(text) for text in command]
            make_command(reader, words, state.child(), inner.but(via=(*inner.via, label)))
    if unknown:
        reader.problem("dynamic_code")


def run_text(reader: Reader, word: Word, dialect: str, state: State, context: Context, label: str) -> None:
    """Shell text. Where parts are unknown it is read as far as it goes and not understood."""
    if word.dynamic:
        reader.problem("dynamic_code")
    text = word.text.replace("$(...)", "$_").replace("$((...))", "1")
    reader.script(text, dialect, state, context.but(via=(*context.via, label)))


def run_stdin(reader: Reader, command: Command, state: State, context: Context, inner: Context) -> None:
    """A shell or interpreter that was given neither code nor script reads its standard input."""
    parsed = command.parsed
    entry = parsed.entry
    given = any(role == "exec" or role == "module" or role.partition(":")[0] == "code" for role, _, _ in parsed.roles)
    if entry.get("stdin_code") is False or (given and not parsed.has("-s")):
        dash = any(word.text in ("-", "/dev/stdin", "/dev/fd/0") for role, word, _ in parsed.roles if role == "exec")
        if not dash:
            return
    if (
        parsed.rest > 0
        or parsed.has("--version|--help|-V")
        or (entry.get("kind") != "shell" and "stdin_code" not in entry and not context.stdin)
    ):
        return
    command.stdin_code = True
    if context.stdin is not None and entry.get("lang") in CODE_WITH_COMMANDS:
        run_code(reader, entry["lang"], context.stdin, state, inner, "stdin")
    if context.stdin is None or not (entry.get("kind") == "shell" or entry.get("stdin_code")):
        return
    if entry.get("lang", "sh") not in SHELL_LANGUAGES and entry.get("kind") != "shell":
        return
    if context.stdin.dynamic and not context.stdin.text:
        reader.problem("dynamic_code")
        return
    dialect = SHELL_LANGUAGES.get(entry.get("lang", "sh"))
    if dialect is None:
        reader.problem("unsupported_shell")
        return
    run_text(reader, context.stdin, dialect, state.child(), inner, "stdin")


def run_config(reader: Reader, command: Command, word: Word, state: State, inner: Context, label: str) -> None:
    """`git -c key=value`: keys whose value is run."""
    keys = command.parsed.entry.get("config") or top_config(command.name)
    mark = "=" if "=" in word.text else " "  # `-o 'ProxyCommand x'`
    key, _, value = word.text.partition(mark)
    key = key.strip().lower()
    for pattern, role in keys.items():
        head, star, tail = pattern.partition("*")
        if pattern == key or (star and key.startswith(head) and key.endswith(tail)):
            if role == "command!" and not value.startswith("!"):
                return
            text = word.part(len(word.text) - len(value.removeprefix("!")))
            if role in ("command", "command!", "program") and text.text:
                run_text(reader, text, "bash", state.child(), inner, f"{label} {key}")
            return


def top_config(name: str) -> dict[str, str]:
    from policyhooks.shell.tables import describe

    keys: dict[str, str] = describe(name).get("config", {})
    return keys


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
    nodes, problems = reader.parser.parse(word.text.replace(";", "\\;").replace("&", "\\&").replace("|", "\\|"), "bash")
    if problems or len(nodes) != 1 or (nodes[0].get("Cmd") or {}).get("Type") != "CallExpr":
        reader.problem("unsupported_syntax")
        return [Word(text) for text in word.text.split()]
    from policyhooks.shell.walk import Context
    from policyhooks.shell.words import Expander

    call = nodes[0]["Cmd"]
    expander = Expander(reader, State(""), Context())
    words = [Word(f"{node['Name']['Value']}=") for node in call.get("Assigns", ())]
    for node in call.get("Args", ()):
        words += expander.expand(node)
    return words
