"""Which events a rule looks at, and the rows of the catalog behind them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from policyhooks.clients import catalog
from policyhooks.clients.catalog import Row
from policyhooks.compiler.model.matching import Match
from policyhooks.core.events import EVENTS, PARENT

# What a data matcher looks at: it can only match an event that supplies one of these.
LOOKED_AT: dict[str, tuple[str, ...]] = {
    "tools": ("tool.name",),
    "commands": ("shell.commands",),
    "paths": ("file.path", "shell.paths", "mcp.paths"),
    "mcp": ("mcp.server",),
    "hosts": ("web.host", "shell.hosts", "mcp.hosts"),
    "prompts": ("prompt.text",),
    "subagents": ("subagent.type",),
}
# The events of a matcher where neither rule nor file names any.
INFERRED: dict[str, tuple[str, ...]] = {
    "commands": ("shell.before",),
    "paths": ("file.read", "file.write"),
    "mcp": ("mcp.before",),
    "hosts": ("web.before", "shell.before"),
    "prompts": ("prompt.submit",),
    "subagents": ("subagent.start",),
    "tools": ("tool.before",),
}


@cache
def all_rows() -> tuple[Row, ...]:
    """The whole catalog."""
    return tuple(catalog.rows())


@cache
def rows_of(event: str) -> tuple[Row, ...]:
    """The rows of an event and of its children, which a rule on it sees too."""
    return tuple(row for row in all_rows() if event in (row.event, PARENT.get(row.event)))


def declared_events(own: Match | None, shared: Match | None) -> tuple[str, ...]:
    """The events that a rule or else its file names, narrowed to those that its matchers can look at."""
    named: Sequence[str] | None = (own and own.events) or (shared and shared.events) or None
    keys = [key for match in (shared, own) if match for key in LOOKED_AT if getattr(match, key)]
    if named is None:
        named = tuple(event for key in keys if key in INFERRED for event in INFERRED[key]) or native_events(own, shared)
    return tuple(event for event in dict.fromkeys(named) if all(looks_at(key, event) for key in keys))


def native_events(own: Match | None, shared: Match | None) -> tuple[str, ...]:
    """The events that native names stand for."""
    natives = (own and own.native) or (shared and shared.native) or ()
    found = {row.event for row in all_rows() if row.native in natives or f"{row.client}.{row.native}" in natives}
    if natives and not found:
        return ("other",)
    return tuple(event for event in EVENTS if event in found)


@cache
def looks_at(key: str, event: str) -> bool:
    """Whether a matcher can find anything on an event."""
    wanted = LOOKED_AT[key]
    return any(field in row.fields or field in row.optional for row in rows_of(event) for field in wanted)


def select_rows(events: Iterable[str], clients: Sequence[str], natives: Sequence[str]) -> tuple[Row, ...]:
    """The rows that a rule can meet."""
    return tuple(
        dict.fromkeys(
            row
            for event in events
            for row in rows_of(event)
            if (not clients or row.client in clients)
            and (not natives or row.native in natives or f"{row.client}.{row.native}" in natives)
        )
    )


def narrow(one: Sequence[str] | None, other: Sequence[str] | None) -> tuple[str, ...] | None:
    """What both allow; None means everything. An empty result means nothing."""
    if one is None or other is None:
        return tuple(one or other or ()) or None
    return tuple(item for item in one if item in other)
