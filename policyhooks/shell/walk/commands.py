"""One command: from expanded words to a Cmd record, its wrappers removed and its inner commands read.

Paths of a command are computed when a rule asks. The order here is bash's: function, builtin, program.
"""

from __future__ import annotations

from policyhooks.core.shell_records import Cmd
from policyhooks.core.values import lazy
from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.programs.lookup import NOTHING, describe, is_dangerous, is_known
from policyhooks.shell.programs.options import parse_words
from policyhooks.shell.programs.parsed import Parsed
from policyhooks.shell.walk.reading import Edge, limited, sources_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from policyhooks.core.shell_records import Code, CodeSource, PathRef
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.reading import Reading
    from policyhooks.shell.walk.statements import Reader

MOST_WRAPPERS = 20


def may_name_paths(command: Command) -> bool:
    """False where no word has a role, the table knows each of them, and nothing is redirected."""
    parsed = command.parsed
    named = parsed.roles or parsed.is_vague or "touches" in parsed.entry or "/" in command.program
    return bool(named or command.outer or command.stdin_code)


def split_paths(command: Command) -> list[PathRef]:
    named = may_name_paths(command) or command.reading.redirects
    return command.reading.settings.paths_of(command) if named else []


def touching(*ops: str) -> Callable[[Command], list[PathRef]]:
    """How the paths are listed to which a command does one of these."""
    return limited(lambda command: [path for path in command.all_paths if path.op in ops])


def environment_of(command: Command) -> str:
    return command.reading.settings.environment_of(command)


def codes_of(command: Command) -> list[Code]:
    from policyhooks.shell.inline.code import read_codes

    return read_codes(command)


def whole_reads_only(command: Command) -> bool:
    from policyhooks.shell.walk.surroundings import changes_nothing

    return changes_nothing(command)


class Command(Cmd):
    """A Cmd with what it was made from. What is found out about it later makes another one: Reading.amend."""

    words: list[Word]
    parsed: Parsed
    outer: tuple[Parsed, ...]
    reading: Reading
    maybe_cwds: tuple[str, ...]
    stdin: Word | None
    made: dict[str, str]
    stdin_code: bool = False

    all_paths: list[PathRef] = lazy(limited(split_paths))
    reads: list[PathRef] = lazy(touching("read", "exec"))
    writes: list[PathRef] = lazy(touching("write", "append", "chmod", "link"))
    deletes: list[PathRef] = lazy(touching("delete"))
    read_only: bool = lazy(limited(whole_reads_only))
    target_env: str = lazy(limited(environment_of))
    code: Sequence[CodeSource] = lazy(limited(sources_of))
    codes: list[Code] = lazy(codes_of)


def base_name(text: str) -> str:
    return text.rstrip("/").rpartition("/")[2] if "/" in text else text


def make_command(reader: Reader, words: list[Word], state: State, context: Context, *, functions: bool = True) -> None:
    """List the command that these words run, and every command that it runs in turn.

    `functions`: the name may be that of a function.
    """
    known = True
    if words[0].dynamic:
        from policyhooks.shell.walk.program_word import has_known_name, look_up

        words = look_up(reader, words, state, context)
        known = not words[0].dynamic or has_known_name(reader, words[0], state)
    head = words[0]
    text = head.text
    if not known or head.glob or not text:
        # An unquoted word that expands to nothing promotes the next one, so nothing here is certain.
        parsed = parse_words(words, NOTHING)
        add(reader, words, parsed, "", state, context, program_dynamic=True, maybe_wrapped=names_danger(words))
        reader.problem("dynamic_program")
        return
    name = base_name(text)
    if "/" not in text and ((functions and name in state.functions) or name in state.aliases):
        from policyhooks.shell.walk.definitions import call_defined

        if call_defined(reader, name, words, state, context, functions):
            return
    if describe(name).get("special") == "multiplexer":
        from policyhooks.shell.walk.special.tmux import expand

        for line in expand(words):
            make_plain(reader, name, line, state, context)
        return
    if name.startswith("git-"):
        from policyhooks.shell.walk.program_word import is_git_program

        if is_git_program(head, name[4:]):
            name, words = "git", [Word("git"), Word(name[4:]), *words[1:]]
    make_plain(reader, name, words, state, context)


def make_plain(reader: Reader, name: str, words: list[Word], state: State, context: Context) -> None:
    """A program by its name: a wrapper goes, anything else is listed."""
    entry = describe(name)
    open_code = False
    if context.appended >= 0:
        from policyhooks.shell.walk.special.xargs import decides

        written = words[: len(words) - context.appended]
        open_code = decides(parse_words(written, entry))
        words = written if open_code else words
    parsed = parse_words(words, entry)
    if entry.get("kind") == "wrapper" and (parsed.rest > 0 or parsed.runs_in(("split",))):
        from policyhooks.shell.walk.wrappers import unwrap

        if len(context.wrappers) < MOST_WRAPPERS:
            unwrap(reader, name, parsed, state, context)
            return
        reach("too_deep")
    list_program(reader, name, words, parsed, state, context, open_code)


