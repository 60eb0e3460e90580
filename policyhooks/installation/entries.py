"""Which events get an entry in a client's file, and which entries there are ours. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from policyhooks.clients.catalog import natives, rows
from policyhooks.clients.facts import Handler, install_of, installable
from policyhooks.installation.command_line import read_arguments

TIMEOUT_SECONDS = 30
PROMPT_MARK = "(policyhooks rule "


@dataclass(frozen=True)
class Entry:
    """An entry to be written: under which native event, and what the client starts there."""

    native: str
    handler: Handler

    @property
    def value(self) -> dict[str, object]:
        """Its JSON value."""
        return self.handler.document()


CommandFor = Callable[[str, int], str]


def timeout_of(client: str, native: str) -> int:
    """Seconds that an entry gets; the hook itself answers at 80 % of it."""
    return install_of(client).shorter.get(native, TIMEOUT_SECONDS)


def events_to_install(client: str, used: Iterable[tuple[str, str]] = (), version: tuple[int, ...] = ()) -> list[str]:
    """Every native event that can block, plus those that rules look at, as (client, native event).

    Only what this version and newer ones take: one event too many can make them refuse the whole file.
    """
    wanted = frozenset(used)
    return [
        native
        for native in natives(client)
        if installable(client, native, version)
        and ((client, native) in wanted or any(row.blocks for row in rows(client, native=native)))
    ]


def entries_for(client: str, events: Iterable[str], command_for: CommandFor, loop_limit: int = 10) -> list[Entry]:
    """The entries of a client; `command_for(native, seconds)` gives the command line."""
    return [Entry(native, _handler(client, native, command_for, loop_limit)) for native in events]


def _handler(client: str, native: str, command_for: CommandFor, loop_limit: int) -> Handler:
    seconds = timeout_of(client, native)
    return install_of(client).handler(native, command_for(native, seconds), seconds, loop_limit)


def skeleton(client: str) -> dict[str, object]:
    """What a new file holds besides hooks."""
    return dict(install_of(client).skeleton)


def commands_of(value: object) -> list[str]:
    """Every command line in an entry, in any client's shape."""
    if isinstance(value, Mapping):
        own = [value[key] for key in ("command", "bash", "exec", "prompt", "url") if isinstance(value.get(key), str)]
        return [str(one) for one in own] + commands_of(value.get("hooks"))
    if isinstance(value, list):
        return [one for inner in value for one in commands_of(inner)]
    return []


def is_ours(value: object) -> bool:
    """Whether an entry is one of ours: every command in it starts our hook.

    A prompt entry is ours when its text names the rule that it was made from.
    """
    commands = commands_of(value)
    return bool(commands) and all(read_arguments(one) is not None or PROMPT_MARK in one for one in commands)
