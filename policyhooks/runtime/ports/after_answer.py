"""What runs after the answer, in a process that nobody waits for: further sinks, audit judges and commands (law 8), and
the judge's worker, which is loaded where a session starts that may ask it.
"""

from __future__ import annotations

import posix
import time

from policyhooks.runtime import platform

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision
    from policyhooks.runtime.launch.hook import Hook

LONGEST_S = 60.0


def run_later(
    hook: Hook,
    event: Event | None = None,
    decision: Decision | None = None,
    number: int = 0,
    held: Sequence[int] = (),
) -> None:
    """Hand the record on, load the judge, ask who only audits.

    Returns in the process that has answered, ends in the other.

    `held`: descriptors that the other process has no business with.
    """
    platform.unwatch()
    try:
        if not platform.detach():
            return
    except OSError:
        return
    try:
        for descriptor in held:
            posix.close(descriptor)
        platform.watch(LONGEST_S, _end)
        if hook.stored is not None:
            from policyhooks.runtime.ports.sinks import hand_on

            hand_on(hook.settings.state, *hook.stored)
        if event is not None and event.name == "session.start" and hook.settings.judged:
            from policyhooks.runtime.ports.judging import warm

            warm(hook.settings.state)
        if event is not None and decision is not None and decision.later:
            _audit(hook, event, decision, number)
    finally:
        platform.leave(0)


def _audit(hook: Hook, event: Event, decision: Decision, number: int) -> None:
    from policyhooks.runtime.engine.consulting import ask_all
    from policyhooks.runtime.ports.journal import SINKS, append
    from policyhooks.runtime.ports.recording import later_of

    pending = list(decision.later)
    results = ask_all(pending, time.monotonic() + LONGEST_S * 0.8, hook.outside({}))  # type: ignore[arg-type]
    record = later_of(event, results, number, [program.digest for program in hook.programs])
    stored = append(hook.settings.state, record)
    if SINKS:
        from policyhooks.runtime.ports.sinks import hand_on

        hand_on(hook.settings.state, stored, record)


def _end() -> None:
    platform.leave(0)
