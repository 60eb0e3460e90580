"""Where the code of a shell or an interpreter comes from. Closed by default: text that we have is handed back to be
read, a file that was there before and nothing at all are left alone, everything else is the problem `dynamic_code`.

Loaded for commands that read code from a file or a descriptor.
"""

from __future__ import annotations

from policyhooks.core.shell_records import CodeSource
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.expansion.streams import FILE, PIPE, STDIN, TEXT, Stream, descriptor_in, is_stdin, stream_at
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.programs.parsed import has_code
from policyhooks.shell.syntax.parser import SHELL_LANGUAGES
from policyhooks.shell.walk.descriptors import substituted
from policyhooks.shell.walk.files import place
from policyhooks.shell.walk.fresh_files import START, find_writer, may_be, writes_of
from policyhooks.shell.walk.reading import may_write
from policyhooks.shell.walk.stored_code import listed, stored_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.fresh_files import Writer
    from policyhooks.shell.walk.statements import Reader

DATA = "sql"  # a language of questions: by custom it starts nothing
READS = ("read", "mapfile", "readarray")
READ = ("text", "written", "fresh")  # sources whose text is at hand


def code_on_stdin(reader: Reader, command: Command, state: State) -> Word | None:
    """The code that a command finds on its standard input, as far as it is known; None where there is none to read."""
    return code_in(reader, command, stream_at(state, str(STDIN)), STDIN)


def code_in_file(reader: Reader, command: Command, word: Word, state: State) -> Word | None:
    """The code in a file that a command is told to run."""
    if word.file:
        return code_in(reader, command, substituted(reader, word), -1)
    number = descriptor_in(word.text)
    if number:
        descriptor = int(number) if number.isdecimal() else -1
        return code_in(reader, command, stream_at(state, number), descriptor)
    if word.dynamic or word.glob:
        return some_file(reader, command, word)
    return code_at(reader, command, [place(word.text, folder) for folder in places_of(command)], -1)


def program_text(reader: Reader, command: Command, path: str) -> Word | None:
    """The text of a program that this text wrote. What a compiler or a package manager made is no text of anybody."""
    writer = find_writer(reader, path, before=command.id)
    if writer is None:
        text = shell_text_at(reader, path)
        if text is None:
            return stored_code(reader, command, [reader.files.follow(path)])[0]
        return known_text(reader, command, text, path, -1)
    maker = reader.reading.commands[writer.command_id - 1] if writer.command_id else None
    if maker is None or (not fetches(maker) and (writer.redirected or writes_text(maker))):
        return unknown(reader, command, "written", path=path)
    return None


def writes_text(command: Command) -> bool:
    """Whether what a command writes is text that its words or its input tell."""
    entry = describe(command.name)
    return has_code(command) or not {"reads_stdin", "stdin_to_file", "output", "copies"}.isdisjoint(entry)


def code_in(reader: Reader, command: Command, stream: Stream, descriptor: int) -> Word | None:
    """The code on an open file."""
    if any(reader.files.at.get(path, START)[0] > stream.since for path in stream.paths if stream.kind == FILE):
        return unknown(reader, command, "written", path=stream.paths[0], descriptor=descriptor)  # since it was opened
    if stream.paths and stream.kind in (FILE, PIPE):
        return code_at(reader, command, list(stream.paths), descriptor, piped=stream.kind == PIPE)
    if stream.kind == FILE and stream.named is not None:
        return some_file(reader, command, stream.named, descriptor)
    word = stream.word
    if stream.kind not in (TEXT, PIPE) or word is None:
        note(reader, command, "nothing", descriptor=descriptor)
        return None
    if stream.kind == PIPE or was_read(reader, command, word):
        return unknown(reader, command, "descriptor", descriptor=descriptor)
    note(reader, command, "text", descriptor=descriptor)
    return word


def code_at(reader: Reader, command: Command, paths: list[str], descriptor: int, *, piped: bool = False) -> Word | None:
    """The code in one of some files."""
    for path in paths:
        writer = find_writer(reader, path, before=command.id)
        if writer is not None:
            return written(reader, command, path, writer, descriptor)
        text = shell_text_at(reader, path) if reads_shell(command) else reader.files.text_at(path)
        if text is not None:
            return known_text(reader, command, text, path, descriptor)
    if piped and reads_shell(command):
        return unknown(reader, command, "file", path=paths[0], descriptor=descriptor)
    if any(reader.files.is_unknown(path) for path in paths):
        return unknown(reader, command, "unknown", path=paths[0])
    code, read = stored_code(reader, command, [reader.files.follow(path) for path in paths], descriptor)
    if not read:
        note(reader, command, "file", path=paths[0], descriptor=descriptor)
    return code


