"""Which events may feed a fact: what has happened, what succeeded, what was denied, which call it was."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from policyhooks.core.event import Event
    from policyhooks.core.program import Fact
    from policyhooks.runtime.engine.selection import LoadedProgram

SUCCEEDED = frozenset(("tool.after", "shell.after", "mcp.after", "file.edited"))
# What has happened already: a verdict on it denies no action.
HAPPENED = SUCCEEDED | {"tool.failed", "tab.edited"}


def feeds_of(program: LoadedProgram) -> Mapping[str, Sequence[int]]:
    facts: Mapping[str, Any] = program.facts or {}
    found: Mapping[str, Sequence[int]] = facts.get("feeds", {})
    return found


def succeeded(event: Event) -> bool:
    """Whether an event tells of an action that succeeded, as far as its client says so."""
    tool = event.tool
    return event.name in SUCCEEDED and not (tool.error or tool.failure or tool.interrupted)


def is_left(fact: Fact, denied: bool, happened: bool) -> bool:
    """Whether a fact is fed by an event with this verdict: a call that was denied feeds what asks for it, no more."""
    if fact.denied or (denied and fact.relaxes):
        return denied and fact.denied
    return happened or not denied


def use_of(event: Event) -> str:
    """What tells one call from the next: its id, as the client gives it, and whether it has run."""
    if not event.tool.use_id:
        return ""
    from policyhooks.runtime.platform import sha256

    stage = "after" if event.name in HAPPENED else "before"
    return sha256(f"{stage}\0{event.tool.use_id}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
