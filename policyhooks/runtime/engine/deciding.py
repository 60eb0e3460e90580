"""One event against all programs: which rules run, on which derived events, in which order (laws 7, 8).

Pure but for `outside` (judges, commands, follow-up counts, the clock), so that the hook, `decide`,
`test` and `explain` give the same answer. It knows no client's words and no file format.
"""

from __future__ import annotations

from policyhooks.clients.answers import settle
from policyhooks.clients.catalog import UNKNOWN, row_of
from policyhooks.core.values import but
from policyhooks.runtime.engine.combine import combine, express, merge_rewrites, strongest
from policyhooks.runtime.engine.rule_results import Carrier, Pending, fire
from policyhooks.runtime.engine.selection import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.clients.catalog import Row
    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision, Lifting, RuleResult
    from policyhooks.runtime.engine.selection import LoadedProgram
    from policyhooks.runtime.ports.outside_world import Outside

    Found = tuple[list[RuleResult], list[Pending]]

STOP_EVENTS = ("agent.stop", "subagent.stop")
# Events for which an installation's defaults may have an answer of their own.
DEFAULTED = ("shell.before", "other")
# Events that may carry others: see inner_events.py.
CARRYING = ("shell.before", "mcp.before", "tool.before")


def decide(event: Event, programs: Sequence[LoadedProgram], *, budget: float, outside: Outside) -> Decision:
    """The decision on an event. `budget` is the monotonic time by which judges and commands must be done."""
    if len(programs) > 1:
        from policyhooks.runtime.engine.delegation import with_delegations

        programs = with_delegations(programs)
    row = row_of(event)
    carrier = carrier_of(event, row, outside, programs)
    results, pending = run_rules(event, programs, carrier)
    results, lifting = lift(event, row, results, programs, outside)
    changes, clashes = merge_rewrites(results)
    rewritten: dict[str, object] | None = None
    if changes and not clashes and strongest(results) != "deny":
        from policyhooks.runtime.engine.rewriting import reread

        second, results = reread(event, results, changes, outside)
        if second is not None:
            event, rewritten = keep_memory(event, second), changes
            found, pending = run_rules(event, programs, carrier, rewriting=False)
            results = found + results
    later: list[Pending] = []
    if pending:
        from policyhooks.runtime.engine.consulting import consult

        later = consult(results, pending, clashes, budget, outside)
    if any(result.effect == "followup" or result.rule.once for result in results):
        from policyhooks.runtime.engine.consulting import count_followups, speak_once

        speak_once(results, event, outside)
        count_followups(results, event, outside)
    decision = conclude(event, results, clashes) if lifting is None else conclude_lifted(event, results, lifting)
    if "memory" in event.__dict__:
        decision = but(decision, memory=event.memory)
    if later:
        decision = but(decision, later=later)
    if rewritten is not None and decision.verdict != "deny":
        decision = but(decision, rewrite=rewritten)
    if any(result.effect == "redact" for result in results):
        decision = _with_redactions(event, decision, outside)
    return decision if decision.verdict != "ask" else put(event, row, decision, clashes, programs, outside)


def keep_memory(event: Event, second: Event) -> Event:
    """Another form of an event, with the memory of the first, where it has one."""
    return event.memory.attached(second) if "memory" in event.__dict__ else second


def _with_redactions(event: Event, decision: Decision, outside: Outside) -> Decision:
    """What is taken out goes from the result, or from what a rule puts in its place."""
    from policyhooks.runtime.engine.redaction import redact

    replaced = decision.output
    output, seen = redact(outside.output_of(event) if replaced is None else replaced, decision.results)
    return but(decision, output=replaced if output is None else output, results=seen)


def conclude(event: Event, results: Sequence[RuleResult], clashes: Sequence[str]) -> Decision:
    """One decision; an allow of a part is none of the whole."""
    if any(result.effect == "allow" for result in results):
        from policyhooks.runtime.engine.partial_allows import without_partial

        results = without_partial(event, results)
    return combine(results, clashes)


