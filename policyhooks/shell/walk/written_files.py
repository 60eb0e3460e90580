"""Files whose text this very command writes, and what happens when it then runs them.

Only text that is known at least in part is kept: of echo, printf, and of cat and tee with a here-document. A file that
something else writes is forgotten.
"""

from __future__ import annotations

from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.pathtext import normalize
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.walk.commands import Command, make_command
from policyhooks.shell.walk.known_output import output_of, written_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.programs.parsed import Parsed
    from policyhooks.shell.syntax.nodes import Block, Subshell
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.files import Files
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
        note_targets(reader.files, targets, printed(reader, words, stdin, state))


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
    note_targets(reader.files, targets, Word("".join(known)) if len(known) == len(texts) else None)


def note_stdin(reader: Reader, command: Command) -> None:
    """tee and dd write their standard input to a file, cp and install where it is their source."""
    sources = [word.text for role, word, option in command.parsed.roles if "read" in role_of(role).ops and not option]
    if command.parsed.entry["stdin_to_file"] == "named" and not (len(sources) == 1 and sources[0] in STDINS):
        return
    for role, word, _ in command.parsed.roles:
        if not WRITES.isdisjoint(role_of(role).ops) and not word.dynamic and not word.glob:
            path = normalize(word.text, command.effective_cwd)
            put(reader.files, path, command.stdin, append=command.parsed.has("-a|--append"))


def note_targets(files: Files, targets: list[Target], text: Word | None) -> None:
    for target in targets:
        word = target.word
        if target.descriptor == 1 and target.op[0] != "<" and not word.dynamic and not word.glob:
            for place in target.places:
                put(files, normalize(word.text, place), text, append=target.op in APPENDS)


def put(files: Files, path: str, text: Word | None, append: bool) -> None:
    """A file gets a text; unknown text makes the whole unknown."""
    if not path:
        return
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
    if text is not None:
        files.texts[path] = text


def shell_text_at(reader: Reader, path: str) -> Word | None:
    """The text of a shell script, or its end where only that is known and can be read by itself."""
    text = reader.files.text_at(path)
    if text is not None or path not in reader.files.ends:
        return text
    end = reader.files.ends[path]
    return None if reader.settings.parser.parse(end.text, "bash")[1] else end


def add_scripts(reader: Reader, command: Command) -> list[Word]:
    """The known texts of the files that an interpreter is told to run; other languages get them as code."""
    parsed = command.parsed
    found = []
    for role, word, option in list(parsed.roles):
        if role_of(role).runs == "file" and not word.dynamic:
            path = normalize(word.text, command.effective_cwd)
            text = shell_text_at(reader, path) if parsed.is_shell else reader.files.text_at(path)
            if text is not None and text.text:
                found.append(text)
                if parsed.entry.get("kind") == "interpreter":
                    parsed.roles.append(("code", text, option))
    return found


def run_scripts(reader: Reader, command: Command, state: State, inner: Context, dialect: str) -> None:
    """A shell that runs a file of known text."""
    from policyhooks.shell.walk.wrappers import run_text

    for text in add_scripts(reader, command):
        mark = f"file {id(text)}"
        if mark in reader.active:
            continue
        reader.active.append(mark)
        child = state.child()
        words = command.parsed.operands
        child.positional = None if any(word.splits for word in words) else words[1:]
        run_text(reader, text, dialect, child, inner, f"{command.name} file")
        reader.active.pop()


def run_file(reader: Reader, command: Command, words: list[Word], state: State, context: Context) -> None:
    """`./x` of known text: its first line names the interpreter."""
    path = normalize(command.program, command.effective_cwd)
    text = shell_text_at(reader, path)
    mark = f"program {path}"
    if text is None or not text.text or mark in reader.active:
        return
    first = text.text.partition("\n")[0]
    interpreter = first[2:].split() if first.startswith("#!") else []
    reader.active.append(mark)
    line = [*(Word(part) for part in interpreter or [SHELL]), *words]
    make_command(reader, line, state, context.but(parent=command.id, via=(*context.via, "file")))
    reader.active.pop()


def makefile_of(reader: Reader, command: Command, stdin: Word | None) -> Word | None:
    """The text that make would read, where this command writes it or gives it on standard input."""
    parsed = command.parsed
    named = [word for role, word, option in parsed.roles if role_of(role).runs == "file" and option]
    if any(word.text in ("-", "/dev/stdin") for word in named):
        return stdin
    cwd = place_of(parsed, command.effective_cwd)
    for word in named:
        text = reader.files.text_at(normalize(word.text, cwd))
        if text is not None:
            return text
    if named:
        return None
    return next(
        (reader.files.texts[f"{cwd}/{name}"] for name in MAKEFILES if f"{cwd}/{name}" in reader.files.texts), None
    )


def place_of(parsed: Parsed, cwd: str) -> str:
    for role, word, _ in parsed.roles:
        if role_of(role).gives == "cwd":
            cwd = normalize(word.text, cwd)
    return cwd
