"""A real terminal of a given width: what a command shows there."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path

COLOURS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def show(words: Sequence[str], columns: int, *, cwd: Path, environ: Mapping[str, str]) -> tuple[int, str]:
    """Exit code and everything that the terminal received, as it was sent."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    process = subprocess.Popen(
        list(words), stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, env={"TERM": "xterm", **environ}
    )
    os.close(theirs)
    received = b""
    while True:
        try:
            block = os.read(ours, 1 << 16)
        except OSError:  # how Linux says that nobody writes there any more
            break
        if not block:
            break
        received += block
    os.close(ours)
    return process.wait(), received.decode().replace("\r\n", "\n")


def plain_lines(received: str) -> list[str]:
    """The lines as they stand when the command is done: without colours, what was wiped is gone."""
    return [COLOURS.sub("", line.rpartition("\r")[2]).rstrip() for line in received.split("\n")]