def known_text(reader: Reader, command: Command, text: Word, path: str, descriptor: int) -> Word | None:
    """What this text wrote into a file; a text of which nothing is known is none."""
    if text.dynamic and not text.text:
        return unknown(reader, command, "written", path=path, descriptor=descriptor)
    note(reader, command, "written", path=path, descriptor=descriptor)
    return text


def reads_shell(command: Command) -> bool:
    """Whether its code is shell text: of a shell, of `source`, of a remote shell, of the lines that parallel runs."""
    return command.parsed.entry.get("lang", "sh") in SHELL_LANGUAGES


def written(reader: Reader, command: Command, path: str, writer: Writer, descriptor: int) -> Word | None:
    """A file that this text fills with something that nobody knows. What was downloaded is a flow of its own."""
    if writer.command_id and fetches(reader.reading.commands[writer.command_id - 1]):
        note(reader, command, "download", path=path, descriptor=descriptor)
        return None
    return unknown(reader, command, "written", path=path, descriptor=descriptor)


def fetches(command: Command) -> bool:
    return command.parsed.entry.get("output") == "network"


def some_file(reader: Reader, command: Command, word: Word, descriptor: int = -1) -> Word | None:
    """A file whose name only the run tells: not one that this text wrote."""
    reading = reader.reading
    names = [*reader.files.texts, *reader.files.ends, *reader.files.opaque]
    for earlier in reading.commands[: command.id - 1]:
        if may_write(earlier) and not fetches(earlier):
            names += [path.raw for path in writes_of(earlier)]
    names += [
        item.target.word.text for item in reading.redirects if item.target.op[0] in ">&" or item.target.op == "<>"
    ]
    if any(may_be(name, word.text, reading.settings.source) for name in names if not name.isdecimal()):
        return unknown(reader, command, "unknown", path=word.text, descriptor=descriptor)
    code, read = stored_code(reader, command, listed(reader, word.text, command.effective_cwd), descriptor, every=True)
    if not read:
        note(reader, command, "file", path=word.text, descriptor=descriptor)
    return code


def was_read(reader: Reader, command: Command, word: Word) -> bool:
    """Whether a command before this one may have read some of the text on the same open file."""
    for earlier in reader.reading.commands[: command.id - 1]:
        if earlier.stdin is word and earlier.id not in ancestors(reader, command) and reads_input(reader, earlier):
            return True
        if earlier.name in READS and "-u" in earlier.flags:
            return True
    return False


def ancestors(reader: Reader, command: Command) -> set[int]:
    """The commands that start it, one inside the other."""
    found: set[int] = set()
    while command.parent and command.parent not in found:
        found.add(command.parent)
        command = reader.reading.commands[command.parent - 1]
    return found


def reads_input(reader: Reader, command: Command) -> bool:
    parsed = command.parsed
    entry = parsed.entry
    if command.name in reader.reading.called:
        return False
    if not entry or entry.get("kind") in ("shell", "interpreter"):
        return not parsed.help and not (parsed.is_shell and not command.stdin_code)
    reads = describe(command.name).get("reads_stdin")
    files = [word for role, word, _ in parsed.roles if role in ("read", "use")]
    if any(is_stdin(word.text) for word in (*files, *(parsed.operands if reads is not None else ()))):
        return True
    return reads == "always" or (isinstance(reads, int) and not files and len(parsed.operands) <= reads)


def unknown(reader: Reader, command: Command, source: str, *, path: str = "", descriptor: int = -1) -> Word | None:
    """Code that nobody has. In languages that only ask for data it is told, not taken for a problem."""
    note(reader, command, "unknown" if source == "file" else source, path=path, descriptor=descriptor, known=False)
    if command.parsed.entry.get("lang") != DATA:
        reader.problem("dynamic_code")
    return None


def note(
    reader: Reader, command: Command, source: str, *, path: str = "", descriptor: int = -1, known: bool = True
) -> None:
    item = CodeSource(source=source, path=path, descriptor=descriptor, read=known and source in READ)
    reader.reading.origins.setdefault(command.id, []).append(item)


def shell_text_at(reader: Reader, path: str) -> Word | None:
    """The text of a shell script, or its end where only that is known and can be read by itself."""
    text = reader.files.text_at(path)
    end = reader.files.end_at(path) if text is None else None
    if end is None or reader.settings.parser.parse(end.text, "bash")[1]:
        return text
    return end


def places_of(command: Command) -> tuple[str, ...]:
    return (command.effective_cwd, *command.maybe_cwds)
