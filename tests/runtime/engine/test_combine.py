"""The laws of combining on values: every small multiset of results, and tables for single laws."""

from itertools import combinations_with_replacement, permutations, product

import pytest

from policyhooks.core.effects import STRENGTH
from policyhooks.core.program import LAYERS, RANKS, Rule, RuleException
from policyhooks.core.records import but
from policyhooks.core.verdict import RuleResult
from policyhooks.runtime.engine.combine import (
    applicable_exceptions,
    closed_effect,
    combine,
    could_change,
    counts,
    lower_by_exceptions,
    lower_by_mode,
    merge_rewrites,
    strongest,
)

EFFECTS = ("deny", "ask", "allow", "", "warn", "context", "followup", "env", "rewrite", "redact")
SEVERITIES = (1, 4)


def result(effect: str, severity: int = 2, name: str = "r", **fields: object) -> RuleResult:
    rule = Rule(id=f"p/{name}-{effect}-{severity}", severity=severity, effect=effect)
    value: object = {"A": name} if effect in ("env", "rewrite") else f"text of {effect}"
    return RuleResult(**{"rule": rule, "outcome": "fired", "effect": effect, "value": value, "user": "u", **fields})


CELLS = [result(effect, severity) for effect in EFFECTS for severity in SEVERITIES]


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_every_small_multiset_has_the_strongest_verdict_in_any_order(size: int) -> None:
    for cells in combinations_with_replacement(CELLS, size):
        expected = max((cell.effect for cell in cells if cell.effect in STRENGTH), key=STRENGTH.get, default="pass")
        first = combine(cells)
        assert first.verdict == expected
        winners = [cell for cell in cells if cell.effect == expected]
        if winners:
            best = min(winners, key=lambda cell: (-cell.rule.severity, cell.rule.id))
            assert first.rules[0] == best.rule.id
            assert set(first.rules) == {cell.rule.id for cell in winners}
        for order in set(permutations(range(size))):
            again = combine([cells[at] for at in order])
            assert visible(again) == visible(first)
        assert visible(combine([*cells, *cells])) == visible(first)


def visible(decision: object) -> dict[str, object]:
    return {name: value for name, value in decision.__dict__.items() if name != "results"}


def test_the_message_is_that_of_the_most_severe_winner() -> None:
    low = result("deny", 1, "a", user="low", agent="low agent")
    high = result("deny", 4, "z", user="high", agent="high agent")
    asks = result("ask", 4, "a", user="asks")
    decision = combine([low, asks, high])
    assert (decision.user, decision.agent) == ("high", "high agent")


@pytest.mark.parametrize("effect", ["deny", "ask", "allow"])
def test_a_rule_without_words_never_gives_an_empty_reason(effect: str) -> None:
    decision = combine([result(effect, user="")])
    assert decision.user.strip()
    assert decision.agent.strip()


CLOSED = [
    ("closed", True, "ask"),
    ("closed", False, ""),
    ("ask", True, "ask"),
    ("deny", True, "deny"),
    ("deny", False, "deny"),
    ("warn", True, "warn"),
    ("pass", True, ""),
]


@pytest.mark.parametrize(("on_error", "gates", "expected"), CLOSED)
def test_what_an_error_comes_to(on_error: str, gates: bool, expected: str) -> None:
    for effect in EFFECTS[:3]:
        assert closed_effect(Rule(on_error=on_error, effect=effect), gates) == expected


# effect, exceptions, what is left of it
LOWERED = [
    ("deny", [], "deny"),
    ("deny", ["ask"], "ask"),
    ("deny", ["warn"], "warn"),
    ("deny", ["audit"], ""),
    ("deny", ["ask", "audit"], ""),
    ("ask", ["ask"], "ask"),
    ("ask", ["warn"], "warn"),
    ("warn", ["ask"], "warn"),
    ("warn", ["audit"], ""),
    ("allow", ["ask"], ""),
    ("allow", ["audit"], ""),
    ("rewrite", ["warn"], "warn"),
    ("redact", ["audit"], ""),
    ("", ["ask"], ""),
]


@pytest.mark.parametrize(("effect", "becomes", "expected"), LOWERED)
def test_exceptions_only_lower(effect: str, becomes: list[str], expected: str) -> None:
    assert lower_by_exceptions(effect, becomes) == expected


