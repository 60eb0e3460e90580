"""What the entries of a file that a team shares would do less than those that stand there: events that nobody would
ask about any more, and a gentler answer for whoever has no policyhooks.

Rules are weighed elsewhere. A personal file follows the client that is here: an event that it lacks is never sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from policyhooks.bundle.comparison import LOOSENED, Difference
from policyhooks.installation.command_line import MISSING, committed_command, read_arguments
from policyhooks.installation.entries import Entry, commands_of, events_to_install
from policyhooks.installation.started_state import read_commands

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled
    from policyhooks.installation.places import Place


def lost_entries(place: Place, compiled: Compiled, entries: Sequence[Entry]) -> list[Difference]:
    """What would be lost in the file, event by event; nothing where the file has no entries of this project."""
    if not place.committed:
        return []
    there = dict(_own(place))
    coming = dict(_events(place, [line for entry in entries for line in commands_of(entry.value)]))
    wanted = events_to_install(place.client, compiled.used_events)
    found = [
        Difference(LOOSENED, f"{place.client} {native}", "no entry any more: nothing is decided there")
        for native in wanted
        if native in there and native not in coming
    ]
    before = {_missing(place, native, line) for native, line in there.items()}
    after = {_missing(place, native, line) for native, line in coming.items()}
    if before and after and max(after) > max(before):
        words = f"{MISSING[max(before)]} -> {MISSING[max(after)]}"
        found.append(Difference(LOOSENED, "missing", f"{words} for whoever has no policyhooks"))
    return found


def _own(place: Place) -> Iterator[tuple[str, str]]:
    """Native event and command line of every entry of this project and client in the file."""
    for native, line in _events(place, read_commands(place)):
        if (read_arguments(line) or {}).get("project") == place.project:
            yield native, line


def _events(place: Place, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        read = read_arguments(line)
        if read is not None and read["client"] == place.client:
            yield read["native"], line


def _missing(place: Place, native: str, line: str) -> int:
    """What somebody without an installation meets, as its place in MISSING; blocked where no other line is like it."""
    seconds = float((read_arguments(line) or {"seconds": "0"})["seconds"])
    for at, word in reversed(list(enumerate(MISSING))):
        if line == committed_command(place.project, place.client, native, seconds, word):
            return at
    return 0
