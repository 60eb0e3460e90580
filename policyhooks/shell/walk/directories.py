"""cd, pushd, popd: where the commands that follow run."""

from __future__ import annotations

from policyhooks.core.looks import look
from policyhooks.core.values import Record
from policyhooks.shell.expansion.state import MOST_PLACES, State, Word
from policyhooks.shell.pathtext import lead
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.syntax.nodes import Binary, first_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.syntax.nodes import Statement
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.statements import Reader


class Worked(Record):
    """An `a && b`, and the directories that it leads to if all of it works."""

    node: Binary
    places: tuple[str, ...]


def change(reader: Reader, name: str, command: Command, state: State) -> None:
    """cd: the new directory where it is certain; the old one stays possible unless the new one exists now."""
    operands = [word for word in command.parsed.operands if word.text not in ("-L", "-P", "-e", "-@")]
    olds = state.places()
    earlier = state.been
    state.before_cd, state.after_cd = olds, ()
    state.been = tuple(dict.fromkeys((*olds, *earlier)))[:MOST_PLACES]
    if name == "popd" or (operands and is_return(operands[0])):
        state.place(("", *earlier))
        return
    if len(operands) > 1:
        state.place(("", *(place for word in operands for place in lead(word.text, word.glob, olds))))
        return
    if not operands:
        target = (
            Word(reader.settings.home)
            if name == "cd" and "HOME" not in state.variables
            else Word("$HOME", dynamic=True)
        )
    else:
        target = operands[0]
    news = lead(target.text, target.glob, olds)
    if target.dynamic or target.glob or (target.text[:1] not in "/." and searched(reader, state)):
        state.after_cd = ("", *news)
        state.place(state.after_cd)
        return
    state.after_cd = news
    certain = len(news) == 1 and exists(reader, news[0])
    state.place(news if certain or not olds[0] else (*news, *olds))


def is_return(word: Word) -> bool:
    """`cd -`, `pushd +1`, `cd "$OLDPWD"`: to where the shell has been before."""
    return word.text[:1] in ("-", "+") or word.text in ("$OLDPWD", "~-")


def searched(reader: Reader, state: State) -> bool:
    """CDPATH says where else a relative directory may lie."""
    return "CDPATH" in state.variables or any(entry.name == "CDPATH" for entry in reader.reading.env)


def assume_left(worked: Worked | None, node: Binary, state: State) -> None:
    """Where the right side of `a && b` or `a || b` runs."""
    left = node.left
    if node.op == "&&" and worked is not None and worked.node is left.command and not left.negated:
        state.place(worked.places)  # all of `cd x && make` worked
    else:
        assume(left, state, node.op == "&&")


def assume(statement: Statement, state: State, worked: bool) -> None:
    """What runs after `cd x &&` runs where it led, what runs after `cd x ||` where it did not."""
    if is_change(statement, state) and state.after_cd:
        state.place(state.after_cd if worked else state.before_cd)


def is_change(statement: Statement, state: State) -> bool:
    """A plain `cd` or `pushd`, not a function of that name: what one of these did does not show in its status."""
    name = first_text(statement)
    if name in state.functions:
        return False
    return describe(name).get("acts") == "directory" and not statement.negated and not statement.background


def exists(reader: Reader, path: str) -> bool:
    if not reader.settings.links or not path:
        return False
    return look("folder", path, lambda: _is_folder(path))


def _is_folder(path: str) -> bool:
    import posix

    try:
        return posix.stat(path).st_mode & 0o170000 == 0o040000
    except (OSError, ValueError):
        return False