def test_no_exception_ever_allows() -> None:
    for effect in EFFECTS:
        for becomes in (["ask"], ["warn"], ["audit"]):
            assert lower_by_exceptions(effect, becomes) != "allow"


@pytest.mark.parametrize("effect", EFFECTS)
def test_modes(effect: str) -> None:
    assert lower_by_mode(effect, "enforce") == effect
    assert lower_by_mode(effect, "audit") == ""
    assert lower_by_mode(effect, "warn") == ("warn" if effect else "")


def test_exceptions_bind_their_own_rank_and_below_and_end() -> None:
    for of_rule in range(len(RANKS)):
        for rank in (None, *range(len(RANKS))):
            for expires in (99, 100, 101):
                rule = Rule(rank=of_rule, exceptions=(RuleException(becomes="audit", expires=expires, rank=rank),))
                applies = (rank is None or rank <= of_rule) and expires > 100
                assert applicable_exceptions(rule, 100) == ([0] if applies else [])
    strict = Rule(exceptable=False, exceptions=(RuleException(becomes="audit", expires=200),))
    assert applicable_exceptions(strict, 100) == []


def test_what_a_lower_rank_may_do_only_when_delegated() -> None:
    loosening = {"allow", "rewrite", "redact", "env", "context"}
    for effect, kind in product(EFFECTS[:-1], ("effect", "judge", "command")):
        for rank, top in product(range(len(RANKS)), repeat=2):
            # Whatever the program's own text calls its layer.
            rule = Rule(rank=rank, effect=effect, kind=kind, layer=LAYERS[0])
            highest = rank <= top and RANKS[rank] in LAYERS
            free = highest or (kind == "effect" and effect not in loosening)
            assert counts(rule, top) is free, (effect, kind, rank, top)
            assert counts(but(rule, delegated=True), top)


def test_a_rule_that_nobody_ranked_is_the_lowest() -> None:
    assert not counts(Rule(effect="allow"), len(RANKS))


def test_a_lower_ranks_follow_up_waits_for_the_higher_ones() -> None:
    def speaking(rank: int, severity: int) -> RuleResult:
        rule = Rule(id="p/r", rank=rank, severity=severity, effect="followup")
        return RuleResult(rule=rule, outcome="fired", effect="followup", value=f"of rank {rank}")

    for order in permutations([speaking(4, 4), speaking(2, 0), speaking(3, 4)]):
        assert combine(order).followup == "of rank 2"
    assert combine([speaking(4, 4), speaking(3, 0)]).followup == "of rank 3"


@pytest.mark.parametrize("verdict", ["deny", "ask", "allow", "pass"])
def test_only_what_could_change_the_verdict_is_asked(verdict: str) -> None:
    for effect in ("deny", "ask", "warn", "followup"):
        expected = verdict in ("allow", "pass") or (verdict == "ask" and effect == "deny")
        assert could_change(Rule(kind="judge", effect=effect, on_error="pass"), verdict) is expected
    assert could_change(Rule(kind="judge", effect="ask", on_error="deny"), "ask")


def test_rewrites_merge_or_clash() -> None:
    same = [result("rewrite", value={"shell.command": "a"}), result("rewrite", value={"shell.command": "a"})]
    assert merge_rewrites(same) == ({"shell.command": "a"}, [])
    different = [*same, result("rewrite", value={"shell.command": "b", "file.path": "c"})]
    assert merge_rewrites(different)[1] == ["shell.command"]
    assert merge_rewrites([result("rewrite", value={"x": 1}), result("rewrite", value={"x": True})])[1] == ["x"]
    assert combine(different, ["shell.command"]).verdict == "ask"
    assert combine([*different, result("deny")], ["shell.command"]).verdict == "deny"


def test_halt_belongs_to_a_deny_that_won() -> None:
    halting = result("deny", rule=Rule(id="p/h", effect="deny", halt=True))
    assert combine([halting]).halt
    asking = result("ask", rule=Rule(id="p/h", effect="ask", halt=True))
    assert not combine([asking]).halt


def test_modifiers_have_no_say_in_the_verdict() -> None:
    assert strongest([result(effect) for effect in ("warn", "context", "env", "followup", "redact", "")]) == "pass"
