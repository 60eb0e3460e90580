"""Commands of vi and vim as far as they start programs, open files or run code: `:!x`, `:w x`, `:call delete(x)`.

How a line is cut into commands is ex_syntax's, what a name means is ex_commands'; what is given to functions of vim
script is read in vim_functions.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.inline.little.ex_commands import LANGUAGES, PROGRAM_OPTIONS
from policyhooks.shell.inline.little.ex_syntax import ExCommand, commands_of, end_of_pattern, is_mark
from policyhooks.shell.inline.little.scripts import Found
from policyhooks.shell.inline.little.shell_escapes import expand
from policyhooks.shell.inline.little.vim_functions import backticked, read_calls
from policyhooks.shell.inline.little.vim_strings import RETURNS, constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SPECIAL = "%#!"
FILES = {"read_file": "read", "write_file": "write"}
DEEPEST = 4
INPUT = Word("", True)  # what the editor sends to a filter


def read_editor(text: str, depth: int = 0) -> Found:
    """A script, or one command: lines of commands, with text that is inserted and code between them."""
    found = Found()
    waiting = ""  # the line that ends what is no command
    code: list[str] = []
    lang = ""
    for line in text.split("\n"):
        if waiting:
            if line.strip() == waiting:
                found.codes += [(lang, "\n".join(code))] if lang else []
                waiting, code, lang = "", [], ""
            elif lang:
                code.append(line)
            continue
        commands = commands_of(line.rstrip("\r"))
        for command in commands:
            read_command(found, command, depth)
        last = commands[-1]
        if last.kind in LANGUAGES and last.argument.startswith("<<"):
            waiting, lang = last.argument[2:].replace("trim", "").strip() or ".", last.kind
        elif last.kind == "insert" and "\n" in text and is_certain(last, text):
            waiting = "."
    found.codes += [(lang, "\n".join(code))] if lang else []
    return found


def is_certain(command: ExCommand, text: str) -> bool:
    """Whether text follows for sure: a range that does not exist, or a locked buffer, makes commands of its lines."""
    return not command.ranged and not command.argument and command.name[0] in "ai" and "noma" not in text


def read_command(found: Found, command: ExCommand, depth: int) -> None:
    """One command and the calls in it."""
    kind = command.kind
    if kind == "!":
        add_shell(found, command.argument, INPUT if command.ranged else None)
    elif kind in LANGUAGES:
        if not command.argument.startswith("<<"):
            found.codes.append((kind, command.argument.removeprefix("=")))
    elif kind in ("shell", "unread", "folder"):
        # A shell that reads what follows; a register; a folder in which later commands run.
        found.unknown = found.unknown or kind != "folder" or command.argument != ""
    elif kind in FILES:
        add_file(found, FILES[kind], command.argument, depth)
    elif kind == "commands":
        nest(found, command.argument, depth)
    elif kind in ("keys", "map"):
        read_keys(found, command.argument, depth)
    elif kind in READERS:
        READERS[kind](found, command, depth)
    read_calls(found, command.text, lambda text: nest(found, text, depth), lambda keys: read_keys(found, keys, depth))


def nest(found: Found, text: str, depth: int) -> None:
    """Commands that are the argument of a command."""
    if depth >= DEEPEST:
        reach("too_much_code")
        return
    inner = read_editor(text, depth + 1)
    found.commands += inner.commands
    found.paths += inner.paths
    found.codes += inner.codes
    found.unknown = found.unknown or inner.unknown


def add_shell(found: Found, text: str, stdin: Word | None = None) -> None:
    """Shell text of which the editor replaces signs."""
    value, repeats = expand(text, SPECIAL)
    if value.strip():
        found.commands.append((value, stdin))
    found.unknown = found.unknown or repeats


def read_global(found: Found, command: ExCommand, depth: int) -> None:
    """`g/pattern/command`."""
    if is_mark(command.argument[:1]):
        nest(found, command.argument[end_of_pattern(command.argument, 0) + 1 :], depth)


def read_autocmd(found: Found, command: ExCommand, depth: int) -> None:
    """`[group] events pattern [++once] commands`: a pattern of letters alone could be a list of events."""
    words = command.argument.split(None, 3)
    starts = [2, 3] if len(words) > 3 and words[1].replace(",", "").isalpha() else [2]
    for start in starts:
        rest = (command.argument.split(None, start) + [""] * 4)[start]
        while rest.startswith(("++", "nested ")):
            rest = rest.partition(" ")[2].lstrip()
        nest(found, rest, depth)


def read_user_command(found: Found, command: ExCommand, depth: int) -> None:
    """`command! -nargs=1 Name replacement`."""
    rest = command.argument
    while rest.startswith("-"):
        rest = rest.partition(" ")[2].lstrip()
    nest(found, rest.partition(" ")[2], depth)


def read_keys(found: Found, keys: str, depth: int = 0) -> None:
    """What is typed: commands behind a colon; a filter or a register is unknown."""
    for name in RETURNS:
        at = keys.lower().find(name)
        while at >= 0:
            keys = keys[:at] + "\r" + keys[at + len(name) :]
            at = keys.lower().find(name)
    for line in keys.replace("<bar>", "|").replace("<Bar>", "|").split("\r"):
        typed, colon, command = line.partition(":")
        found.unknown = found.unknown or "!" in typed or "@" in typed
        if colon:
            nest(found, command.removeprefix("<C-U>").removeprefix("<c-u>"), depth)


def read_terminal(found: Found, command: ExCommand, depth: int) -> None:
    text = command.argument
    while text.startswith("++"):
        text = text.partition(" ")[2].lstrip()
    add_shell(found, text)


def read_make(found: Found, command: ExCommand, depth: int) -> None:
    """`:make x` is `make x`; `:grep x` is grep."""
    add_shell(found, f"{command.kind} {'-n ' if command.kind == 'grep' else ''}{command.argument}")


def read_set(found: Found, command: ExCommand, depth: int) -> None:
    """Options that hold a program: what is started later is another one."""
    for word in command.argument.replace("\\ ", "\x00").split():
        name = word.rstrip("+^-").partition("=")[0].partition(":")[0].rstrip("+^-")
        if name in PROGRAM_OPTIONS and len(word) > len(name) and word[len(name)] not in "?&<":
            found.unknown = True


def read_read(found: Found, command: ExCommand, depth: int) -> None:
    """`:r file`, `:r !command`, `:r!command`."""
    if command.bang or command.argument.startswith("!"):
        add_shell(found, command.argument if command.bang else command.argument[1:])
    else:
        add_file(found, "read", command.argument, depth)


def read_write(found: Found, command: ExCommand, depth: int) -> None:
    """`:w file`, `:w! file`, `:w >> file`, `:w !command`. `:w!x` writes a file."""
    if command.argument.startswith("!"):
        add_shell(found, command.argument[1:], INPUT)
    else:
        add_file(found, "write", command.argument, depth)


def read_redirect(found: Found, command: ExCommand, depth: int) -> None:
    """`:redir > file`, `:hardcopy > file`; `:redir @a` writes none."""
    if command.argument.startswith(">"):
        add_file(found, "write", command.argument, depth)


def read_edit(found: Found, command: ExCommand, depth: int) -> None:
    add_file(found, "read", command.argument, depth)
    found.paths += [("write", word) for op, word in found.paths[-1:] if op == "read" and command.argument]


def read_source(found: Found, command: ExCommand, depth: int) -> None:
    """A file of commands; without one the lines of the buffer are run."""
    if not command.argument:
        found.unknown = found.unknown or command.name.startswith("so")
        return
    found.commands += [(text, None) for text in backticked(command.argument)]
    found.paths.append(("exec", path_word(command.argument)))


def add_file(found: Found, op: str, argument: str, depth: int) -> None:
    """A file's name, behind `>>`, `++enc=x` and `+command`."""
    rest = argument.lstrip(">").lstrip()
    while rest.startswith("+"):
        word, _, rest = rest.replace("\\ ", "\x00").partition(" ")
        if not word.startswith("++"):
            nest(found, word[1:].replace("\x00", " "), depth)
        rest = rest.replace("\x00", "\\ ").lstrip()
    found.commands += [(text, None) for text in backticked(rest)]
    if rest and rest != "%":
        found.paths.append((op, path_word(rest)))


