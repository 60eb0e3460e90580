"""The clients: one line each, its name in policies and its package here, whose parts load on use.

A package has a hot half, which decides (events, parse, answer, tools), and a build half, which facts.py knows
(install, doctor, payloads, history) and no hook ever loads.
"""

from __future__ import annotations

import sys

from policyhooks.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType
    from typing import Protocol

    from policyhooks.clients.catalog import RowData
    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision, Response

    class Adapter(Protocol):
        """What every client's `parse` offers."""

        NAME: str

        def parse(self, native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event: ...
        def render(self, event: Event, decision: Decision) -> Response: ...
        def fail(self, native: str, reason: str, seen: bytes = b"", guarded: bool = True) -> Response: ...
        def rewrite(self, event: Event, changes: Mapping[str, object]) -> dict[str, object]: ...
        def output_of(self, event: Event) -> object: ...

    # Rows by native and canonical event; what payloads must hold; which event of its own the same call fires next;
    # the native events that carry whole files or outputs.
    Tables = tuple[
        Mapping[str, Mapping[str, RowData]], Mapping[str, str], Mapping[tuple[str, str], str], frozenset[str]
    ]

PACKAGES = {
    "cursor": "policyhooks.clients.cursor",
    "claude-code": "policyhooks.clients.claude_code",
    "codex": "policyhooks.clients.codex",
    "gemini-cli": "policyhooks.clients.gemini_cli",
    "copilot-cli": "policyhooks.clients.copilot_cli",
}
CLIENTS = tuple(PACKAGES)
# The parts that are loaded by their names: by the hook, and by nobody but the build half.
HOT_PARTS = ("events", "parse", "following")
BUILD_PARTS = ("install", "doctor", "payloads", "loading", "history")
# Whose words are used where nothing says which client is meant.
STANDARD = CLIENTS[1]
NO_TABLES: Tables = ({}, {}, {}, frozenset())


def part_of(client: str, part: str) -> ModuleType:
    """A module of a client's package. Which ones there are: `tests/contracts/test_clients.py`."""
    if client not in PACKAGES:
        raise UsageError(f"unknown client `{client}`", f"one of {', '.join(CLIENTS)}")
    name = f"{PACKAGES[client]}.{part}"
    __import__(name)
    return sys.modules[name]


def adapter_for(client: str) -> Adapter:
    """The adapter of a client by its name in the catalog."""
    return part_of(client, "parse")


def tables_of(client: str) -> Tables:
    """What a client's events say; nothing for a name that no client has."""
    if client not in PACKAGES:
        return NO_TABLES
    tables: Tables = part_of(client, "events").tables()
    return tables
