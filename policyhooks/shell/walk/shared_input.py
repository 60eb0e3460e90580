"""A script on standard input shares it with the commands that it starts: what one of these reads is not run.

Then nobody knows which lines are left, and the body of a here-document whose first line is gone is commands. Loaded
only for such scripts. What a program that no table knows reads is out of sight, like everything else that it does.
"""

from __future__ import annotations

from policyhooks.shell.programs.lookup import describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.statements import Reader


def check_input(reader: Reader, command: Command) -> None:
    """A problem where a command reads the script that starts it."""
    parsed = command.parsed
    if parsed.help:
        return
    reads = describe(command.name).get("reads_stdin")
    given = [word.text for word in parsed.operands]
    files = [word for role, word, _ in parsed.roles if role in ("read", "use")]
    if reads == "always" or "-" in given or (isinstance(reads, int) and not files and len(given) <= reads):
        reader.problem("dynamic_code")
