"""Stores a decision before it is given: its record, what rules have counted, what is remembered. One commit of all.

Raises NotStored unless the Config lets it pass, and Moved where what the decision rests on has changed: nothing is
stored then, and the event is decided again.
"""

from __future__ import annotations

import time

from policyhooks.runtime.ports.journal import SINKS, NotStored, append
from policyhooks.runtime.ports.journal_key import read_key
from policyhooks.runtime.ports.recording import record_of, told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision, Response
    from policyhooks.runtime.engine.completing import MachineView
    from policyhooks.runtime.launch.hook import Hook
    from policyhooks.runtime.ports.outside_world import Outside

TRIES = 3  # after so many decisions that were moved, what is remembered is not known
WAIT_SHARE = 0.1  # of our time, for others who remember something


def store(hook: Hook, event: Event, decision: Decision, response: Response) -> int:
    """The number of the record; 0 where it could not be stored and that may pass."""
    options = hook.settings.journal
    try:
        key = read_key(hook.settings.state)
        bodies = str(options.get("bodies", "none"))
        record = record_of(
            event,
            decision,
            exit_code=response.exit_code,
            stdin=hook.stdin,
            key=key,
            programs=[program.digest for program in hook.programs],
            bodies=bodies,
            timings={"total": time.monotonic() - hook.started},
            request=hook.request,
        )
        if decision.lift is not None:
            settle(hook, event, decision, record)
        if bodies != "none":
            from policyhooks.runtime.ports.whole_events import keep

            record.update(keep(hook, event, bodies))
        number = commit(hook, decision, record, key)
        hook.stored = (number, record) if SINKS else None
        return number
    except NotStored:
        if options.get("on_error") == "pass":
            return 0
        raise


def settle(hook: Hook, event: Event, decision: Decision, record: dict[str, object]) -> None:
    """Use up the lift before anything else is stored, or write the ticket. Raises Moved where that cannot be.

    INVARIANT: no answer rests on a lift that was not used up first, whatever the Config lets pass.
    """
    lift = decision.lift
    if lift is None or hook.kept is None or lift.granted == (told(event, decision) == "deny"):
        return
    hook.kept.settle()
    if lift.told:
        record["lift"] = {**lift.told, "used": lift.granted}


def commit(hook: Hook, decision: Decision, record: dict[str, object], key: bytes) -> int:
    """The record behind what it tells of."""
    state, keep = hook.settings.state, int(str(hook.settings.journal.get("keep", 0)))

    def write(facts: dict[str, object]) -> int:
        if hook.kept is not None:
            hook.kept.store()
        if facts:
            record["memory"] = facts
        return append(state, record, key=key, keep=keep)

    if decision.memory is None:
        return write({})
    from policyhooks.runtime.ports.memory_commit import commit as remember

    wait_s = (hook.end - hook.started) * WAIT_SHARE
    return remember(state, decision.memory, decision, wait_s, write)  # type: ignore[arg-type]


def keeps_bodies(hook: Hook) -> bool:
    """Whether the record of an event is to hold, or name, all that its decision rested on."""
    return hook.settings.journal.get("bodies", "none") != "none"


def surround(hook: Hook, environ: Mapping[str, str], place: MachineView) -> Outside:
    """Surroundings of an event; of one that may be decided again, counted is what the last decision counts."""
    settings = hook.settings
    whole = keeps_bodies(hook)
    if not (whole or settings.layers or any(one.facts is not None or one.lifts for one in hook.programs)):
        from policyhooks.runtime.ports.outside_world import Outside

        return Outside(settings.state, settings.machine, environ, place)
    if hook.kept is None and whole:
        from policyhooks.runtime.ports.witnessed import Witnessed

        hook.kept = Witnessed(settings.state, settings.machine, environ, place)
    elif hook.kept is None:
        from policyhooks.runtime.ports.withheld import Withheld

        hook.kept = Withheld(settings.state, settings.machine, environ, place)
    hook.kept.shared = bool(settings.root)
    return hook.kept.begin(hook.tries >= TRIES)
