"""What a listed command runs in turn: exec options, code, config keys, modules, standard input."""

from __future__ import annotations

from policyhooks.core.values import but
from policyhooks.shell.expansion.parameter_values import give_arguments
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.inline.language_kinds import LITTLE, WITH_COMMANDS
from policyhooks.shell.pathtext import normalize
from policyhooks.shell.programs.lookup import describe, is_known
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.syntax.parser import SHELL_LANGUAGES
from policyhooks.shell.walk.commands import Command, make_command
from policyhooks.shell.walk.run_values import MORE, run_code, run_role, words_from
from policyhooks.shell.walk.wrappers import enter, joined, run_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

DEVICES = ("/dev/", "/proc/")


def run_inner(reader: Reader, command: Command, state: State, context: Context) -> None:
    """Read what a listed command runs: its options' commands, its code, its standard input."""
    parsed = command.parsed
    entry = parsed.entry
    name = command.name
    special = describe(name).get("special", "")
    more = MORE if context.appended == 0 else -1
    inner = context.but(parent=command.id, stdin_args=False, appended=more)
    place = state
    gives = [role_of(role).gives for role, _, _ in parsed.roles]
    if "cwd" in gives:
        place = state.copy()
    if entry.get("kind") == "wrapper" or entry.get("remote") or any(what in ("remote", "env", "cwd") for what in gives):
        inner = enter(reader, name, parsed, place, inner).but(outer=())
        if entry.get("kind") != "wrapper":
            inner = inner.but(wrappers=context.wrappers)
    via = " ".join([name, *parsed.subs])
    if (special == "make" or parsed.runs_in(("file",))) and may_be_given(reader, command, place):
        run_files(reader, command, place, inner)
    if reader.reading.runs_project(describe(name)):
        from policyhooks.shell.walk.special.project_scripts import run_project

        run_project(reader, command, place, inner)
    if entry.get("lang") == "patch":
        from policyhooks.shell.walk.special.patch_programs import note_patches

        note_patches(reader, command, place)
    for lang, word, option in parsed.codes():
        if lang in LITTLE:
            command = note_script(reader, command, lang, word, option)
    for role, word, option in parsed.roles:
        run_role(reader, parsed, role, word, option, place, inner, via)
    run_started(reader, command, place, context, inner)


def run_started(reader: Reader, command: Command, place: State, context: Context, inner: Context) -> None:
    """The command, module, package, script or standard input that a command starts in the place that it names."""
    parsed = command.parsed
    entry = parsed.entry
    name = command.name
    via = " ".join([name, *parsed.subs])
    if "--entrypoint" in parsed.opts:
        run_entrypoint(reader, command, place, inner.but(via=(*inner.via, via)))
    elif parsed.rest > 0:
        words = parsed.words[parsed.rest :]
        words = [Word("bash"), *words] if words[0].text == "-c" else words  # capsh -- -c text
        if parsed.rest_role == "command":
            run_text(reader, joined(words), "bash", place.child(), inner, via)
        else:
            make_command(reader, words, place.child(), inner.but(via=(*inner.via, via)))
    elif parsed.module:
        run_module(reader, command, place, inner)
    elif entry.get("package_op") == "exec" or describe(name).get("special") == "package_runner":
        from policyhooks.shell.walk.special.package_runners import run_package, starts_package

        if starts_package(command):
            run_package(reader, command, place, inner)
    elif parsed.runs_in(("stdin",)) and place.streams:
        command = reader.reading.amend(but(command, stdin_code=True))  # a remote shell reads its commands from it
        run_stdin_text(reader, command, place, inner)
    if entry.get("kind") == "interpreter" and parsed.runs_in(("file",)):
        run_script(reader, command, place, inner)
    if parsed.is_shell or entry.get("kind") == "interpreter" or entry.get("stdin_code") or "stdin_code_if" in entry:
        run_stdin(reader, command, place, context, inner)


