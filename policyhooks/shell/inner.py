"""What a listed command runs in turn: exec options, code, config keys, modules, standard input."""

from __future__ import annotations

from policyhooks.shell.commands import Command, make_command
from policyhooks.shell.state import State, Word
from policyhooks.shell.tables import is_known
from policyhooks.shell.unwrap import enter, joined, run_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.context import Context
    from policyhooks.shell.walk import Reader

CODE_WITH_COMMANDS = frozenset(("python", "sed", "awk", "vim", "ed", "gdb", "tcl"))
STARTS_COMMANDS = ("system", "popen", "subprocess", "exec", "spawn", "commands")
SHELL_LANGUAGES = {"bash": "bash", "posix": "sh", "sh": "sh", "zsh": "zsh", "mksh": "mksh", "shell": "bash"}


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
        words = [Word("bash"), *words] if words[0].text == "-c" else words  # capsh -- -c text
        if parsed.rest_role == "command":
            run_text(reader, joined(words), "bash", place.child(), inner.but(stdin=context.stdin), via)
        else:
            make_command(reader, words, place.child(), inner.but(via=(*inner.via, via), stdin=context.stdin))
    elif parsed.module:
        run_module(reader, command, place, inner)
    elif context.stdin is not None and any(role == "remote_host" for role, _, _ in parsed.roles):
        command.stdin_code = True  # a remote shell reads its commands from standard input
        run_text(reader, context.stdin, "bash", place.child(), inner, "stdin")
    if entry.get("kind") in ("shell", "interpreter") or entry.get("stdin_code") or "stdin_code_if" in entry:
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
        if option == "+" and word.text.startswith("!"):
            prefix = "!"  # less +!command
        if word.text and word.text.startswith(prefix):
            run_text(reader, word.part(len(prefix)), "bash", state.child(), inner, label)
    elif kind == "outcmd" and word.text[:1] in ("|", "!"):
        run_text(reader, word.part(1), "sh", state.child(), inner, label)
    elif kind == "commas":
        run_text(reader, Word(word.text.replace(",", " "), word.dynamic), "sh", state.child(), inner, label)
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


def run_stdin(reader: Reader, command: Command, state: State, context: Context, inner: Context) -> None:
    """A shell or interpreter that was given neither code nor script reads its standard input."""
    parsed = command.parsed
    entry = parsed.entry
    given = any(role == "exec" or role == "module" or role.partition(":")[0] == "code" for role, _, _ in parsed.roles)
    if "stdin_code_if" in entry and parsed.rest < 0 and parsed.has(entry["stdin_code_if"]):
        command.stdin_code = True
        if context.stdin is not None:
            run_stdin_text(reader, command, state, context, inner)
        return
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
    run_stdin_text(reader, command, state, context, inner)


def run_stdin_text(reader: Reader, command: Command, state: State, context: Context, inner: Context) -> None:
    entry = command.parsed.entry
    assert context.stdin is not None
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
