"""What `read`, `mapfile`, `getopts` and `printf -v` put into variables, as far as the text tells."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.estimates import estimate
from policyhooks.shell.expansion.state import MOST_CHOICES, State, Value, Word
from policyhooks.shell.expansion.streams import stream_at
from policyhooks.shell.walk.declarations import check_subscripts, forget_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.statements import Reader

CUTS = frozenset(("-n", "-N", "-i", "-e"))  # read no more than so many letters, or from a terminal
SPACE = " \t\n"


def set_names(reader: Reader, name: str, command: Command, state: State) -> None:
    """Builtins that write to the variables they name."""
    words = command.words[1:]
    check_subscripts(reader, words)
    if name in ("test", "["):
        return
    if any(word.dynamic for word in words) and name != "printf":
        forget_all(state)
    if name == "printf":
        keep_printed(command, state)
    elif name == "getopts":
        keep_options(command, state)
    else:
        keep_input(reader, name, command, state)


def keep_printed(command: Command, state: State) -> None:
    """`printf -v x`: what it would print; of `%s` and one word that is not known, that word."""
    names = [name for name in command.opts.get("-v", ()) if name.partition("[")[0].isidentifier()]
    if not names:
        return
    from policyhooks.shell.expansion.printf import formatted

    texts = command.parsed.operands
    text = formatted(texts[0].text, [word.text for word in texts[1:]]) if texts else None
    text = None if text is None else text.partition("\0")[0]
    ids = (*(source for word in texts for source in word.ids), command.id)
    for written in names:
        name, subscript, _ = written.partition("[")
        value = estimate(name, text, ids) if text and not subscript else lost(name, ids)
        state.variables[name] = value


def keep_options(command: Command, state: State) -> None:
    """`getopts`: the argument of an option is one of its words, or of the script's, or the end of one."""
    given = command.words[3:] or state.positional or ()
    ids = (command.id, *(source for word in given for source in word.ids))
    texts = [text for word in given for text in (word.text, word.text[2:]) if text]
    keep_one(state, "OPTARG", texts, ids)
    for word in command.words[2:3]:
        if word.text.isidentifier():
            state.variables[word.text] = lost(word.text, ids)


def keep_input(reader: Reader, name: str, command: Command, state: State) -> None:
    """`read` and `mapfile`: lines of standard input, or of a descriptor."""
    numbers = command.opts.get("-u", ())
    source = stream_at(state, numbers[0]).word if numbers else command.stdin
    ids = (*(source.ids if source is not None else ()), command.id)
    records = records_of(name, command, source)
    ifs = separators(reader, state)
    operands = [word.text for word in command.parsed.operands if word.text.isidentifier()]
    state.variables["REPLY"] = lost("REPLY", ids)
    state.variables["MAPFILE"] = lost("MAPFILE", ids)
    if name != "read":
        keep_all(state, operands[0] if operands else "MAPFILE", records, ids)
        return
    for array in command.opts.get("-a", ()):
        keep_all(state, array, [field for text in records for field in fields_of(text, ifs, 0)], ids)
    if not operands:
        keep_one(state, "REPLY", records, ids)
    rows = [fields_of(text, ifs, len(operands)) for text in records]
    for at, variable in enumerate(operands):
        keep_one(state, variable, [row[at] for row in rows if at < len(row)], ids)


def keep_all(state: State, name: str, texts: Sequence[str], ids: tuple[int, ...]) -> None:
    """An array of these texts."""
    items = tuple(Word(text, dynamic=True, ids=ids) for text in texts)
    state.variables[name] = Value(name, ids, items=items, scattered=True) if items else lost(name, ids)


def keep_one(state: State, name: str, texts: Sequence[str], ids: tuple[int, ...]) -> None:
    """One of these texts; of none, or of too many, nobody knows which."""
    different = dict.fromkeys(texts)
    if len(different) >= MOST_CHOICES:
        reach("too_many_values")
    found = [estimate(name, text, ids) for text in different]
    if len(found) == 1:
        state.variables[name] = found[0]
    elif found and len(found) < MOST_CHOICES:
        state.variables[name] = Value(name, ids, choices=tuple(found))
    else:
        state.variables[name] = lost(name, ids)


def lost(name: str, ids: tuple[int, ...]) -> Word:
    return Word("$" + name, dynamic=True, splits=True, ids=ids)


def records_of(name: str, command: Command, source: Word | None) -> list[str]:
    """The lines, or what stands between other ends, that a builtin reads; none where they are not known."""
    if source is None or not source.text or not CUTS.isdisjoint(command.flags):
        return []
    ends = command.opts.get("-d", ())
    end = (ends[0][:1] or "\0") if ends else "\n"
    whole = source.text if end == "\0" else source.text.replace("\0", "")
    texts = [text for text in whole.split(end) if text.strip()]
    return texts if name != "read" or "-r" in command.flags else [unescaped(text) for text in texts]


def unescaped(text: str) -> str:
    """Without -r a backslash quotes what follows it."""
    return "\\".join(part.replace("\\", "") for part in text.split("\\\\"))


def separators(reader: Reader, state: State) -> str:
    """The letters of IFS, given for this command or before; what is not known counts as blanks."""
    for entry in reversed(reader.reading.env):
        if entry.scope != "prefix" or entry.command_id:
            break
        if entry.name == "IFS":
            return SPACE if entry.dynamic else entry.value
    value = state.variables.get("IFS")
    return SPACE if value is None or value.dynamic else value.text


def fields_of(text: str, ifs: str, count: int) -> list[str]:
    """A line at the letters of IFS; the last of so many variables gets the rest. Of none: every field."""
    blank = "".join(letter for letter in ifs if letter in SPACE)
    fields: list[str] = []
    rest = text.strip(blank) if blank else text
    while rest and (not count or len(fields) < count - 1):
        end = next((at for at, letter in enumerate(rest) if letter in ifs), len(rest))
        fields.append(rest[:end])
        rest = rest[end:].lstrip(blank) if blank else rest[end:]
        if rest and rest[0] in ifs:
            rest = rest[1:].lstrip(blank) if blank else rest[1:]
    return [*fields, rest] if rest else fields
