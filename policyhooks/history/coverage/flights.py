"""What coverage is about: calls of transcripts, decisions of journals, installations that were to decide.

They are kept small, because years of them are in memory at once: of arguments the short texts, of bodies the lengths.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from policyhooks.history.past_events import PastEvent
from policyhooks.runtime.ports.recording import BODIES, LONGEST

INPUTS = ("tool_input", "toolArgs", "toolInput")
TOOLS = ("tool_name", "toolName")


@dataclass(frozen=True)
class Watch:
    """An installation that was to decide. `journal` is the folder of the state that holds its journal."""

    client: str
    scope: str
    file: str
    journal: str
    roots: tuple[str, ...] = ()  # of a project: the folders that it holds for; elsewhere it holds for all
    since: str = ""  # from then on it was there, as journals write times; empty where nobody knows

    def holds_for(self, cwd: str) -> bool:
        """Whether a session that began in a folder is its business. The folder itself is never looked at."""
        return not self.roots or any(cwd == root or cwd.startswith(root.rstrip("/") + "/") for root in self.roots)


class Call(NamedTuple):
    """A call of a transcript."""

    client: str
    native: str
    session: str
    use_id: str
    tool: str
    version: str
    agent: str
    mode: str
    at: str
    done_at: str
    state: str
    cwd: str
    told: str  # the tool's name as the hook hears it
    given: object  # its arguments, reduced
    source: str
    line: int


class Kept(NamedTuple):
    """A decision of a journal."""

    client: str
    native: str
    session: str
    use_id: str
    verdict: str
    at: str
    told: str
    given: object
    seq: int
    readable: bool = True


@dataclass(frozen=True)
class Remark:
    """Something to know of one call."""

    kind: str  # uncovered, ambiguous, late, duplicate, ignored
    call: Call
    watch: Watch
    cause: str = ""


@dataclass
class Group:
    """Remarks that are alike."""

    count: int = 0
    first: str = ""
    last: str = ""
    examples: list[Call] = field(default_factory=list)
    watch: Watch | None = None


def call_of(past: PastEvent) -> Call:
    """A past event as coverage needs it."""
    return Call(
        client=past.client,
        native=past.native,
        session=past.session,
        use_id=past.use_id,
        tool=past.tool,
        version=past.version,
        agent=past.agent,
        mode=past.mode,
        at=past.at,
        done_at=past.done_at,
        state=past.state,
        cwd=str(past.payload.get("cwd") or ""),
        told=told_of(past.payload),
        given=reduce(_input_of(past.payload)),
        source=past.segment.path,
        line=past.line,
    )


def told_of(payload: Mapping[str, object]) -> str:
    """The name of the tool in a payload."""
    return next((str(payload[name]) for name in TOOLS if name in payload), "")


def _input_of(payload: Mapping[str, object]) -> object:
    return next((payload[name] for name in INPUTS if name in payload), None)


def kept_of(record: Mapping[str, object], payload: Mapping[str, object]) -> Kept:
    """A journal's record as coverage needs it."""
    use_id, seq = payload.get("tool_use_id"), record.get("seq")
    return Kept(
        client=str(record.get("client", "")),
        native=str(record.get("native", "")),
        session=str(record.get("session", "")),
        use_id=use_id if isinstance(use_id, str) else "",
        verdict=str(record.get("verdict", "")),
        at=str(record.get("time", "")),
        told=told_of(payload),
        given=None if use_id else _input_of(payload),
        seq=seq if isinstance(seq, int) else 0,
        readable=record.get("event") != "unreadable",
    )


def reduce(value: object, name: str = "") -> object:
    """Arguments with the lengths of what a journal would not keep, in its own rules."""
    if isinstance(value, str):
        return len(value) if name in BODIES or len(value) > LONGEST else value
    if isinstance(value, dict):
        return {inner: reduce(one, name if name in BODIES else inner) for inner, one in value.items()}
    return [reduce(one, name) for one in value] if isinstance(value, list) else value
