"""Commands that inline code starts, as far as they are written out, listed like any other command."""

from __future__ import annotations

from policyhooks.shell.expansion.file_text import FileText
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.expansion.streams import feed, text_stream
from policyhooks.shell.inline.code import effects_in, joined
from policyhooks.shell.inline.language_kinds import JOINED
from policyhooks.shell.walk.commands import make_command
from policyhooks.shell.walk.reading import Edge
from policyhooks.shell.walk.wrappers import change_directory, run_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.inline.effects import Started
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

STARTS_COMMANDS = (
    "system", "popen", "subprocess", "exec", "spawn", "commands", "child_process", "qx", "`", "%x", "passthru",
    "shell script", "Deno.Command", "eval",
)  # fmt: skip
UNSURE = ("dynamic_code", "dynamic_program")
PIPED_OPEN = ("perl", "ruby")  # open("command |")


def run_deeds(reader: Reader, lang: str, word: Word, state: State, inner: Context, label: str) -> None:
    """List what the code starts. Code that is not known at all, or that starts something unknown, is a problem."""
    if word.dynamic and is_all_unknown(word.text.strip()):
        reader.problem("dynamic_code")
        return
    owner = reader.reading.commands[inner.parent - 1] if inner.parent else None
    given = [item for role, item, _ in owner.parsed.roles if role == "code"] if owner is not None else []
    if len(given) > 1 and lang in JOINED and any(item is word for item in given):
        if word is not given[0]:
            return  # read with the first of them
        word = joined([(lang, item) for item in given])[0][1]
    done = effects_in(lang, word, owner)
    if done is None:
        if any(mark in word.text for mark in STARTS_COMMANDS) or (lang in PIPED_OPEN and "open" in word.text):
            reader.problem("dynamic_code")
        return
    before = len(reader.reading.commands)
    for started in done.commands:
        if isinstance(word, FileText) and is_unsure(started):
            start_unsure(reader, started, word, state, inner, label)
        else:
            start(reader, started, word, state, inner, label)
    if owner is not None:
        for child in reader.reading.commands[before:]:
            reader.reading.edges.append(Edge(source=child.id, target=owner.id, how="output"))
            if child.dynamic:
                reader.reading.edges.append(Edge(source=owner.id, target=child.id, how="argument"))
    if done.unknown and not (done.understood and isinstance(word, FileText)):
        reader.problem("dynamic_code")  # a program in a file may start what its user tells it to


def start(reader: Reader, started: Started, code: Word, state: State, inner: Context, label: str) -> None:
    place = state.child()
    reached: tuple[str, ...] = ()
    for text, dynamic, glob in started.places:
        there = state.child()
        change_directory(there, Word(text, dynamic, glob))
        reached += there.places()
    if reached:
        place.place(reached if len(started.places) == 1 else ("", *reached))
    given, unknown, _ = started.stdin
    place = feed(place, text_stream(Word(given, unknown)))
    if started.text is not None:
        text, dynamic, _ = started.text
        run_text(reader, Word(text, dynamic), "sh", place, inner, label)
        return
    words = [Word(text, dynamic or (code.dynamic and "$" in text), glob) for text, dynamic, glob in started.words]
    make_command(reader, words, place, inner.but(via=(*inner.via, label)))


def is_unsure(started: Started) -> bool:
    """Whether some word of what is started is only known when the program runs."""
    return any(dynamic for _, dynamic, _ in ((started.text,) if started.text is not None else started.words))


def start_unsure(reader: Reader, started: Started, code: Word, state: State, inner: Context, label: str) -> None:
    """What a program in a file starts with words of its own: what is written out is listed, the rest is no problem.

    Every program with a variable would be one, and whoever typed such a line would be asked for what it holds. Code of
    which nothing is written out stays one, as what is given to `eval` does.
    """
    before, known = list(reader.reading.problems), len(reader.reading.commands)
    start(reader, started, code, state, inner, label)
    if any(map(runs_unknown_code, reader.reading.commands[known:])):
        return
    problems = reader.reading.problems
    problems[:] = [name for name in problems if name in before or name not in UNSURE]


def runs_unknown_code(command: Command) -> bool:
    """Whether an interpreter or a shell gets code of which nothing is written out (`python3 -c CODE`)."""
    return any(
        role == "code" and item.dynamic and is_all_unknown(item.text.strip()) for role, item, _ in command.parsed.roles
    )


def is_all_unknown(text: str) -> bool:
    """`$code`, `${code}`, `$(...)`: nothing of the code is written out."""
    if not text.startswith("$"):
        return False
    rest = text[1:]
    return (
        rest.replace("_", "a").isalnum()
        or rest in ("(...)", "@", "*")
        or (rest[:1] == "{" and rest[-1:] == "}" and rest.count("}") == 1)
    )
