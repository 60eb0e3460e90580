"""The question that a prompt rule would put to a model about one event: its condition, its `input`, its settings.

Whatever other rules say, it is asked: the hook would spare it where the verdict is settled. It asks nobody itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from policyhooks.clients.catalog import row_of
from policyhooks.errors import UsageError
from policyhooks.inspect.session import Answering, Deciding, home_of
from policyhooks.runtime.engine.consulting import judge_request
from policyhooks.runtime.engine.deciding import carrier_of, run_rules
from policyhooks.runtime.engine.rule_results import Pending
from policyhooks.runtime.engine.session import read_event
from policyhooks.runtime.ports.judging import JudgeRequest


class NotAsked(UsageError):
    """The rule has nothing to ask about this event."""


def question_of(
    deciding: Deciding, client: str, native: str | None, payload: Mapping[str, object], rule_id: str
) -> JudgeRequest:
    """What is asked. Raises NotAsked where the rule has nothing to ask about this event."""
    place = deciding.place(deciding.given_home or home_of(payload))
    named = native or str(payload.get("hook_event_name") or payload.get("hookEventName") or "")
    event = read_event(client, named, payload, deciding.environ, place)
    programs = deciding.programs_for(event)
    if len(programs) > 1:
        from policyhooks.runtime.engine.delegation import with_delegations

        programs = with_delegations(programs)
    outside = Answering(place, "unknown", deciding.rulebook.machine, deciding.environ)
    _, pending = run_rules(event, programs, carrier_of(event, row_of(event), outside, programs))
    asking = [one for one in pending if one.rule.kind == "judge"]
    found = [one for one in asking if one.rule.id == rule_id]
    if found:
        return judge_request(found[0])
    raise NotAsked(
        f"the rule `{rule_id}` asks no model about this event: it is none, or its match or condition does not hold",
        _others(asking),
    )


def _others(asking: Sequence[Pending]) -> str:
    ids = sorted({one.rule.id for one in asking})
    return (
        f"those that would ask a model about it: {', '.join(ids)}"
        if ids
        else "policyhooks explain --all shows rules part by part"
    )