def lift(
    event: Event, row: Row | None, results: list[RuleResult], programs: Sequence[LoadedProgram], outside: Outside
) -> tuple[list[RuleResult], Lifting | None]:
    """The results as a person has lifted them; nothing is loaded or looked up unless a liftable rule denies."""
    if any(result.effect == "deny" and result.rule.lift is not None for result in results):
        from policyhooks.runtime.engine.lifting import consider

        return consider(event, row, results, programs, outside)
    return results, None


def conclude_lifted(event: Event, results: Sequence[RuleResult], lifting: Lifting) -> Decision:
    """The decision on a call that a person may lift, or has lifted (law 10); nothing rewrites such a call."""
    from policyhooks.runtime.engine.lifting import explained, without_allows

    return explained(conclude(event, without_allows(results) if lifting.granted else results, ()), lifting)


def put(
    event: Event,
    row: Row | None,
    decision: Decision,
    clashes: Sequence[str],
    programs: Sequence[LoadedProgram],
    outside: Outside,
) -> Decision:
    """A question as the event can put it (law 9): asked, left to the specific event of the same call, or a deny."""
    if row is not None and row.ask_becomes(event.event.permission_mode) == "specific":
        from policyhooks.runtime.engine.asking import is_left

        decision = but(decision, left=is_left(event, decision, clashes, programs, outside))
    return express(decision, settle(row, event, decision))


def carrier_of(event: Event, row: Row | None, outside: Outside, programs: Sequence[LoadedProgram]) -> Carrier:
    """What the event can do; one that the catalog does not know is taken to be stoppable."""
    return Carrier(
        gates=event.name not in STOP_EVENTS and (row is None or row.blocks),
        denies=row is None or row.deny != "none" or row.evidence == UNKNOWN,
        withholds=row is not None and row.withholds,
        effects=None if row is None else row.effects,
        now=outside.now(),
        machine=outside.machine,
        top=programs[0].rank if len(programs) == 1 else min([program.rank for program in programs], default=0),
    )


def run_rules(event: Event, programs: Sequence[LoadedProgram], carrier: Carrier, *, rewriting: bool = True) -> Found:
    """Every rule on the event and on what it carries; `rewriting` is off on an event already rewritten."""
    results: list[RuleResult] = []
    pending: list[Pending] = []
    sights = as_seen(event, programs)
    if "memory" in event.__dict__:
        event.memory.collect(sights)
    for seen, group in sights:
        for program in group:
            run_program(seen, program, carrier, rewriting, "", results, pending)
        if event.name in DEFAULTED:
            from policyhooks.runtime.engine.defaults import add_defaults

            add_defaults(seen, group, results)
        if event.name in CARRYING or event.files:
            from policyhooks.runtime.engine.inner_events import derived_events

            for part, program in derived_events(seen, group):
                label = part.command if part.command is not None else part.file.path.raw or part.web.url
                run_program(part, program, carrier, False, label, results, pending)
    return results, pending


def as_seen(event: Event, programs: Sequence[LoadedProgram]) -> Sequence[tuple[Event, Sequence[LoadedProgram]]]:
    """The event as programs see it: with the rows and servers that each may use, one for all where there are none."""
    seen: Sequence[tuple[Event, Sequence[LoadedProgram]]] = ((event, programs),)
    for program in programs:
        if program.rows is not None:
            from policyhooks.runtime.engine.row_views import views_of

            seen = views_of(event, programs)
            break
    if event.mcp.server and any(program.index.get("FEATURES") for program in programs):
        from policyhooks.runtime.engine.servers import recognized

        return recognized(seen, programs)
    return seen


def run_program(
    event: Event,
    program: LoadedProgram,
    carrier: Carrier,
    rewriting: bool,
    label: str,
    results: list[RuleResult],
    pending: list[Pending],
) -> None:
    """One program's rules on one event. Of a derived event only what fired or failed is kept."""
    for rule, namespace in select(program, event, carrier.machine):
        if rule.effect == "rewrite" and not rewriting:
            continue
        result = fire(rule, namespace, event, carrier, label)
        if result is None:
            continue
        if isinstance(result, Pending):
            pending.append(result)
        elif not label or result.outcome != "clear":
            results.append(result)
