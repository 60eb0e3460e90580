"""Whether a person seems to sit here: a terminal, and no agent above. It is friction and no proof, and the docs say so.

An agent that starts a terminal of its own, outside of its own processes, passes: what keeps it from that are the
rules that read its commands.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from policyhooks.clients.facts import doctor_of
from policyhooks.clients.registry import CLIENTS
from policyhooks.errors import UsageError

# What every agent's shell may have, and programs that speak for agents and are no clients of ours.
VARIABLES = ("AI_AGENT", *(name for client in CLIENTS for name in doctor_of(client).agents_own))
PROCESSES = frozenset(("amp", "opencode", "aider", "droid", *filter(None, (doctor_of(one).process for one in CLIENTS))))
MOST = 64
PS = "/bin/ps"


def require_person() -> None:
    """Raises UsageError where it does not look as if a person could read the screen and answer."""
    hint = "open a terminal of your own, outside of the agent, and run it there"
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("this needs a terminal: a person reads and answers", hint)
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        raise UsageError("this terminal controls no process, so nobody may sit at it", hint) from None
    for name in VARIABLES:
        if name in os.environ:
            raise UsageError(f"this is an agent's own shell: it has the variable {name}", hint)
    for name in ancestors():
        if name in PROCESSES:
            raise UsageError(f"this was started below {name}", hint)


def ancestors() -> Iterator[str]:
    """The names of all processes above this one, each in every form in which it has one."""
    process = os.getppid()
    for _ in range(MOST):
        if process <= 1:
            return
        names, process = _look(process)
        yield from names


def _look(process: int) -> tuple[set[str], int]:
    """The names of a process, and its parent; nothing where the system does not tell."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
        words = Path(f"/proc/{process}/cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    except OSError:
        return _ask_ps(process)
    name, _, rest = status.partition("(")[2].rpartition(")")
    return {name, *_names(words[:2])}, int(rest.split()[1])


def _ask_ps(process: int) -> tuple[set[str], int]:
    try:
        done = subprocess.run(
            [PS, "-o", "ppid=,command=", "-p", str(process)],
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
            env={"LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return set(), 0
    parent, *words = done.stdout.split() or ["0"]
    return _names(words[:2]), int(parent) if parent.isdigit() else 0


def _names(words: list[str]) -> set[str]:
    return {Path(word).name.removesuffix(".js") for word in words if word}
