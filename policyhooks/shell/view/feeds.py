"""Which listings reach a command: over pipes, in words, through variables and files, or because they start it."""

from __future__ import annotations

from policyhooks.core.values import Record
from policyhooks.shell.view.listers import Listing, listing_of
from policyhooks.shell.walk.listed_paths import is_filter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.reading import Reading


class Feed(Record):
    """A listing on its way to a command, and the filters between them."""

    listing: Listing
    lister: Command
    filters: tuple[Command, ...]


def feeds_of(command: Command) -> list[Feed]:
    """Every listing whose output reaches a command, or that starts it, or that it is."""
    commands = command.reading.commands
    before = sources_of(command.reading)
    found = []
    seen: set[int] = set()
    waiting: list[tuple[int, tuple[Command, ...]]] = [(command.id, ())]
    while waiting:
        number, filters = waiting.pop()
        if number in seen or not number:
            continue
        seen.add(number)
        current = commands[number - 1]
        chooses = is_line_filter(current, before)
        listing = None if chooses else listing_of(current)
        if listing is not None:
            found.append(Feed(listing=listing, lister=current, filters=filters))
        passed = (*filters, current) if chooses else filters
        waiting += [(source, passed) for source in (*before.get(number, ()), current.parent)]
    return found


def sources_of(reading: Reading) -> dict[int, list[int]]:
    """For each command those whose output it is given: over pipes and in words, and through files that were written."""
    before: dict[int, list[int]] = {}
    for edge in reading.edges:
        before.setdefault(edge.target, []).append(edge.source)
    for redirect in reading.redirects:
        if redirect.target.op[0] != "<":
            before.setdefault(redirect.command_id, []).extend(redirect.target.word.ids)
    written = written_files(reading)
    if written:
        for target, text in read_files(reading):
            before.setdefault(target, []).extend(number for number in written.get(text, ()) if number != target)
    return before


def written_files(reading: Reading) -> dict[str, list[int]]:
    """Files by the words that name them, with the commands whose output they hold."""
    written: dict[str, list[int]] = {}
    for redirect in reading.redirects:
        if redirect.target.op[0] != "<":
            written.setdefault(redirect.target.word.text, []).append(redirect.command_id)
    for command in reading.commands:
        if "stdin_to_file" in command.parsed.entry:
            for word in command.parsed.operands:
                written.setdefault(word.text, []).append(command.id)
    return written


def read_files(reading: Reading) -> list[tuple[int, str]]:
    """Commands and the words that may name a file which they read. A loop's input goes to what sets variables."""
    readers = [item.id for item in reading.commands if "sets" in item.parsed.entry]
    found = []
    for redirect in reading.redirects:
        if redirect.target.op == "<":
            targets = [redirect.command_id] if redirect.command_id else readers
            found += [(target, redirect.target.word.text) for target in targets]
    for command in reading.commands:
        words = [*command.words[1:], *(word for outer in command.outer for word in outer.words)]
        found += [(command.id, word.text) for word in words]
    return found


def is_line_filter(command: Command, before: dict[int, list[int]]) -> bool:
    """A grep that chooses among lines which it is given."""
    return command.parsed.entry.get("lists") == "grep" and bool(before.get(command.id)) and is_filter(command)
