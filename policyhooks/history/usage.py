"""What calls of the past really used: hosts, tools of MCP servers, commands with sub-commands. It proposes nothing.

INVARIANT: only calls that ran and that the policies let pass are counted, each thing by days and sessions, so that
saying something a thousand times in one session counts once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from policyhooks.core.event import Event
from policyhooks.history.past_events import PastEvent
from policyhooks.secrets.masking import mask

HOSTS, TOOLS, COMMANDS = "hosts", "mcp_tools", "commands"
KINDS = (HOSTS, TOOLS, COMMANDS)
# What may stand in a list of a policy. Texts come from agents: anything else is counted, and not written.
PLAIN: Mapping[str, re.Pattern[str]] = {
    HOSTS: re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?"),
    TOOLS: re.compile(r"[A-Za-z0-9_.-]{1,64}/[A-Za-z0-9_.-]{1,64}"),
    COMMANDS: re.compile(r"\[\[?|[A-Za-z0-9_.+-]{1,64}( [a-z0-9][a-z0-9_:.-]{0,63})?"),
}
LIST_MOST = 500
ODD = "names that do not fit into a list"


@dataclass
class Used:
    """One thing."""

    calls: int = 0
    days: set[str] = field(default_factory=set)
    sessions: set[str] = field(default_factory=set)
    people: set[str] = field(default_factory=set)

    def as_json(self) -> dict[str, int]:
        """How often, on how many days, in how many sessions, by how many people."""
        return {
            "calls": self.calls,
            "days": len(self.days),
            "sessions": len(self.sessions),
            "people": len(self.people),
        }


@dataclass
class Usage:
    """It grows while calls are read."""

    things: dict[str, dict[str, Used]] = field(default_factory=lambda: {kind: {} for kind in KINDS})
    odd: Counter[str] = field(default_factory=Counter)

    def add(self, past: PastEvent, found: Iterator[tuple[str, str]]) -> None:
        """A call, with what it used."""
        for kind, name in dict.fromkeys(found):
            if not is_plain(kind, name):
                self.odd[ODD] += 1
                continue
            used = self.things[kind].setdefault(name, Used())
            used.calls += 1
            used.days.add(past.at[:10])
            used.sessions.add(f"{past.client} {past.session}")
            used.people.add(past.segment.person)

    def settled(self, kind: str, days: int, sessions: int) -> dict[str, Used]:
        """What was used on so many days and in so many sessions, the most used first."""
        found = [
            (name, used)
            for name, used in self.things[kind].items()
            if len(used.days - {""}) >= days and len(used.sessions) >= sessions
        ]
        found.sort(key=lambda one: (-len(one[1].days), -one[1].calls, one[0]))
        return dict(found[:LIST_MOST])


def is_plain(kind: str, name: str) -> bool:
    """Whether a name may stand in a policy: of the usual characters, and no secret."""
    return PLAIN[kind].fullmatch(name) is not None and mask(name) == name


def things_in(event: Event) -> Iterator[tuple[str, str]]:
    """What a call uses, as far as that is known before it runs."""
    if event.name == "mcp.before":
        yield TOOLS, f"{event.mcp.server}/{event.mcp.tool}"
    elif event.name == "web.before" and event.web.host.name:
        yield HOSTS, event.web.host.name.lower()
    elif event.name == "shell.before":
        yield from ((HOSTS, host.name.lower()) for host in event.shell.hosts if not host.dynamic)
        for command in event.shell.commands:
            if not command.program_dynamic:
                yield COMMANDS, f"{command.name} {command.sub}".rstrip()
