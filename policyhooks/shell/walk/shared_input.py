"""A script on standard input shares it with the commands that it starts: what one of these reads is not run.

Then nobody knows which lines are left, and the body of a here-document whose first line is gone is commands. Loaded
only for such scripts. What a program that no table knows reads is out of sight, like everything else that it does.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.statements import Reader

ALWAYS = frozenset(("read", "mapfile", "readarray", "ssh", "tee", "tr", "nc", "ncat", "telnet"))
# Read their standard input where no operand names a file, after this many operands that are something else.
WITHOUT_FILES = {
    "cat": 0, "tac": 0, "head": 0, "tail": 0, "sort": 0, "uniq": 0, "wc": 0, "cut": 0, "rev": 0, "nl": 0, "od": 0,
    "xxd": 0, "hexdump": 0, "base64": 0, "base32": 0, "md5sum": 0, "sha1sum": 0, "sha256sum": 0, "sha512sum": 0,
    "fold": 0, "fmt": 0, "paste": 0, "less": 0, "more": 0, "bc": 0, "dc": 0, "patch": 0, "sponge": 0, "gzip": 0,
    "gunzip": 0, "zcat": 0, "bzip2": 0, "xz": 0, "strings": 0, "column": 0, "expand": 0, "unexpand": 0, "dd": 0,
    "grep": 1, "egrep": 1, "fgrep": 1, "sed": 1, "awk": 1, "gawk": 1, "mawk": 1, "jq": 1, "split": 0, "openssl": 1,
}  # fmt: skip


def check_input(reader: Reader, command: Command) -> None:
    """A problem where a command reads the script that starts it."""
    parsed = command.parsed
    if parsed.help:
        return
    given = [word.text for word in parsed.operands]
    files = [word for role, word, _ in parsed.roles if role.removeprefix("tree:") in ("read", "use")]
    if (
        command.name in ALWAYS
        or "-" in given
        or (command.name in WITHOUT_FILES and not files and len(given) <= WITHOUT_FILES[command.name])
    ):
        reader.problem("dynamic_code")
