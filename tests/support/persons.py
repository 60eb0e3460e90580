"""A person at a terminal: a pty of a session of its own, what it shows, and what is typed there."""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path

TYPED_S = 60.0
QUESTION = "characters of the digest: "
MORE = "q to stop -- "
DIGEST = re.compile(r"Digest\s+([0-9a-f]{64})")


class Person:
    """Runs one command in a terminal of their own and answers what it asks."""

    def __init__(self, words: list[str], environ: Mapping[str, str], cwd: Path, columns: int = 100) -> None:
        self.shown = ""
        self.read_to = 0
        self.process, self.terminal = pty.fork()
        if not self.process:
            os.chdir(cwd)
            os.execve(sys.executable, [sys.executable, "-m", "policyhooks", *words], dict(environ))
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

    def waits_for(self, *questions: str) -> str:
        """Which question stands on the screen; nothing where the command ended first."""
        end = time.monotonic() + TYPED_S
        while time.monotonic() < end:
            found = [one for one in questions if one in self.shown[self.read_to :]]
            if found:
                self.read_to = len(self.shown)
                return found[0]
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    piece = os.read(self.terminal, 1 << 16)
                except OSError:
                    piece = b""
                if not piece:
                    return ""
                self.shown += piece.decode("utf-8", "replace").replace("\r\n", "\n")
        raise TimeoutError(self.shown)

    def types(self, text: str) -> None:
        os.write(self.terminal, text.encode() + b"\n")

    def ends(self) -> int:
        """Its exit code, with everything shown."""
        while self.waits_for("\0"):
            continue
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def signs(words: list[str], environ: Mapping[str, str], cwd: Path) -> tuple[int, str]:
    """A person who signs what they were sent; exit code and the screen."""
    return approves(words, environ, cwd, verb=("approvals", "sign"))


def approves(
    words: list[str],
    environ: Mapping[str, str],
    cwd: Path,
    *,
    answer: Callable[[str], str] = lambda digest: digest[-4:],
    columns: int = 100,
    verb: tuple[str, ...] = ("approve",),
) -> tuple[int, str]:
    """A person who turns every page and answers; exit code and the screen."""
    person = Person([*verb, *words, "--reason", "a release"], environ, cwd, columns)
    while asked := person.waits_for(QUESTION, MORE):
        if asked == MORE:
            person.types("")
            continue
        digest = DIGEST.search(person.shown)
        assert digest is not None, person.shown
        person.types(answer(digest[1]))
    return person.ends(), person.shown
