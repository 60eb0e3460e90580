"""From a client's payload to its answer: read the event, fill it in, decide, render.

The one way from payload to answer, shared by the hook and by `decide` and `explain`. `test` has no payloads: it
builds its events in a virtual place (suite/stage.py), decides by the same engine, and renders nothing. It knows
neither stdin nor the state folder.
"""

from __future__ import annotations

import time

from policyhooks.clients import detection
from policyhooks.clients.reading import in_pipeline
from policyhooks.clients.registry import adapter_for
from policyhooks.core.looks import look
from policyhooks.core.values import but
from policyhooks.runtime.engine.completing import fill
from policyhooks.runtime.engine.deciding import decide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision, Response, RuleResult
    from policyhooks.runtime.engine.completing import MachineView
    from policyhooks.runtime.engine.selection import LoadedProgram
    from policyhooks.runtime.engine.trusted import Layer
    from policyhooks.runtime.ports.outside_world import Outside


def read_event(
    client: str, native: str, payload: Mapping[str, object], environ: Mapping[str, str], place: MachineView
) -> Event:
    """The canonical event with every field in its final form. Raises MalformedPayload."""
    event = detection.read_event(client, native, payload, environ)
    info = but(event.event, user=place.user, time_ns=look("time", "", time.time_ns), ci=in_pipeline(environ))
    if place.repository and place.links:
        from policyhooks.runtime.engine.repository import placed

        info = placed(info)
    return fill(but(event, event=info, home=event.home or place.home, environ=environ), place)


def with_memory(event: Event, programs: Sequence[LoadedProgram], outside: Outside) -> Event:
    """The event with what its programs may ask of the past; where none of them does, nothing is loaded for it."""
    for program in programs:
        if program.facts is not None:
            from policyhooks.runtime.engine.remembering import remember

            return remember(event, programs, outside)
    return event


def decide_payload(
    client: str,
    native: str | None,
    payload: Mapping[str, object],
    programs: Sequence[LoadedProgram],
    environ: Mapping[str, str],
    *,
    outside: Outside,
    budget: float | None = None,
    layers: Sequence[Layer] = (),
    admit: Callable[[Event], None] | None = None,
) -> tuple[Event, Decision, Response]:
    """The event, the decision and the answer in the client's words.

    Without `native` the payload's own event name counts. Raises MalformedPayload, and what `admit` raises
    about an event that nothing is to be decided for; whoever called answers with the adapter's `fail`.
    """
    if native is None:
        native = str(payload.get("hook_event_name") or payload.get("hookEventName") or "")
    event = read_event(client, native, payload, environ, outside.place)
    if admit is not None:
        admit(event)
    ignored: Sequence[RuleResult] = ()
    if layers:
        from policyhooks.runtime.engine.trusted import add_layers

        programs, ignored = add_layers(event, programs, layers)
    event = with_memory(event, programs, outside)
    decision = decide(event, programs, budget=budget or time.monotonic() + 30.0, outside=outside)
    if ignored:
        from policyhooks.runtime.engine.trusted import note

        decision = note(decision, ignored)
    if decision.verdict == "deny" and event.name == "other":
        from policyhooks.runtime.engine.defaults import block_unknown

        blocked = block_unknown(decision)
        if blocked is not None:
            return event, decision, blocked
    return event, decision, adapter_for(event.client).render(event, decision)
