"""The command line that a client starts through its shell: an entry of version 2.

    { c=0; START || c=$?; case $c in 64) ;; *) /usr/bin/env -i /bin/sh -c TAIL policyhooks "$c" TEXTS ;; esac; }

START is `bin/hook 2 PROJECT CLIENT EVENT SECONDS`. 64 means that the answer is complete, and the
line leaves with 0; every other code goes to the tail, which keeps a 2 and otherwise gives the
client's own fail answer. So a missing file, a crash, a kill and a 0 by accident all block.

The line itself consists of keywords and absolute paths: where the shell is bash, an exported
function can stand in for any builtin, even `exit` and `printf`. The tail runs in an empty
environment, where none is left. The braces make a here-document that a client appends reach the
hook. Nothing holds against SHELLOPTS=noexec, BASH_ENV or a startup file of zsh: such a shell runs
what they say before it reads the line, or never reads it.

INVARIANT: a line holds neither `//` nor `/*`, which Cursor takes for comments, and a committed line
is the same for everybody: no path but the one below HOME, no digest, no version but the entry's.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.clients.catalog import rows
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.core.event import Event
from policyhooks.core.verdict import Decision
from policyhooks.image.stub import COMPLETE, NO_PROJECT

if TYPE_CHECKING:
    from policyhooks.core.verdict import Response

VERSION = 2
SHARE = ".local/share/policyhooks"  # below HOME
MISSING = ("block", "ask", "pass")  # what somebody without an installation meets

_COULD_NOT = "policyhooks could not run, so this is blocked. "
_NOT_HERE = "policyhooks is not installed here or could not run, so this is blocked. "
_ASKED = "policyhooks is not installed here, so nothing checks this: continue without the policies of this project?"

_OURS = re.compile(
    rf"/bin/hook['\"]? {VERSION} (?P<project>[a-z0-9-]+) (?P<client>{'|'.join(CLIENTS)})"
    r" (?P<native>\w+) (?P<seconds>[0-9.]+) \|\| c=\$\?"
)
# Entries that were written before there was a version in them.
_FIRST = re.compile(
    rf"-I -S .*/hook\.py'? (?P<client>{'|'.join(CLIENTS)}) (?P<native>\w+) (?P<seconds>[0-9.]+) \|\| ", re.DOTALL
)


def personal_command(state: Path, client: str, native: str, seconds: float, hint: str = "") -> str:
    """For a personal or managed file: the hook of one state folder, by its absolute path."""
    start = f"{shlex.quote(f'{state}/bin/hook')} {_arguments(NO_PROJECT, client, native, seconds)} || c=$?"
    reason = _COULD_NOT + (hint or f"Run `policyhooks install --client {client}` again.")
    return guarded(start, client, native, reason)


def committed_command(project: str, client: str, native: str, seconds: float, missing: str = "block") -> str:
    """For a file that a team shares: the hook of whoever runs it, found below their HOME."""
    hook = f'"$HOME/{SHARE}/bin/hook"'
    start = f"case ${{HOME-}} in /?*) {hook} {_arguments(project, client, native, seconds)} || c=$?;; esac"
    reason = _NOT_HERE + f"Run `policyhooks install --client {client}` in this project, or ask who keeps its policies."
    return guarded(start, client, native, reason, None if missing == "block" else _unchecked(client, native, missing))


def guarded(start: str, client: str, native: str, reason: str, unchecked: Response | None = None) -> str:
    """A start with its tail. `unchecked` is the answer where there is no hook at all, in place of the fail answer."""
    answer = adapter_for(client).fail(native, reason)
    tail, texts = ["case $1 in 2) exit 2;; esac"], ['"$c"']
    if unchecked is not None:
        texts.append(f'"${{HOME-}}/{SHARE}/bin/hook"')
        tail.append('test -e "$2" || { ' + "; ".join(_say(unchecked, texts)) + "; }")
    tail += _say(answer, texts)
    words = f"/usr/bin/env -i /bin/sh -c '{'; '.join(tail)}' policyhooks {' '.join(texts)}"
    return f"{{ c=0; {start}; case $c in {COMPLETE}) ;; *) {words};; esac; }}"


def read_arguments(command: str) -> dict[str, str] | None:
    """Project, client, native event and seconds of a line of ours; version 1 has no project. None for others' lines."""
    found = _OURS.search(command) or _FIRST.search(command)
    return found.groupdict() if found is not None else None


def _arguments(project: str, client: str, native: str, seconds: float) -> str:
    return f"{VERSION} {project} {client} {native} {seconds:g}"


def _say(answer: Response, texts: list[str]) -> list[str]:
    """The steps that give an answer; its texts become arguments, so that the steps hold no quotes."""
    steps = []
    for data, target in ((answer.stdout, ""), (answer.stderr, " >&2")):
        if data:
            texts.append(shlex.quote(data.decode().rstrip("\n")))
            steps.append(f'printf "%s\\n" "${len(texts)}"{target}')
    return [*steps, f"exit {answer.exit_code}"]


def _unchecked(client: str, native: str, missing: str) -> Response | None:
    """No opinion, or a question; None where the kinds of this event would need different words."""
    decision = Decision(verdict=missing, user=_ASKED, agent=_ASKED)
    found = [
        adapter_for(client).render(Event(client=client, native=native, name=row.event), decision)
        for row in rows(client, native=native)
    ]
    first = (found[0].stdout, found[0].stderr, found[0].exit_code) if found else None
    same = all((one.stdout, one.stderr, one.exit_code) == first for one in found)
    return found[0] if found and same else None
