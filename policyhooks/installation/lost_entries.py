"""What the entries of a file that a team shares would do less than those that stand there: events that nobody would
ask about any more, and a gentler answer for whoever has no policyhooks.

Rules are weighed elsewhere. A personal file follows the client that is here: an event that it lacks is never sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from policyhooks.bundle.comparison import LOOSENED, Difference
from policyhooks.installation.command_line import MISSING, committed_command, read_arguments
from policyhooks.installation.entries import Entry, commands_of, events_to_install
from policyhooks.installation.started_state import read_commands

if TYPE_CHECKING:
    from policyhooks.installation.places import Place


def lost_entries(place: Place, used: Iterable[tuple[str, str]], entries: Sequence[Entry]) -> list[Difference]:
    """Events that rules look at (`used`, with their clients) or that can block, and that lose their entry."""
    there, coming = dict(_own(place)), dict(_coming(place, entries))
    return [
        Difference(LOOSENED, f"{place.client} {native}", "no entry any more: nothing is decided there")
        for native in events_to_install(place.client, used)
        if native in there and native not in coming
    ]


def gentler_answer(place: Place, entries: Sequence[Entry]) -> list[Difference]:
    """Whether somebody without an installation would be blocked before and is asked now, or passes."""
    before, after = _answers(place, _own(place)), _answers(place, _coming(place, entries))
    # An event that had no entry loses nothing by one, however gentle.
    changed = {(before[native], after[native]) for native in before.keys() & after.keys()}
    return [
        Difference(LOOSENED, "missing", f"{MISSING[old]} -> {MISSING[new]} for whoever has no policyhooks")
        for old, new in sorted(changed)
        if new > old
    ]


def _own(place: Place) -> Iterator[tuple[str, str]]:
    """Native event and command line of every entry of this project and client in a file that a team shares."""
    if not place.committed:
        return
    for native, line in _events(place, read_commands(place)):
        if (read_arguments(line) or {}).get("project") == place.project:
            yield native, line


def _coming(place: Place, entries: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    return _events(place, [line for entry in entries for line in commands_of(entry.value)])


def _events(place: Place, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        read = read_arguments(line)
        if read is not None and read["client"] == place.client:
            yield read["native"], line


def _answers(place: Place, lines: Iterable[tuple[str, str]]) -> dict[str, int]:
    """By event, the gentlest answer of its entries."""
    found: dict[str, int] = {}
    for native, line in lines:
        found[native] = max(found.get(native, 0), _missing(place, native, line))
    return found


def _missing(place: Place, native: str, line: str) -> int:
    """What somebody without an installation meets, as its place in MISSING; blocked where no other line is like it."""
    seconds = float((read_arguments(line) or {"seconds": "0"})["seconds"])
    for at, word in reversed(list(enumerate(MISSING))):
        if line == committed_command(place.project, place.client, native, seconds, word):
            return at
    return 0
