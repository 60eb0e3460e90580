"""Names that the text itself gave a meaning: functions, aliases, copied programs."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.expansion.streams import descriptor_in, is_stdin
from policyhooks.shell.programs.lookup import NOTHING
from policyhooks.shell.programs.options import parse_words
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.walk.commands import Command, add, base_name, make_command
from policyhooks.shell.walk.files import UNKNOWN_FILE, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

DEEPEST_CALL = 5  # of a function inside itself with arguments that are followed


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
    reader.reading.called.add(name)
    body = state.functions[name]
    mark = f"{name} {id(body)} "  # a function may define its own successor
    depth = sum(item.startswith(mark) for item in reader.active)
    known = not any(word.splits or (depth > 0 and "*" in word.text and (word.glob or word.dynamic)) for word in words)
    call = mark + ("\0".join(word.text for word in words[1:]) if known else "?")
    reader.rounds = reader.rounds or depth > 0
    if call in reader.active:
        return
    if depth >= DEEPEST_CALL:
        reach("too_deep")
        return
    outer, state.positional = state.positional, words[1:] if known else None
    reader.active.append(call)
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
    if not source:
        via = "copied"
        source = copied_program(reader, program, state)
    return ("", "") if source in reader.active else (source, via)


def copied_program(reader: Reader, program: str, state: State) -> str:
    """What a program is a copy of. One without a folder may be found in any, so every copy of that name counts."""
    files = reader.files
    if "/" in program:
        return files.source_of(place(program, state.cwd))
    sources = [old for new, old in files.copies.items() if base_name(new) == program and base_name(old) != program]
    return sources[-1] if sources else ""


def run_other(reader: Reader, source: str, words: list[Word], state: State, context: Context) -> None:
    """List what runs under the name that was written."""
    if source == UNKNOWN_FILE:
        reader.problem("dynamic_program")
        return
    reader.active.append(source)
    make_command(reader, [Word(source), *words[1:]], state, context)
    reader.active.pop()


def note_copies(reader: Reader, command: Command, state: State) -> None:
    """cp, mv, ln: what a new path is, for the commands that follow."""
    words = [word for role, word, option in command.parsed.roles if role_of(role).ops and not option]
    target = words.pop().text if words else ""
    for option in command.opts.get("-t", ()):
        words, target = [word for role, word, name in command.parsed.roles if not name], option
    new = place(target, command.effective_cwd)
    alias = command.parsed.entry["copies"] == "link" or command.parsed.has("-l|--link|-s|--symbolic-link")
    for word in words:
        old = source_of(reader, word, command, state)
        if not target or old == new or (is_stdin(word.text) and command.stdin is not None):
            continue  # what a descriptor holds: written_files.py
        places = {new: old, new + "/" + old.rpartition("/")[2]: old}
        for path in places:
            forget_text(reader, path)
        reader.files.copies.update(places)
        if alias and old[:1] == "/":
            reader.files.made = {**reader.files.made, **places}


def source_of(reader: Reader, word: Word, command: Command, state: State) -> str:
    """The path that is copied, the name of the program that `$(which rm)` finds, or that it is unknown."""
    if word.file or descriptor_in(word.text):
        return UNKNOWN_FILE
    if not word.dynamic and not word.glob:
        return place(word.text, command.effective_cwd)
    from policyhooks.shell.walk.program_word import has_known_name
    from policyhooks.shell.walk.special.shell_setup import located

    name = located(reader, word) if word.ids else ""
    if not name and not word.glob and has_known_name(reader, word, state):
        name = base_name(word.text)
    return name or UNKNOWN_FILE


def forget_text(reader: Reader, path: str) -> None:
    """A file is another one from now on."""
    files = reader.files
    files.texts.pop(path, None)
    files.ends.pop(path, None)
    files.at[path] = len(reader.reading.commands), len(reader.reading.redirects)


def run_uncalled(reader: Reader, context: Context) -> None:
    """Functions that nothing called may be called later: their commands count."""
    for name in [name for name in reader.bodies if name not in reader.reading.called]:
        body = reader.bodies[name]
        inner = body.state.copy()
        inner.positional = None
        reader.reading.called.add(name)
        reader.statement(body.statement, inner, context.but(via=("function:" + name,), conditional=True))
