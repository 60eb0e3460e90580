"""What a state folder remembers, read without a change: every key with its facts, and whose session it is."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from policyhooks.core.event import Event
from policyhooks.core.values import but
from policyhooks.inspect.journal import read_records
from policyhooks.inspect.kept_past import OpenScripts, Past
from policyhooks.runtime.engine.remembering import SESSION, WORKSPACE, Kept
from policyhooks.runtime.engine.selection import LoadedProgram
from policyhooks.runtime.ports import memory_index as index
from policyhooks.runtime.ports.memory import FOLDER, key_of, read_kept, read_key, recall
from policyhooks.runtime.ports.memory import digest as digest_of

SECOND = 1_000_000_000


@dataclass(frozen=True)
class Remembered:
    """What is kept under one key. `session` is its id where the journal still knows it, else nothing."""

    key: str
    client: str
    session: str
    seen: float  # seconds since the epoch
    version: int
    facts: Mapping[str, Mapping[str, object]]
    labels: Mapping[str, Mapping[str, int]]
    unknown: str


def read_memory(state: Path) -> list[Remembered]:
    """Everything that a state remembers, the newest first. Raises OSError."""
    folder = f"{state}/{FOLDER}"
    sessions = sessions_of(state)
    found = []
    for row in index.rows(index.read_index(folder)):
        kept = read_kept(folder, row.key, time.time_ns())
        client, session = sessions.get(row.key, ("", ""))
        seen = kept.seen / SECOND if kept.seen else float(row.seen)
        found.append(Remembered(row.key, client, session, seen, kept.version, kept.facts, kept.labels, kept.unknown))
    return sorted(found, key=lambda one: (-one.seen, one.key))


def sessions_of(state: Path) -> dict[str, tuple[str, str]]:
    """Client and session, or client and folder, behind the keys of what the journal still has."""
    found: dict[str, tuple[str, str]] = {}
    for record in read_records(state):
        client, session, cwd = (str(record.get(name, "")) for name in ("client", "session", "cwd"))
        event = Event(client=client)
        event = but(event, session=but(event.session, id=session), event=but(event.event, cwd=cwd))
        if session:
            found[key_of(event, SESSION)] = (client, session)
        if cwd:
            found[key_of(event, WORKSPACE)] = ("", cwd)
    return found


class KeptPast(Past):
    """What a state folder remembers, for an explanation: looked at, and nothing is added to it."""

    def __init__(self, state: Path, look: OpenScripts | None = None) -> None:
        super().__init__(look)
        self.state = str(state)

    def recall(self, event: Event, scope: str) -> Kept:
        return recall(self.state, event, scope)

    def digest(self, text: str) -> str:
        return digest_of(self.state, text) if read_key(f"{self.state}/{FOLDER}") else super().digest(text)


def scripts_of(state: str, programs: Sequence[LoadedProgram]) -> OpenScripts | None:
    """What looks into files that a call runs, as the hook of an installation does."""
    from policyhooks.runtime.ports.run_files import FRESH, NONE, Scripts

    options = programs[0].index.get("OPTIONS") if programs else None
    mode = str(options.get("scripts", FRESH)) if isinstance(options, dict) else FRESH
    return None if mode == NONE else lambda event: Scripts(state, mode, event).read
