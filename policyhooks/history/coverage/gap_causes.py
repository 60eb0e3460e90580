"""Why a call may have had no decision, as far as the other calls of its session tell. It advises nobody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from policyhooks.history.coverage.flights import Call, Kept, Watch

OLDER = "session-older"  # the session began before the installation did
SESSION = "session"  # nothing of the session was decided
EVENT = "event"  # only other events of the session were
SUBAGENT = "sub-agent"  # calls of the session were, none of its sub-agents
TOOL = "tool"  # calls of other tools were, none of this tool
SINGLE = "single"  # calls of the same tool were


@dataclass
class Seen:
    """What was decided by one installation."""

    sessions: set[str] = field(default_factory=set)  # with a decision of whatever event
    begun: dict[str, str] = field(default_factory=dict)  # session -> time of its first call
    covered: dict[str, set[tuple[str, bool]]] = field(default_factory=lambda: defaultdict(set))
    versions: dict[tuple[str, str, bool], set[str]] = field(default_factory=lambda: defaultdict(set))


def look(calls: Sequence[Call], found: Mapping[int, Sequence[Kept]], kept: Sequence[Kept]) -> Seen:
    """What a journal's decisions show, with the calls that they belong to."""
    seen = Seen({f"{one.client} {one.session}" for one in kept})
    for at, call in enumerate(calls):
        session = session_of(call)
        begun = seen.begun.get(session, "")
        seen.begun[session] = min(begun or call.at, call.at or begun)
        if at in found:
            seen.sessions.add(session)
            seen.covered[session].add((call.tool, bool(call.agent)))
            seen.versions[call.client, call.tool, bool(call.agent)].add(call.version)
    return seen


def session_of(call: Call) -> str:
    """A session, whatever client it is of."""
    return f"{call.client} {call.session}"


def cause_of(call: Call, watch: Watch, seen: Seen) -> str:
    """One of the words above."""
    session = session_of(call)
    if session not in seen.sessions:
        return OLDER if watch.since and seen.begun.get(session, "") < watch.since else SESSION
    covered = seen.covered.get(session, set())
    if not covered:
        return EVENT
    if any(tool == call.tool and agent == bool(call.agent) for tool, agent in covered):
        return SINGLE
    if call.agent and not any(agent for _, agent in covered) and any(tool == call.tool for tool, _ in covered):
        return SUBAGENT
    return TOOL


def other_versions(call: Call, seen: Seen) -> set[str]:
    """Versions of the client of which such calls were decided."""
    return seen.versions.get((call.client, call.tool, bool(call.agent)), set()) - {call.version}
