"""Judges and commands: last, side by side, inside one budget, while the verdict could change (law 8)."""

from __future__ import annotations

from policyhooks.core.effects import JOINING
from policyhooks.core.program import RANKS, TRUSTED
from policyhooks.core.values import but
from policyhooks.core.verdict import RuleResult
from policyhooks.runtime.engine.combine import could_change, first_of, strongest
from policyhooks.runtime.engine.concealment import conceal_all, secrets_of
from policyhooks.runtime.engine.rule_results import describe, errored, settled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.program import Rule
    from policyhooks.runtime.engine.rule_results import Pending
    from policyhooks.runtime.ports.commands import CommandRequest
    from policyhooks.runtime.ports.judging import JudgeRequest
    from policyhooks.runtime.ports.outside_world import Outside


def consult(
    results: list[RuleResult], pending: Sequence[Pending], clashes: Sequence[str], budget: float, outside: Outside
) -> list[Pending]:
    """Add the results of all that is needed; what only audits is given back to run after the answer."""
    verdict = strongest(results)
    if clashes and verdict in ("pass", "allow"):
        verdict = "ask"
    pending = [one for one in pending if not _is_done(one, results, outside)]
    later = [one for one in pending if one.rule.mode == "audit"]
    needed = []
    for one in pending:
        if one.rule.mode == "audit":
            continue
        if could_change(one.rule, verdict):
            needed.append(one)
        else:
            why = f"not needed: {verdict}"
            results.append(
                RuleResult(rule=one.rule, outcome="skipped", would=one.rule.effect, why=why, derived=one.derived)
            )
    results.extend(ask_all(needed, budget, outside))
    return later


def _is_done(one: Pending, results: list[RuleResult], outside: Outside) -> bool:
    """Whether a program that runs once in a session has run; then its rule is told as skipped."""
    rule = one.rule
    speaks_once = rule.once and rule.effect in JOINING
    if not speaks_once or not outside.is_claimed(one.event.session.id, counted_name(rule)):
        return False
    why = "once a session"
    results.append(RuleResult(rule=rule, outcome="skipped", would=rule.effect, why=why, derived=one.derived))
    return True


def ask_all(pending: Sequence[Pending], budget: float, outside: Outside) -> list[RuleResult]:
    """The results of judge and command rules, all asked at once."""
    judges: list[tuple[Pending, JudgeRequest]] = []
    commands = []
    results = []
    for one in pending:
        try:
            if one.rule.kind == "judge":
                judges.append((one, judge_request(one)))
            else:
                commands.append((one, _command_request(one)))
        except Exception as problem:  # noqa: BLE001 - a question that cannot be put is the rule's error
            results.append(errored(one.rule, one.namespace, one.event, one.carrier, describe(problem), one.derived))
    if judges or commands:
        answers, outcomes = outside.consult(
            [request for _, request in judges], [request for _, request in commands], budget
        )
        if judges:
            from policyhooks.runtime.ports.judging import trace_of

            for (one, _), answer in zip(judges, answers, strict=True):
                result = _result(one, answer.outcome, answer.reason, answer.cause, answer.reason)
                results.append(but(result, judged=trace_of(answer)))
        for (one, _), outcome in zip(commands, outcomes, strict=True):
            results.append(_result(one, outcome.outcome, outcome.reason, outcome.cause, outcome.stdout))
            if one.rule.once and outcome.outcome != "unknown":
                outside.claim(one.event.session.id, counted_name(one.rule))
    return results


def _command_request(one: Pending) -> CommandRequest:
    from policyhooks.runtime.ports.commands import request_for

    words: Sequence[str] = ()
    if "run" in one.rule.functions:
        function: Callable[[Event], Sequence[str]] = one.namespace[f"run_{one.rule.number}"]  # type: ignore[assignment]
        words = function(one.event)
    return request_for(one.rule, one.event, one.derived, words)


def judge_request(one: Pending) -> JudgeRequest:
    """What a prompt rule asks about the event for which it is pending."""
    from policyhooks.runtime.ports.judging import request_of

    rule = one.rule
    value: object = one.event.payload
    if "input" in rule.functions:
        function: Callable[[Event], object] = one.namespace[f"input_{rule.number}"]  # type: ignore[assignment]
        value = function(one.event)
    index = one.namespace["load"]("index")  # type: ignore[operator]
    value = conceal_all(value, secrets_of(one.event))
    return request_of(rule, one.event, index["DIGEST"], index["OPTIONS"].get("judge") or {}, value)


def _result(one: Pending, outcome: str, reason: str, cause: str, quote: str) -> RuleResult:
    """What a rule comes to once the outside has spoken. Only a judge that may allow can loosen."""
    rule = one.rule
    if outcome == "not_ok":
        return settled(rule, one.namespace, one.event, one.carrier, rule.effect, one.derived, (reason or quote,))
    if outcome == "ok":
        if rule.kind == "judge" and (rule.judge or {}).get("may_allow"):
            return settled(rule, one.namespace, one.event, one.carrier, "allow", one.derived, (reason,))
        if rule.command and rule.command.get("output"):
            from policyhooks.runtime.engine.printed import offered

            return offered(one, str(rule.command["output"]), quote)
        return RuleResult(rule=rule, derived=one.derived)
    words = cause or "unknown"
    if rule.kind == "judge" and reason:
        words = f"{words}: {reason}"  # says what to do; the judge's reasons for "unknown" hold no input values
    return errored(rule, one.namespace, one.event, one.carrier, f"{rule.kind}: {words}", one.derived)


def counted_name(rule: Rule) -> str:
    """A trusted rule under the id of an installed one has a count of its own: it must not use up the other's."""
    return rule.id if rule.rank < TRUSTED else f"{RANKS[rule.rank]} {rule.id}"


def speak_once(results: list[RuleResult], event: Event, outside: Outside) -> None:
    """Of rules that speak once in a session, those that have spoken fall silent.

    INVARIANT: a verdict is never silenced, whatever a program says, nor is what an error came to.
    """
    for position, result in enumerate(results):
        rule = result.rule
        told = rule.once and rule.kind != "command" and result.outcome == "fired" and result.effect in JOINING
        if told and not outside.claim(event.session.id, counted_name(rule)):
            results[position] = but(result, effect="", why="once a session")


def count_followups(results: list[RuleResult], event: Event, outside: Outside) -> None:
    """Count the one follow-up that will be given; a rule beyond its limit falls silent and the next one speaks."""
    while (result := first_of(results, "followup")) is not None:
        rule = result.rule
        try:
            given = outside.count_followup(event.session.id, counted_name(rule))
        except OSError:
            given = result.rule.followup_limit + 1  # what cannot be counted could go on for ever
        if given <= result.rule.followup_limit:
            return
        silent = but(result, effect="", why=f"limit of {result.rule.followup_limit} follow-ups")
        results[results.index(result)] = silent