def run_entrypoint(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """`docker run --entrypoint X IMAGE ARGUMENT...` runs X with the arguments."""
    words = command.words
    program = next((word for _, word, option in command.parsed.roles if option == "--entrypoint"), None)
    image = command.parsed.operands[len(command.parsed.subs) :][:1]
    at = next((number for number, word in enumerate(words) if image and word is image[0]), len(words))
    if program is not None and program.text:
        make_command(reader, [program, *words[at + 1 :]], state.child(), inner)
    elif at + 1 < len(words):
        make_command(reader, words[at + 1 :], state.child(), inner)


def may_be_given(reader: Reader, command: Command, state: State) -> bool:
    """Whether a file that is run may be none that was there before: this text writes files, or opens descriptors."""
    return (
        bool(state.streams)
        or reader.may_have_new_files()
        or any(word.file or word.text.startswith(DEVICES) for word in command.words)
    )


def run_files(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """The files that a shell, an interpreter or make is told to run, as far as this text writes them."""
    from policyhooks.shell.walk.written_code import add_scripts, makefile_of, run_scripts

    if describe(command.name).get("special") == "make":
        text = makefile_of(reader, command, state)
        if text is not None:
            from policyhooks.shell.walk.special.make import run_makefile

            run_makefile(reader, text, state, inner, command.name)
    elif command.parsed.is_shell:
        run_scripts(reader, command, state, inner)
    else:
        add_scripts(reader, command, state)


def note_script(reader: Reader, command: Command, lang: str, word: Word, option: str) -> Command:
    """Files and code of other languages in a script of a little language: as if they were words of the command."""
    from policyhooks.shell.inline.little.scripts import read_script

    found = read_script(lang, word)
    roles = [(op, path, option or "script") for op, path in found.paths]
    roles += [(f"code:{inner}", Word(text), option) for inner, text in found.codes]
    command.parsed.roles.extend(roles)
    if found.commands or found.unknown or found.codes or any(op != "read" for op, _ in found.paths):
        return reader.reading.amend(but(command, inert=False))
    return command


def run_module(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """`python -m pip install x` is `pip install x`; a module inside a package may act as the package does."""
    module = next((word for role, word, _ in command.parsed.roles if role_of(role).runs == "module"), None)
    if module is None:
        return
    package = module.text.partition(".")[0]
    name = module if is_known(module.text) else Word(package, module.dynamic)
    if reader.may_have_new_files():
        from policyhooks.shell.walk.written_code import add_module

        add_module(reader, command, module, state, inner)
    if is_known(name.text):
        words = [name, *command.words[command.parsed.module :]]
        make_command(reader, words, state.child(), inner.but(via=(*inner.via, f"{command.name} -m")))


def run_script(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """`python3 .venv/bin/pip install x` is `pip install x`, and so is a copy of that file."""
    at, script = next(
        ((at, word) for at, word in enumerate(command.words) for role, other, _ in command.parsed.roles
         if role_of(role).runs == "file" and other is word), (0, None)
    )  # fmt: skip
    if script is None or script.dynamic:
        return
    path = normalize(script.text, command.effective_cwd)
    parts = [part for part in reader.files.copies.get(path, path).split("/") if part != "__main__.py"]
    if parts and "script_of" in describe(parts[-1]):
        words = [Word(parts[-1]), *command.words[at + 1 :]]
        make_command(reader, words, state.child(), inner.but(via=(*inner.via, f"{command.name} script")))


def run_stdin(reader: Reader, command: Command, state: State, context: Context, inner: Context) -> None:
    """A shell or interpreter that was given neither code nor script reads its standard input."""
    parsed = command.parsed
    entry = parsed.entry
    given = parsed.runs_in(("file", "module", "code"))
    if "stdin_code_if" in entry and parsed.rest < 0 and parsed.has(entry["stdin_code_if"]):
        command = reader.reading.amend(but(command, stdin_code=True))
        if "lang" not in entry and any(role == "read" and option for role, _, option in parsed.roles):
            reader.problem("dynamic_code")  # `parallel -a FILE`: the lines of the file are the commands
        elif state.streams:
            run_stdin_text(reader, command, state, inner)
        return
    if entry.get("stdin_code") is False or (given and not parsed.has("-s")):
        files = [word.text for role, word, _ in parsed.roles if role_of(role).runs == "file"]
        if not files or not names_stdin(files):
            return
    if parsed.rest > 0 or parsed.has("--version|--help|-V"):
        return
    if context.shared:
        reader.problem("dynamic_code")  # the rest of the script that starts it is its code
    if not parsed.is_shell and "stdin_code" not in entry and not state.streams:
        return
    command = reader.reading.amend(but(command, stdin_code=True))
    if state.streams:
        run_stdin_text(reader, command, state, inner)


def names_stdin(files: list[str]) -> bool:
    """Whether a file that is run is standard input."""
    from policyhooks.shell.expansion.streams import is_stdin

    return any(is_stdin(text) for text in files)


def run_stdin_text(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """What stands on standard input, in the language of the program that reads it."""
    from policyhooks.shell.expansion.streams import feed, unknown_stream
    from policyhooks.shell.walk.code_sources import code_on_stdin

    entry = command.parsed.entry
    lang = entry.get("lang") or ("shell" if entry.get("remote") else "sh")
    text = code_on_stdin(reader, command, state)
    if text is None:
        return
    if lang in LITTLE:
        known = len(command.parsed.roles)
        command = note_script(reader, command, lang, text, "stdin")
        for role, word, option in command.parsed.roles[known:]:
            run_role(reader, command.parsed, role, word, option, state, inner, "stdin")
    if lang in WITH_COMMANDS:
        run_code(reader, lang, text, state, inner, "stdin")
    elif lang in SHELL_LANGUAGES:
        child = feed(state.child(), unknown_stream())  # the rest of the script itself
        if command.parsed.is_shell and inner.appended != MORE:
            operands = command.parsed.operands
            words = words_from(command.parsed, operands[0]) if operands else []
            named = any(role_of(role).runs == "file" and word is words[0] for role, word, _ in command.parsed.roles)
            give_arguments(child, words if words and named else [command.words[0], *words])
        run_text(reader, text, SHELL_LANGUAGES[lang], child, inner.but(shared=True), "stdin")
    elif command.parsed.is_shell:
        reader.problem("unsupported_shell")
