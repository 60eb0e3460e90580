"""Code in files and on descriptors that a command is told to run: scripts, modules, makefiles, programs of a path.

What is in them: code_sources.py. Only code that is known at least in part is read here.
"""

from __future__ import annotations

from policyhooks.core.values import but
from policyhooks.shell.expansion.parameter_values import give_arguments
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.expansion.streams import is_stdin
from policyhooks.shell.pathtext import normalize
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.syntax.parser import SHELL_LANGUAGES
from policyhooks.shell.walk.code_sources import code_in_file, code_on_stdin, program_text
from policyhooks.shell.walk.commands import Command, make_command
from policyhooks.shell.walk.files import place
from policyhooks.shell.walk.fresh_files import find_writer
from policyhooks.shell.walk.run_values import run_code, words_from
from policyhooks.shell.walk.stored_code import stored_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.programs.parsed import Parsed
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
SHELL = "bash"  # runs a file without a first line that says otherwise


def add_scripts(reader: Reader, command: Command, state: State) -> list[Word]:
    """The known texts of the files that a program is told to run; other languages get them as code."""
    parsed = command.parsed
    found = []
    for role, word, option in list(parsed.roles):
        if role_of(role).runs != "file" or is_stdin(word.text):
            continue
        text = code_in_file(reader, command, word, state)
        if text is None or not text.text:
            continue
        found.append(text)
        if parsed.entry.get("kind") == "interpreter":
            parsed.roles.append(("code", text, option))
        elif describe(command.name).get("kind") == "interpreter":  # `deno run FILE`
            parsed.roles.append((f"code:{describe(command.name).get('lang', '')}", text, option))
    return found


def add_module(reader: Reader, command: Command, module: Word, state: State, inner: Context) -> None:
    """`python -m x` where this text writes the file of that module."""
    name = module.text.replace(".", "/")
    for path in (f"{name}.py", f"{name}/__main__.py", f"{name}/__init__.py"):
        if is_new(reader, place(path, command.effective_cwd), command):
            text = code_in_file(reader, command, Word(path), state)
            if text is not None and text.text:
                command.parsed.roles.append(("code", text, "-m"))
                run_code(reader, command.parsed.entry.get("lang", ""), text, state, inner, f"{command.name} -m")


def run_scripts(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """A shell that runs a file of known text."""
    from policyhooks.shell.walk.wrappers import run_text

    dialect = SHELL_LANGUAGES.get(command.parsed.entry.get("lang", ""))
    for text in add_scripts(reader, command, state):
        mark = f"file {id(text)}"
        if mark in reader.active:
            continue
        if dialect is None:
            reader.problem("unsupported_shell")
            return
        reader.active.append(mark)
        child = state.child()
        operands = command.parsed.operands
        give_arguments(child, words_from(command.parsed, operands[0]) if operands else [])
        run_text(reader, text, dialect, child, inner, f"{command.name} file")
        reader.active.pop()


def run_file(reader: Reader, command: Command, words: list[Word], state: State, context: Context) -> None:
    """`./x` of known text: its first line names the interpreter."""
    path = path_of(reader, command)
    text = program_text(reader, command, path) if path else None
    mark = f"program {path} {text.text}" if text is not None and text.text else ""  # it may write its own successor
    if text is None or not mark or mark in reader.active:
        return
    first = text.text.partition("\n")[0]
    interpreter = first[2:].split() if first.startswith("#!") else []
    reader.active.append(mark)
    script = words[0] if "/" in words[0].text else Word(path)
    line = [*(Word(part) for part in interpreter or [SHELL]), script, *words[1:]]
    make_command(reader, line, state, context.but(parent=command.id, via=(*context.via, "file")))
    reader.active.pop()


def path_of(reader: Reader, command: Command) -> str:
    """The file of a program. One without a folder may be found in any, so a written file of that name counts."""
    if "/" in command.program:
        return place(command.program, command.effective_cwd)
    texts = reader.files.texts
    return next((path for path in reversed(texts) if path.rpartition("/")[2] == command.program), "")


def makefile_of(reader: Reader, command: Command, state: State) -> Word | None:
    """The text that make would read, where this command writes it or gives it on a descriptor."""
    parsed = command.parsed
    named = [word for role, word, option in parsed.roles if role_of(role).runs == "file" and option]
    if any(is_stdin(word.text) for word in named):
        return code_on_stdin(reader, command, state)
    cwd = place_of(parsed, command.effective_cwd)
    if not named:
        named = [Word(path) for path in (place(name, cwd) for name in MAKEFILES) if is_new(reader, path, command)][:1]
    inside = state.copy()
    inside.cwd = cwd
    for word in named:
        text = code_in_file(reader, but(command, effective_cwd=cwd), word, inside)
        if text is not None:
            return text
    return None


def is_new(reader: Reader, path: str, command: Command) -> bool:
    """Whether this text has written a file, or somebody else has since the session began."""
    if path in reader.files.texts or find_writer(reader, path, before=command.id) is not None:
        return True
    return stored_at(reader, path) is not None


def place_of(parsed: Parsed, cwd: str) -> str:
    for role, word, _ in parsed.roles:
        if role_of(role).gives == "cwd":
            cwd = normalize(word.text, cwd)
    return cwd
