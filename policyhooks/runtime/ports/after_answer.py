"""Audit judges and commands: they run after the answer, in a process that nobody waits for (law 8)."""

from __future__ import annotations

import time

from policyhooks.runtime import platform

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision
    from policyhooks.runtime.launch.hook import Hook

LONGEST_S = 60.0


def run_later(hook: Hook, event: Event, decision: Decision, number: int) -> None:
    """Ask them and add a second record. Returns in the process that has answered, ends in the other."""
    platform.unwatch()
    try:
        if not platform.detach():
            return
    except OSError:
        return
    try:
        platform.watch(LONGEST_S, _end)
        from policyhooks.runtime.engine.consulting import ask_all
        from policyhooks.runtime.ports.journal import append
        from policyhooks.runtime.ports.recording import later_of

        pending = list(decision.later)
        results = ask_all(pending, time.monotonic() + LONGEST_S * 0.8, hook.outside({}))  # type: ignore[arg-type]
        append(
            hook.settings.state,
            later_of(event, results, number, [program.digest for program in hook.programs]),
        )
    finally:
        platform.leave(0)


def _end() -> None:
    platform.leave(0)
