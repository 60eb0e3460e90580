"""Tool calls of the past, as a client's own transcript tells of them, in the words of its hook's payloads.

What each client writes is known by its package (`history`); nothing here opens a file. No hook loads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import Protocol

from policyhooks.clients.registry import CLIENTS, PACKAGES, part_of

# What became of a call: it ran well, it ended badly, the client did not run it, or nothing more is told of it.
RAN, FAILED, REFUSED, OPEN = "ran", "failed", "refused", "open"
MOST_WAITING = 4096  # calls without a result that are kept in mind; the oldest is told of as open

Payload = Mapping[str, object]
Beside = Callable[[str], str]  # the text of a small file beside a transcript, by its relative name; empty for none


@dataclass(frozen=True)
class PastCall:
    """One call. `payload` is what the hook is sent before it; `after` what it is sent when there is a result."""

    client: str
    session: str
    use_id: str
    tool: str
    native: str
    payload: Payload
    at: str = ""  # UTC, as the journal writes times; empty where the transcript tells none
    version: str = ""
    agent: str = ""  # of a sub-agent
    mode: str = ""
    line: int = 0
    state: str = OPEN
    done_at: str = ""
    after_native: str = ""
    after: Payload = field(default_factory=dict)


class Reader(Protocol):
    """Reads the records of one transcript in order."""

    def read(self, number: int, record: Mapping[str, object]) -> Iterator[PastCall]:
        """The calls that are complete with this record. Raises nothing for records that it does not know."""
        ...

    def finish(self) -> Iterator[PastCall]:
        """The calls whose results never came."""
        ...


class History(Protocol):
    """What a client's `history` offers."""

    FOLDER: str  # below a home folder, where its transcripts lie
    DEPTH: int  # folders between it and a transcript, at most
    FAILED_RAN: bool  # whether a call that ended badly surely ran; else the client may have refused it itself

    def is_transcript(self, relative: str) -> bool: ...
    def recognizes(self, record: Mapping[str, object]) -> bool: ...  # one of the first of a file that may be its own
    def open_reader(self, transcript: str, beside: Beside) -> Reader: ...


def history_of(client: str) -> History | None:
    """What a client keeps of its past; None of one whose transcripts nobody reads here."""
    if client not in PACKAGES or find_spec(f"{PACKAGES[client]}.history") is None:
        return None
    found: History = part_of(client, "history")
    return found


def histories() -> dict[str, History]:
    """Every client that keeps transcripts which can be read."""
    found = {client: history_of(client) for client in CLIENTS}
    return {client: history for client, history in found.items() if history is not None}


class Waiting:
    """Calls whose results are still to come, each id once."""

    def __init__(self) -> None:
        self.calls: dict[str, PastCall] = {}
        self.seen: set[str] = set()

    def add(self, call: PastCall) -> Iterator[PastCall]:
        """Keep a call in mind; gives back the oldest where there are too many."""
        if call.use_id in self.seen:
            return
        self.seen.add(call.use_id)
        self.calls[call.use_id] = call
        if len(self.calls) > MOST_WAITING:
            yield self.calls.pop(next(iter(self.calls)))

    def answer(
        self, use_id: object, state: str, done_at: str, after_native: str = "", after: Payload | None = None
    ) -> Iterator[PastCall]:
        """The call with its result; nothing where no such call waits."""
        call = self.calls.pop(use_id, None) if isinstance(use_id, str) else None
        if call is not None:
            yield replace(call, state=state, done_at=done_at, after_native=after_native, after=after or {})

    def rest(self) -> Iterator[PastCall]:
        """Those that nothing more is told of."""
        yield from self.calls.values()
        self.calls = {}


def text(record: Mapping[str, object], name: str) -> str:
    """A text of a record; empty where there is none."""
    value = record.get(name)
    return value if isinstance(value, str) else ""


def table(record: Mapping[str, object], name: str) -> Mapping[str, object]:
    """An object of a record; empty where there is none."""
    value = record.get(name)
    return value if isinstance(value, dict) else {}


def tables(record: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    """The objects of a list of a record."""
    value = record.get(name)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