def path_word(text: str) -> Word:
    """A name as the editor expands it."""
    if any(sign in text.replace("\\%", "").replace("\\#", "") for sign in "%#$`<"):
        return Word("$_", dynamic=True)
    return Word(text.replace("\\ ", " "), glob=any(sign in text for sign in "*?["))


def read_execute(found: Found, command: ExCommand, depth: int) -> None:
    """`:execute "text"`."""
    value, known = constant(command.argument)
    if not known:
        found.unknown = True
        return
    nest(found, value, depth)


def read_expression(found: Found, command: ExCommand, depth: int) -> None:
    """`:let &makeprg = ...`; what is called is read elsewhere."""
    for piece in command.argument.split("&")[1:]:
        name = piece.removeprefix("l:").removeprefix("g:").partition("=")[0].strip(" \t.+-")
        found.unknown = found.unknown or name in PROGRAM_OPTIONS


READERS: dict[str, Callable[[Found, ExCommand, int], None]] = {
    "global": read_global,
    "autocmd": read_autocmd,
    "command": read_user_command,
    "terminal": read_terminal,
    "make": read_make,
    "grep": read_make,
    "set": read_set,
    "read": read_read,
    "write": read_write,
    "redirect": read_redirect,
    "edit": read_edit,
    "source": read_source,
    "execute": read_execute,
    "expression": read_expression,
}
