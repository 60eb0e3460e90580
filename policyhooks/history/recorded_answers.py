"""What models said about events of the past, from journals: given again to a rule that would ask exactly the same.

INVARIANT: an answer counts only for the rule that it was given to, with the same words to the same model about the same
data. A rule that makes its own data of an event is another one as soon as its program is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from policyhooks.core.values import build
from policyhooks.history.past_events import PastEvent
from policyhooks.history.rule_uses import rules_of
from policyhooks.runtime.engine.selection import LoadedProgram
from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest

STOPS = ("agent.stop", "subagent.stop")
DigestOf = Callable[[str, bool], str]  # of a prompt's text and whether the event is a stop: what the journal calls it
KEPT = ("outcome", "reason", "cause", "criterion", "model", "name")


def judged_in(record: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
    """The answers in a record by rule; none of a rule that asked more than once, because nobody can say about what."""
    found: dict[str, Mapping[str, object]] = {}
    doubled: set[str] = set()
    rules = record.get("rules")
    for rule in rules if isinstance(rules, list) else ():
        judged = rule.get("judge") if isinstance(rule, Mapping) else None
        if isinstance(judged, Mapping):
            name = str(rule.get("id"))
            doubled |= {name} & found.keys()
            found[name] = judged
    return {name: judged for name, judged in found.items() if name not in doubled}


@dataclass(frozen=True)
class Answers:
    """Finds recorded answers. `digest_of` is the judge's own; without it there are none."""

    digest_of: DigestOf | None
    projecting: frozenset[str]  # rules that make their own data of an event

    def find(self, past: PastEvent, request: JudgeRequest) -> JudgeOutcome | None:
        """What was said; None where that was not about the same."""
        told = past.judged.get(request.rule_id)
        if told is None or self.digest_of is None:
            return None
        if request.rule_id in self.projecting and request.digest not in past.programs:
            return None
        models = (request.model, request.escalate)
        if (
            told.get("prompt") != self.digest_of(request.prompt, request.event in STOPS)
            or told.get("model") not in models
        ):
            return None
        confidence = told.get("confidence")
        if isinstance(confidence, int | float) and 0 <= confidence < request.confidence and told.get("outcome") == "ok":
            return None  # it was sure enough for the rule as it was then
        return build(JudgeOutcome, {name: str(told.get(name, "")) for name in KEPT})


def answers_for(programs: Sequence[LoadedProgram], digest_of: DigestOf | None) -> Answers:
    """What is known of the rules of these programs."""
    if digest_of is None:
        return Answers(None, frozenset())
    return Answers(digest_of, frozenset(rule.id for rule in rules_of(programs) if "input" in rule.functions))
