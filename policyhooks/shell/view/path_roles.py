"""Paths of commands and redirections, by the roles of words; without a table, words that look like paths."""

from __future__ import annotations

from policyhooks.core.shell_records import PathRef, Redirect
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.pathtext import lead
from policyhooks.shell.programs.parsed import has_code
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.view.path_notations import PATH_NOTATIONS
from policyhooks.shell.view.paths import path_ref
from policyhooks.shell.view.reach_signs import may_be_fed, may_reach

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.programs.parsed import Parsed
    from policyhooks.shell.view.shell import View
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.reading import Reading
    from policyhooks.shell.walk.redirections import Redirection

REDIRECT_OPS = {
    "<": "read", ">": "write", ">|": "write", ">!": "write", "&>": "write", "&>|": "write", ">>": "append",
    "&>>": "append", "<>": "write", ">&": "write", "<&": "", "<<": "", "<<-": "", "<<<": "",
}  # fmt: skip


def paths_of(command: Command) -> list[PathRef]:
    """Every path that the command names, with what it does to it; its redirections included."""
    found: list[PathRef] = []
    if "/" in command.program and not command.program_dynamic:
        add_program(command, found)
    for parsed in (*command.outer, command.parsed):
        if parsed.entry.get("kind") == "wrapper" and parsed is command.parsed and parsed.rest > 0:
            continue
        add_roles(command, parsed, found)
    if command.parsed.is_vague and command.name != "?":
        from policyhooks.shell.view.path_guesses import guess_paths

        found += guess_paths(command)
    if has_code(command):
        from policyhooks.shell.inline.code import code_paths

        for op, word in code_paths(command):
            add(command, word, op, found)
    for redirect in command.reading.redirects:
        if redirect.command_id == command.id:
            found += redirect_paths(command.reading, redirect)
    if may_reach(command, found):
        from policyhooks.shell.view.folder_reach import reach_paths

        found += reach_paths(command, found)
    if may_be_fed(command, found):
        from policyhooks.shell.view.listing_reach import listed_reach

        found += listed_reach(command, found)
    return found


def add_program(command: Command, found: list[PathRef]) -> None:
    """The program's own file, where it is one of ours: starting that is a deed on it."""
    own: list[PathRef] = []
    add(command, command.words[0], "exec", own)
    found += [path for path in own if "policy_engine" in path.tags]


def add_roles(command: Command, parsed: Parsed, found: list[PathRef]) -> None:
    places = directories(command, parsed)
    for role, word, option in parsed.roles:
        for op, text in role_paths(role, word.text):
            add(command, Word(text, word.dynamic, word.glob), op, found, () if option else places)
    touches = parsed.entry.get("touches")
    if touches:
        for condition, effect in touches.items():
            if parsed.has(condition):
                op, _, text = effect.partition(":")
                for name in url_names(parsed) if text == "$url" else [text]:
                    add(command, Word(name), op, found, places)
    links = [word for role, word, _ in parsed.roles if "link" in role_of(role).ops]
    if links and parsed.has("-f|--force"):
        add(command, links[-1], "write", found)  # what stood there is gone


def url_names(parsed: Parsed) -> list[str]:
    """The file names that a download takes from its URLs."""
    names = []
    for role, word, _ in parsed.roles:
        if role_of(role).place == "url":
            path = word.text.partition("://")[2].partition("?")[0].partition("#")[0]
            names.append(path.rpartition("/")[2] or "index.html")
    return names


def role_paths(name: str, text: str) -> list[tuple[str, str]]:
    """(op, path) of one word in its role."""
    role = role_of(name)
    return PATH_NOTATIONS[role.paths](text, role.ops) if role.ops else []


def directories(command: Command, parsed: Parsed) -> tuple[str, ...]:
    """Where operands lie when an option names the directory (`git -C`, `tar -C`); empty: where the shell is."""
    places: tuple[str, ...] = ()
    for role, word, _ in parsed.roles:
        if role_of(role).gives == "cwd":
            places = lead(word.text, word.glob, places or (command.effective_cwd, *command.maybe_cwds))
    return places


def add(command: Command, word: Word, op: str, found: list[PathRef], places: tuple[str, ...] = ()) -> None:
    if word.dynamic and ":-" in word.text:
        for other in with_default(word):
            add(command, other, op, found, places)
    settings = command.reading.settings
    for cwd in places or (command.effective_cwd, *command.maybe_cwds):
        found.append(
            path_ref(
                word.text,
                cwd=cwd,
                workspace=settings.workspace,
                home=settings.home,
                op=op,
                links=settings.links,
                dynamic=word.dynamic,
                glob=word.glob,
                made=command.made,
                guarded=settings.guarded,
                seen=command.reading.seen,
            )
        )
        if word.text.startswith(("/", "~")):
            break


def with_default(word: Word) -> list[Word]:
    """`${x:-/etc/hosts}`: the path where the variable is not set. What the variable may hold stays dynamic."""
    head, _, rest = word.text.partition(":-")
    before, mark, name = head.rpartition("${")
    default, close, after = rest.partition("}")
    if not mark or not close or not name.isidentifier():
        return []
    text = before + default + after
    return [Word(text, "$" in text, word.glob)]


def redirect_paths(reading: Reading, redirect: Redirection) -> list[PathRef]:
    settings, target = reading.settings, redirect.target
    word, places = target.word, target.places
    op = REDIRECT_OPS.get(target.op, "write")
    if not op or (target.op == ">&" and (word.text == "-" or word.text.rstrip("-").isdecimal())) or word.file:
        return []
    names = [word, *with_default(word)] if word.dynamic and ":-" in word.text else [word]
    return [
        path_ref(
            name.text,
            cwd=cwd,
            workspace=settings.workspace,
            home=settings.home,
            op=op,
            links=settings.links,
            dynamic=name.dynamic,
            glob=name.glob,
            made=redirect.made,
            guarded=settings.guarded,
            seen=reading.seen,
        )
        for name in names
        for cwd in (places[:1] if name.text.startswith(("/", "~")) else places)
    ]


def redirects_of(view: View) -> list[Redirect]:
    """shell.redirects."""
    found = []
    for redirect in view.reading.redirects:
        target = redirect.target
        paths = redirect_paths(view.reading, redirect)
        found.append(
            Redirect(
                op=target.op,
                fd=target.descriptor,
                path=paths[0] if paths else PathRef(),
                here_text=redirect.here_text,
                command_id=redirect.command_id,
            )
        )
    return found


def all_paths(view: View) -> list[PathRef]:
    """shell.paths: of every command, of redirections that belong to no command, of inline code."""
    found: list[PathRef] = []
    for command in view.reading.commands:
        found += command.all_paths
    for redirect in view.reading.redirects:
        if not redirect.command_id:
            found += redirect_paths(view.reading, redirect)
    return found
