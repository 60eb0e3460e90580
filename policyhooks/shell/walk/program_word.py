"""The first word of a command, where it is not plain text: which program it still names for certain."""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.programs.lookup import describe, is_dangerous
from policyhooks.shell.walk.commands import base_name, make_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader


def look_up(reader: Reader, words: list[Word], state: State, context: Context) -> list[Word]:
    """`$(which node) x` is `node x`, `${CC:-cc} x` is `cc x`. An unquoted nothing makes the next word the program."""
    head = words[0]
    default = default_of(head, state)
    if default:
        return [Word(default), *words[1:]]
    if not head.ids or head.text != "$(...)":
        return words
    from policyhooks.shell.walk.special.shell_setup import located

    name = located(reader, head)
    if not name:
        return words
    if head.splits and len(words) > 1 and is_dangerous(base_name(words[1].text)):
        make_command(reader, words[1:], state.copy(), context.but(conditional=True))
    return [Word(name), *words[1:]]


def read_tail(reader: Reader, command: Command, words: list[Word], state: State, context: Context) -> None:
    """`mywrap git push -f`: a program nobody described may run the rest of its words, so they are read too."""
    start = next(place for place, word in enumerate(words) if place and is_dangerous(base_name(word.text)))
    inner = context.but(parent=command.id, via=(*context.via, "maybe"), conditional=True)
    make_command(reader, words[start:], state.copy(), inner)


def default_of(word: Word, state: State) -> str:
    """`${CC:-cc}`: the text that stands for a variable which this text does not set; empty where there is none."""
    name, mark, default = word.text.removeprefix("${").removesuffix("}").partition(":-")
    if not mark or not word.text.startswith("${") or not word.text.endswith("}") or not is_foreign(name, state):
        return ""
    return default


def has_known_name(reader: Reader, head: Word, state: State) -> bool:
    """`"$DIR/npm"`: one word whose last component is written out. Unquoted, the folder must come from outside."""
    folder, slash, name = head.text.rpartition("/")
    if not name or not slash or head.file or head.glob or "$" in name or "(" in name or "`" in name:
        return False
    if not head.splits:
        return True
    if head.ids and "$(...)" in folder:
        from policyhooks.shell.walk.special.shell_setup import prints_place

        return folder.partition("/")[0] == "$(...)" and "$" not in folder[6:] and prints_place(reader, head)
    variable, _, rest = folder.replace("${", "$").replace("}", "").partition("/")
    variable = variable.partition(":-")[0]
    return "$" not in rest and variable[:1] == "$" and is_foreign(variable[1:], state)


def is_foreign(name: str, state: State) -> bool:
    """A variable of the environment that this text does not set: by custom one folder."""
    return name.isidentifier() and name not in state.variables and name not in state.volatile and name != "IFS"


def is_git_program(head: Word, sub: str) -> bool:
    """`git-reset`, also in git's own folder, is `git reset`. A file of that name elsewhere is what it is."""
    if "/" in head.text and not head.dynamic and "git-core" not in head.text:
        return False
    subs = describe("git").get("sub", {})
    return sub in subs or any(sub in names.split("|") for names in subs)
