"""Files that this very text writes: what is in them from then on, or of which other file they are a copy.

Only text that is known at least in part is kept: of echo, printf, and of cat and tee with a here-document. A file that
something else writes is forgotten.
"""

from __future__ import annotations

from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.expansion.streams import descriptor_in
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.walk.commands import Command
from policyhooks.shell.walk.files import place
from policyhooks.shell.walk.fresh_files import moment_of
from policyhooks.shell.walk.known_output import output_of, written_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.syntax.nodes import Block, Subshell
    from policyhooks.shell.walk.redirections import Target
    from policyhooks.shell.walk.statements import Reader

CREATES = frozenset((">", ">|", "&>", ">!"))
APPENDS = frozenset((">>", "&>>"))
WRITES = frozenset(("write", "append"))
STDINS = ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
NOTHING = Word("")


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
    entry = command.parsed.entry
    if "stdin_to_file" in entry and command.stdin is not None:
        note_stdin(reader, command)
    elif entry.get("stdin_to_file") == "always":
        note_source(reader, command, state)
    if entry.get("copies") == "fifo":
        reader.files.opaque.update(place(word.text, command.effective_cwd) for word in written_words_of(command))
    elif "copies" in entry:
        from policyhooks.shell.walk.definitions import note_copies

        note_copies(reader, command, state)


def note_source(reader: Reader, command: Command, state: State) -> None:
    """`dd if=a of=b`, `tee b < a`: what the new file is a copy of."""
    names = [word for role, word, _ in command.parsed.roles if "read" in role_of(role).ops]
    paths = list(state.streams[0].paths) if 0 in state.streams else []
    if names:
        from policyhooks.shell.walk.definitions import source_of

        paths = [source_of(reader, word, command, state) for word in names]
    for word in written_words_of(command):
        if len(paths) == 1 and not command.parsed.has("-a|--append"):
            copy_file(reader, paths[0], place(word.text, command.effective_cwd))


def written_words_of(command: Command) -> list[Word]:
    """The words that name a file which it writes."""
    return [
        word
        for role, word, _ in command.parsed.roles
        if not WRITES.isdisjoint(role_of(role).ops) and not word.dynamic and not word.glob
    ]


def copy_file(reader: Reader, old: str, new: str) -> None:
    """A file is from now on what another one is."""
    if old != new:
        put(reader, new, None, append=False)
        reader.files.copies[new] = old
        reader.files.at[new] = moment_of(reader.reading)


def note_stdin(reader: Reader, command: Command) -> None:
    """tee and dd write their standard input to a file, cp and install where it is their source."""
    sources = [word.text for role, word, option in command.parsed.roles if "read" in role_of(role).ops and not option]
    if command.parsed.entry["stdin_to_file"] == "named" and not (len(sources) == 1 and sources[0] in STDINS):
        return
    for word in written_words_of(command):
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
            if source:
                copy_file(reader, source, path)


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
