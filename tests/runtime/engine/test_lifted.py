"""Law 10 case by case: what a lift takes away, and what it never touches."""

from typing import Any

import pytest

from policyhooks.core.event import Event
from policyhooks.core.verdict import Decision, Lifting
from policyhooks.runtime.engine.lifting import Asked
from tests.runtime.programs import RuleSource, Still, decide_on, event, exception, fails, holds, program, rule

LIFT = {"by": "user", "for_s": 900, "uses": 1, "bind": "exact", "dynamic": False}
DENY: dict[str, Any] = {"lift": LIFT}


class Lifts(Still):
    """A person lifts whatever may be lifted."""

    __slots__ = ("seen",)

    def __init__(self, answers: dict[str, str] | None = None) -> None:
        super().__init__(answers)
        self.seen: list[Asked] = []

    def lift(self, asked: Asked) -> Lifting | None:
        self.seen.append(asked)
        return Lifting(ticket="PH-0000-0000", granted=True)


def liftable(name: str = "a", **fields: Any) -> RuleSource:
    return rule(name, "deny", {"when": holds}, **{**DENY, **fields})


JUDGE = RuleSource(
    "judge", {"when": holds}, kind="judge", effect="deny", judge={"prompt": "p", "may_allow": True}, delegated=True
)
ALLOW = rule("allow", "allow", {"when": holds})
ASK = rule("ask", "ask", {"when": holds})
# Rules, what a judge answers, and the verdict when a person lifts.
LIFTED: dict[str, tuple[list[RuleSource], str, str]] = {
    "one deny": ([liftable()], "", "pass"),
    "two that let go": ([liftable("a"), liftable("b")], "", "pass"),
    "beside an allow": ([liftable(), ALLOW], "", "pass"),
    "beside a judge that allows": ([liftable(), JUDGE], "ok", "pass"),
    "beside a judge that denies": ([liftable(), JUDGE], "not_ok", "deny"),
    "beside an ask": ([liftable(), ASK], "", "ask"),
}
# Rules that a lift never touches: nobody is even asked.
KEPT: dict[str, list[RuleSource]] = {
    "a rule that does not let go": [liftable(), rule("b", "deny", {"when": holds})],
    "an error": [rule("a", "deny", {"when": fails}, on_error="deny", **DENY)],
    "an error beside it": [liftable(), rule("b", "deny", {"when": fails}, on_error="deny", **DENY)],
    "a rule without exceptions": [liftable(exceptable=False)],
    "a judge": [rule("a", "deny", {"when": holds}, kind="judge", judge={"prompt": "p"}, **DENY)],
    "an ask that became a deny": [
        rule("a", "replace", {"when": holds, "replace": holds}, degrade={"claude-code": "deny"}, **DENY)
    ],
    "a call that is rewritten": [
        liftable(),
        rule("b", "rewrite", {"when": holds, "rewrite": lambda e: {"tool.input": {"x": 1}}}),
    ],
}


def decided(sources: list[RuleSource], answer: str, on: Event | None = None) -> tuple[Decision, Lifts]:
    outside = Lifts({"managed/judge": answer or "unknown", "managed/a": "not_ok"})
    return decide_on(program(*sources), on=on, outside=outside), outside


@pytest.mark.parametrize("case", LIFTED)
def test_a_lifted_call_is_never_allowed_by_it(case: str) -> None:
    sources, answer, verdict = LIFTED[case]
    decision, outside = decided(sources, answer)
    assert (decision.verdict, len(outside.seen)) == (verdict, 1)
    told = [result for result in decision.results if result.would == "deny" and result.why.startswith("lift ")]
    assert told or verdict == "deny"


@pytest.mark.parametrize("case", KEPT)
def test_what_is_never_lifted(case: str) -> None:
    decision, outside = decided(KEPT[case], "")
    assert (decision.verdict, outside.seen) == ("deny", [])


@pytest.mark.parametrize("name", ["prompt.submit", "agent.stop", "shell.after", "session.start", "permission.request"])
def test_on_other_events_nothing_is_lifted(name: str) -> None:
    decision, outside = decided([liftable(events=(name,))], "", on=event(name))
    assert outside.seen == []
    assert all(not result.why.startswith("lift") for result in decision.results)


def test_an_exception_that_asks_leaves_nothing_to_lift() -> None:
    decision, outside = decided([liftable(exceptions=(exception("ask"),))], "")
    assert (decision.verdict, outside.seen) == ("ask", [])


def test_the_shortest_time_and_the_fewest_uses_count() -> None:
    short = {**LIFT, "for_s": 60, "uses": 1, "dynamic": True}
    _, outside = decided([liftable("a", lift={**LIFT, "uses": 5}), liftable("b", lift=short)], "")
    terms = outside.seen[0].terms
    assert (terms.for_s, terms.uses, terms.dynamic) == (60, 1, False)
    assert outside.seen[0].rules == ("managed/a", "managed/b")
