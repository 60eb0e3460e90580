"""Files whose text this very command writes, and what happens when it then runs them.

Only text that is known at least in part is kept: of echo, printf, and of cat and tee with a here-document. A file that
something else writes is forgotten.
"""

from __future__ import annotations

from policyhooks.core.records import but
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.expansion.streams import descriptor_in, is_stdin
from policyhooks.shell.pathtext import normalize
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.syntax.parser import SHELL_LANGUAGES
from policyhooks.shell.walk.code_sources import code_in_file, code_on_stdin, program_text
from policyhooks.shell.walk.commands import Command, make_command
from policyhooks.shell.walk.files import place
from policyhooks.shell.walk.fresh_files import find_writer, moment_of
from policyhooks.shell.walk.known_output import output_of, written_words
from policyhooks.shell.walk.run_values import run_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.programs.parsed import Parsed
    from policyhooks.shell.syntax.nodes import Block, Subshell
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.redirections import Target
    from policyhooks.shell.walk.statements import Reader

CREATES = frozenset((">", ">|", "&>", ">!"))
APPENDS = frozenset((">>", "&>>"))
WRITES = frozenset(("write", "append"))
STDINS = ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
NOTHING = Word("")
MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
SHELL = "bash"  # runs a file without a first line that says otherwise


def note_call(reader: Reader, words: list[Word], targets: list[Target], stdin: Word | None, state: State) -> None:
    """A simple command with redirections: the files get what it prints."""
    if any(target.op in CREATES or target.op in APPENDS for target in targets):
        text = printed(reader, words, stdin, state)
        source = "" if text is not None else copied(words, targets, state)
        note_targets(reader, targets, text, source)


def copied(words: list[Word], targets: list[Target], state: State) -> str:
    """`cat a > b`: the file that is copied."""
    if describe(words[0].text).get("prints") != "files" or any(target.op in APPENDS for target in targets):
        return ""
    names = [word for word in words[1:] if word.text[:1] != "-"]
    if len(names) == len(words) - 1 == 1 and not (names[0].dynamic or names[0].glob or descriptor_in(names[0].text)):
        return place(names[0].text, state.cwd)
    return ""


def printed(reader: Reader, words: list[Word], stdin: Word | None, state: State) -> Word | None:
    """What a command prints, where it is known at least in part."""
    prints = describe(words[0].text).get("prints") if words else "nothing"
    if prints == "nothing":
        return Word("")
    if words[0].text in state.functions or words[0].text in state.aliases:
        return None
    if prints == "files" and (len(words) == 1 or words[1].text == "-"):
        return stdin
    text = written_words([word.text for word in words], state)
    if text is None and prints == "words" and reader.settings.dialect == "bash":
        text = " ".join(word.text for word in words[1:]) + "\n"  # bash leaves backslashes alone
    if text is None or any(word.glob or word.splits for word in words):
        return None
    return Word(text, any(word.dynamic for word in words), ids=tuple(source for word in words for source in word.ids))


def note_block(reader: Reader, node: Block | Subshell, targets: list[Target], state: State) -> None:
    """`{ echo a; echo b; } > file`."""
    texts = [output_of(statement, state, reader) for statement in node.statements]
    known = [text for text in texts if text is not None]
    note_targets(reader, targets, Word("".join(known)) if len(known) == len(texts) else None)


def note_files(reader: Reader, command: Command, state: State) -> None:
    """What a command puts into files: its standard input, or other files."""
    if "stdin_to_file" in command.parsed.entry and command.stdin is not None:
        note_stdin(reader, command)
    if "copies" in command.parsed.entry:
        from policyhooks.shell.walk.definitions import note_copies

        note_copies(reader, command, state)


def note_stdin(reader: Reader, command: Command) -> None:
    """tee and dd write their standard input to a file, cp and install where it is their source."""
    sources = [word.text for role, word, option in command.parsed.roles if "read" in role_of(role).ops and not option]
    if command.parsed.entry["stdin_to_file"] == "named" and not (len(sources) == 1 and sources[0] in STDINS):
        return
    for role, word, _ in command.parsed.roles:
        if not WRITES.isdisjoint(role_of(role).ops) and not word.dynamic and not word.glob:
            path = place(word.text, command.effective_cwd)
            put(reader, path, command.stdin, append=command.parsed.has("-a|--append"))


def note_targets(reader: Reader, targets: list[Target], text: Word | None, source: str = "") -> None:
    """What the files of redirections hold from now on: a text, or what another file (`source`) holds."""
    for target in targets:
        word = target.word
        if target.descriptor != 1 or target.op[0] == "<" or word.dynamic or word.glob or word.file:
            continue
        for folder in target.places:
            path = place(word.text, folder)
            put(reader, path, text, append=target.op in APPENDS)
            if source and source != path:
                reader.files.copies[path] = source
                reader.files.at[path] = moment_of(reader.reading)


def put(reader: Reader, path: str, text: Word | None, append: bool) -> None:
    """A file gets a text; unknown text makes the whole unknown."""
    files = reader.files
    if text is not None:
        files.at[path] = moment_of(reader.reading)
    if append:
        table = files.texts if path in files.texts else files.ends
        old = table.get(path, NOTHING)
        if text is None:
            files.texts.pop(path, None)
        else:
            table[path] = Word(old.text + text.text, old.dynamic or text.dynamic, ids=(*old.ids, *text.ids))
        return
    files.ends.pop(path, None)
    files.texts.pop(path, None)
    files.copies.pop(path, None)
    if text is not None:
        files.texts[path] = text


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
    return found


def add_module(reader: Reader, command: Command, module: Word, state: State, inner: Context) -> None:
    """`python -m x` where this text writes `x.py`."""
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
        words = command.parsed.operands
        child.positional = None if any(word.splits for word in words) else words[1:]
        run_text(reader, text, dialect, child, inner, f"{command.name} file")
        reader.active.pop()


def run_file(reader: Reader, command: Command, words: list[Word], state: State, context: Context) -> None:
    """`./x` of known text: its first line names the interpreter."""
    path = path_of(reader, command)
    mark = f"program {path}"
    if not path or mark in reader.active:
        return
    text = program_text(reader, command, path)
    if text is None or not text.text:
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
    """Whether this text has written a file."""
    return path in reader.files.texts or find_writer(reader, path, before=command.id) is not None


def place_of(parsed: Parsed, cwd: str) -> str:
    for role, word, _ in parsed.roles:
        if role_of(role).gives == "cwd":
            cwd = normalize(word.text, cwd)
    return cwd
