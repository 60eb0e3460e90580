"""What stands around a command that its program and words know nothing of: redirections, variables, wrappers, its path.

It says whether they leave a command that changes nothing as harmless as it is. Loaded when a rule asks for that.
"""

from __future__ import annotations

from policyhooks.shell.pathtext import normalize
from policyhooks.shell.programs.variables import role_of
from policyhooks.shell.walk.reading import ANY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.shell_records import Env
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.reading import Reading
    from policyhooks.shell.walk.redirections import Redirection

# Where a program that is named by its path is what its name says; elsewhere anybody may have put it.
PROGRAM_FOLDERS = frozenset(("/bin", "/sbin", "/usr/bin", "/usr/sbin"))
# What is written there is shown, or gone.
SINKS = frozenset(("/dev/null", "/dev/stderr", "/dev/stdout", "/dev/tty"))
WILDCARDS = ("*", "?", "[")
KEYWORDS = ("time",)  # wrappers that are no programs, and change nothing


def changes_nothing(command: Command) -> bool:
    """Whether a command changes nothing by its words, and nothing around it makes it change something."""
    return (
        command.inert
        and is_plain(command)
        and not any(is_set_for(command, entry) for entry in command.reading.env)
        and not binds(command.reading)
        and not any(covers(command, item) and writes(item) for item in command.reading.redirects)
        and all(other.read_only for other in command.reading.commands if other.parent == command.id)
    )


def is_plain(command: Command) -> bool:
    """No unknown word that may be an option, no wrapper that does more than start it, no program of one's own."""
    if command.dynamic or command.stdin_args or command.elevated or command.remote:
        return False
    if "changes" in command.parsed.entry and any(
        word.glob and word.text.startswith(WILDCARDS) for word in command.words
    ):
        return False  # a file may be named like an option
    if not all(outer.reads_only() for outer in command.outer):
        return False
    if sum(name not in KEYWORDS for name in command.wrappers) > len(command.outer):
        return False
    program = command.program
    return "/" not in program or normalize(program, command.effective_cwd).rpartition("/")[0] in PROGRAM_FOLDERS


def is_set_for(command: Command, entry: Env) -> bool:
    """Whether a variable may reach the command and mean something to it."""
    if is_harmless(entry):
        return False
    if entry.scope == "shell":
        return role_of(entry.name) not in ("", "plain")  # it may be in the environment already
    return entry.scope == "export" or entry.command_id == command.id


def is_harmless(entry: Env) -> bool:
    """A variable that only changes how something looks, with a value that is no path."""
    value = entry.value
    return not entry.dynamic and role_of(entry.name) == "plain" and ".." not in value and value[:1] not in ("/", ":")


def binds(reading: Reading) -> bool:
    """Whether a loop, a default or arithmetic may have set a variable that means something to programs."""
    return any(name == ANY or role_of(name) not in ("", "plain") for name in reading.bound)


def covers(command: Command, item: Redirection) -> bool:
    """Whether a redirection holds for a command: its own, its block's, or one of the whole shell from there on."""
    if not item.command_id or command.id < item.command_id:
        return False
    owner = command.reading.commands[item.command_id - 1]
    return command.id <= item.last_id or (owner.name == "exec" and len(owner.words) == 1)


def writes(item: Redirection) -> bool:
    """Whether a redirection opens a file to write; the commands of a process substitution are listed themselves."""
    target = item.target
    text = target.word.text
    if target.op.startswith("<") and target.op != "<>":
        return False
    if target.word.file or (target.op == ">&" and (text.isdecimal() or text == "-")):
        return False
    return target.word.dynamic or text not in SINKS
