"""Names that the text itself gave a meaning: functions, aliases, copied programs."""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.pathtext import normalize
from policyhooks.shell.programs.lookup import NOTHING
from policyhooks.shell.programs.options import parse_words
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.walk.commands import Command, add, make_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader


def call_defined(reader: Reader, name: str, words: list[Word], state: State, context: Context, functions: bool) -> bool:
    """Run a function's body or an alias's text; True when the name means nothing else."""
    if functions and name in state.functions:
        if name not in state.unsure:
            call_function(reader, name, words, state, context)
            return True
        without = state.copy()
        inner = context.but(conditional=True)
        call_function(reader, name, words, state, inner)
        make_command(reader, words, without, inner, functions=False)
        state.join(without)
        return True
    if name in reader.active:
        return False
    text = state.aliases[name]
    reader.active.append(name)
    inner = context.but(via=(*context.via, "alias:" + name))
    rest = " ".join(quote(word) for word in words[1:])
    reader.script(f"{text} {rest}", reader.settings.dialect, state, inner)
    reader.active.pop()
    return False  # an alias works from the next line on, where it works at all: the plain name counts as well


def call_function(reader: Reader, name: str, words: list[Word], state: State, context: Context) -> None:
    """List the call, and what the body runs with these words."""
    command = add(reader, words, parse_words(words, NOTHING), name, state, context)
    reader.called.add(name)
    body = state.functions[name]
    mark = f"{name} {id(body)}"  # a function may define its own successor
    if mark in reader.active:
        return
    outer, state.positional = state.positional, None if any(word.splits for word in words) else words[1:]
    reader.active.append(mark)
    inner = context.but(parent=command.id, via=(*context.via, "function:" + name), wrappers=(), outer=())
    reader.statement(body, state, inner)
    reader.active.pop()
    state.positional = outer


def quote(word: Word) -> str:
    return word.text if word.dynamic or word.glob else "'" + word.text.replace("'", "'\\''") + "'"


def other_program(reader: Reader, program: str, state: State) -> tuple[str, str]:
    """`hash -p /bin/rm ok; ok x` and `cp /bin/rm ./ok; ./ok x` run rm: the program, and how it got the name."""
    via = "hash -p"
    source = state.shadowed.get(program, "")
    if not source and "/" in program:
        via = "copied"
        source = reader.files.copies.get(normalize(program, state.cwd), "")
    return ("", "") if source in reader.active else (source, via)


def run_other(reader: Reader, source: str, words: list[Word], state: State, context: Context) -> None:
    """List what runs under the name that was written."""
    reader.active.append(source)
    make_command(reader, [Word(source), *words[1:]], state, context)
    reader.active.pop()


def note_copies(reader: Reader, command: Command) -> None:
    """cp, mv, ln: what a new path is, for the commands that follow."""
    words = [word for role, word, option in command.parsed.roles if role_of(role).ops and not option]
    target = words.pop().text if words else ""
    for option in command.opts.get("-t", ()):
        words, target = [word for role, word, name in command.parsed.roles if not name], option
    new = normalize(target, command.effective_cwd)
    alias = command.parsed.entry["copies"] == "link" or command.parsed.has("-l|--link|-s|--symbolic-link")
    for word in words:
        if word.dynamic or word.glob:
            continue
        old = normalize(word.text, command.effective_cwd)
        if old and new and old != new:
            places = {new: old, new + "/" + old.rpartition("/")[2]: old}
            reader.files.copies.update(places)
            if alias:
                reader.files.made = {**reader.files.made, **places}


def run_uncalled(reader: Reader, context: Context) -> None:
    """Functions that nothing called may be called later: their commands count."""
    for name in [name for name in reader.bodies if name not in reader.called]:
        body = reader.bodies[name]
        inner = body.state.copy()
        inner.positional = None
        reader.called.add(name)
        reader.statement(body.statement, inner, context.but(via=("function:" + name,), conditional=True))
