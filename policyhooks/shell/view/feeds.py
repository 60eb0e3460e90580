"""Which listings reach a command: over pipes, in words, through variables and files, or because they start it."""

from __future__ import annotations

from policyhooks.core.values import Record
from policyhooks.shell.view.listers import Listing, listing_of
from policyhooks.shell.walk.listed_paths import is_filter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.reading import Reading


ARGUMENTS = frozenset("0123456789@*")


class Feed(Record):
    """A listing on its way to a command, and the filters between them."""

    listing: Listing
    lister: Command
    filters: tuple[Command, ...]


class Sources(Record):
    """For each command those whose output it is given: as words, and over pipes, files and descriptors."""

    words: dict[int, list[int]]
    others: dict[int, list[int]]


def feeds_of(command: Command, sources: Sources, given: tuple[int, ...] | None = None) -> list[Feed]:
    """Every listing whose output reaches a command, or that starts it, or that it is.

    `given`: what reaches one of its words; then its other words do not count.
    """
    commands = command.reading.commands
    found = []
    seen: set[int] = set()
    waiting: list[tuple[int, tuple[Command, ...]]] = [(command.id, ())]
    while waiting:
        number, filters = waiting.pop()
        if number in seen or not number:
            continue
        seen.add(number)
        current = commands[number - 1]
        chooses = is_line_filter(current, sources)
        listing = None if chooses else listing_of(current)
        if listing is not None:
            found.append(Feed(listing=listing, lister=current, filters=filters))
        passed = (*filters, current) if chooses else filters
        words: Sequence[int] = sources.words.get(number, ())
        if given is not None and current is command:
            words = given
        elif given is not None and current.name in current.reading.called:
            words = ()  # of a function: its arguments stand in the words of the commands in it
        waiting += [(source, passed) for source in (*words, *sources.others.get(number, ()), current.parent)]
    return found


def sources_of(reading: Reading) -> Sources:
    """What is given to whom, over the whole text."""
    words: dict[int, list[int]] = {}
    others: dict[int, list[int]] = {}
    for edge in reading.edges:
        (words if edge.how == "argument" else others).setdefault(edge.target, []).append(edge.source)
    for redirect in reading.redirects:
        if redirect.target.op[0] != "<":
            words.setdefault(redirect.command_id, []).extend(redirect.target.word.ids)
    written = written_files(reading)
    if written:
        for target, text in read_files(reading):
            others.setdefault(target, []).extend(number for number in written.get(text, ()) if number != target)
    return Sources(words=words, others=others)


def ids_by_text(command: Command) -> dict[str, tuple[int, ...]]:
    """The words of a command and of its redirections, and the commands whose output each holds.

    Not those that hold arguments of a function or script which are not known: what was given to that may be in them.
    """
    found: dict[str, tuple[int, ...]] = {}
    targets = [item.target.word for item in command.reading.redirects if item.command_id == command.id]
    for word in (*command.words[1:], *targets):
        if holds_arguments(word.text):
            continue
        found[word.text] = (*found.get(word.text, ()), *word.ids)
    return found


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


def is_line_filter(command: Command, sources: Sources) -> bool:
    """A grep that chooses among lines which it is given."""
    fed = command.id in sources.words or command.id in sources.others
    return command.parsed.entry.get("lists") == "grep" and fed and is_filter(command)


def holds_arguments(text: str) -> bool:
    """`$1`, `${@:2}`, `$*` that nobody knows."""
    return any(part.lstrip("{!#")[:1] in ARGUMENTS for part in text.split("$")[1:])
