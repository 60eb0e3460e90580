"""cd, pushd, popd: where the commands that follow run."""

from __future__ import annotations

from policyhooks.shell.pathtext import normalize
from policyhooks.shell.state import State, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.commands import Command
    from policyhooks.shell.walk import Reader


def change(reader: Reader, name: str, command: Command, state: State) -> None:
    """cd: the new directory where it is certain; the old one stays possible unless the new one exists now."""
    operands = [word for word in command.parsed.operands if word.text not in ("-L", "-P", "-e", "-@")]
    old = state.cwd
    if name == "popd" or len(operands) > 1 or (operands and operands[0].text[:1] in ("-", "+")):
        state.cwd, state.maybe_cwds = "", ()
        return
    if not operands:
        target = Word(reader.home) if name == "cd" and "HOME" not in state.variables else Word("$HOME", dynamic=True)
    else:
        target = operands[0]
    if target.dynamic or target.glob or ("CDPATH" in state.variables and target.text[:1] not in "/."):
        state.cwd, state.maybe_cwds = "", ()
        return
    state.cwd = normalize(target.text, old)
    state.maybe_cwds = () if not old or old == state.cwd or exists(reader, state.cwd) else (old,)


def exists(reader: Reader, path: str) -> bool:
    if not reader.links or not path:
        return False
    import posix

    try:
        return posix.stat(path).st_mode & 0o170000 == 0o040000
    except (OSError, ValueError):
        return False