def list_program(
    reader: Reader, name: str, words: list[Word], parsed: Parsed, state: State, context: Context, open_code: bool
) -> None:
    """List a program, then what it runs and does. `open_code`: what xargs reads decides what that is."""
    source = via = ""
    if reader.files.copies or (state.shadowed and name in state.shadowed):
        from policyhooks.shell.walk.definitions import other_program

        source, via = other_program(reader, words[0].text, state)
    wraps = not parsed.entry and len(words) > 1 and not is_known(name) and names_danger(words)
    command = add(
        reader, words, parsed, name, state, context, resolved=source, maybe_wrapped=wraps, stdin_code=open_code
    )
    if open_code:
        reader.problem("dynamic_program")
    if source:
        from policyhooks.shell.walk.definitions import run_other

        run_other(reader, source, words, state, context.but(parent=command.id, via=(*context.via, via)))
    if reader.may_have_new_files() if "/" in words[0].text else reader.files.texts:
        from policyhooks.shell.walk.written_code import run_file

        run_file(reader, command, words, state, context)
    if wraps:
        from policyhooks.shell.walk.program_word import read_tail

        read_tail(reader, command, words, state, context)
    take_effect(reader, name, command, state, context)


def take_effect(reader: Reader, name: str, command: Command, state: State, context: Context) -> None:
    """What a listed command does to the shell, and what it runs in turn."""
    parsed = command.parsed
    entry = parsed.entry
    special = describe(name).get("special", "")
    acts = entry.get("acts", "")
    if "copies" in entry or "stdin_to_file" in entry:
        from policyhooks.shell.walk.written_files import note_files

        note_files(reader, command, state)
    if acts == "directory":
        from policyhooks.shell.walk.directories import change

        change(reader, name, command, state)
        return
    if special == "git" and (
        reader.git or command.sub == "config" or "-c" in parsed.opts or "--config-env" in parsed.opts
    ):
        from policyhooks.shell.walk.special.git import settle

        settle(reader, command, state, context)
    if context.shared:
        from policyhooks.shell.walk.shared_input import check_input

        check_input(reader, command)
    if acts:
        from policyhooks.shell.walk.builtins import act

        act(reader, name, command, state, context)
        if acts != "shell_and_runs":
            return
    makes = special == "make" and (command.stdin is not None or reader.may_have_new_files())
    if makes or special == "package_runner" or reader.reading.runs_project(describe(name)) or parsed.may_run():
        from policyhooks.shell.walk.nested import run_inner

        run_inner(reader, command, state, context)


def names_danger(words: list[Word]) -> bool:
    """An argument is the name of a program worth finding behind an unknown wrapper."""
    return any(is_dangerous(base_name(word.text)) for word in words[1:])


def only_reads(reader: Reader, parsed: Parsed, context: Context) -> bool:
    """Whether a command is known to change nothing."""
    if not parsed.reads_only() or (context.stdin_args and parsed.help):
        return False
    # Under POSIXLY_CORRECT options end at an operand.
    return not any(item.name == "POSIXLY_CORRECT" for item in reader.reading.env)


def add(
    reader: Reader,
    words: list[Word],
    parsed: Parsed,
    name: str,
    state: State,
    context: Context,
    *,
    resolved: str = "",
    program_dynamic: bool = False,
    maybe_wrapped: bool = False,
    stdin_code: bool = False,
) -> Command:
    """Append the record of one command."""
    subs = parsed.subs
    dynamic = any(word.dynamic for word in words)
    command = Command(
        id=len(reader.reading.commands) + 1,
        parent=context.parent,
        via=context.via,
        program=words[0].text,
        name=name or words[0].text,
        resolved=resolved or words[0].text,
        program_dynamic=program_dynamic,
        maybe_wrapped=maybe_wrapped,
        argv=[word.text for word in words],
        args=[word.text for word in parsed.operands],
        flags=parsed.flags,
        short=parsed.short,
        opts=parsed.opts,
        sub=subs[0] if subs else "",
        subs=subs,
        wrappers=context.wrappers,
        elevated=context.elevated,
        as_user=context.as_user,
        remote=context.remote,
        background=context.background,
        conditional=context.conditional,
        stdin_args=context.stdin_args,
        effective_cwd=state.cwd,
        dynamic=dynamic,
        dynamic_args=[index for index, word in enumerate(words) if word.dynamic] if dynamic else (),
        glob=any(word.glob for word in words),
        inert=only_reads(reader, parsed, context),
        words=words,
        parsed=parsed,
        outer=context.outer,
        reading=reader.reading,
        maybe_cwds=state.maybe_cwds,
        stdin=state.stdin() if state.streams else None,
        made=reader.files.made,
        stdin_code=stdin_code,
    )
    if dynamic:
        for word in words:
            reader.reading.edges += [Edge(source=source, target=command.id, how="argument") for source in word.ids]
    reader.reading.commands.append(command)
    return command
