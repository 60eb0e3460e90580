"""The laws of combining on values: every small multiset of results, and tables for single laws."""

from itertools import combinations_with_replacement, permutations, product

import pytest

from policyhooks.core.effects import STRENGTH
from policyhooks.core.program import LAYERS, RANKS, Rule, RuleException
from policyhooks.core.values import but
from policyhooks.core.verdict import Decision, RuleResult
from policyhooks.runtime.engine.combine import (
    applicable_exceptions,
    closed_effect,
    combine,
    could_change,
    counts,
    express,
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


def test_words_come_from_the_first_winner_that_has_some() -> None:
    silent = result("deny", 4, "a", user="")
    speaking = result("deny", 1, "z", user="why", agent="instead")
    other = result("ask", 4, "a", user="asks", agent="asks")
    decision = combine([other, silent, speaking])
    assert (decision.user, decision.agent) == ("why", "instead")


NO_OTHER_ROUTE = "Do not try another route to the same end: tell the user what you wanted to do and let them decide."
# effect, outcome, what the user reads, what the agent reads
WORDLESS = [
    ("allow", "fired", "Allowed by policy rule p/r.", "Allowed by policy rule p/r."),
    ("deny", "fired", "Blocked by policy rule p/r.", f"Policy rule p/r does not allow this. {NO_OTHER_ROUTE}"),
    ("ask", "fired", "Held by policy rule p/r.", f"Policy rule p/r needs consent for this. {NO_OTHER_ROUTE}"),
    (
        "deny",
        "error",
        "Policy rule p/r could not be evaluated (no such key).",
        f"Policy rule p/r does not allow this. {NO_OTHER_ROUTE}",
    ),
    (
        "ask",
        "error",
        "Policy rule p/r could not be evaluated (no such key).",
        f"Policy rule p/r needs consent for this. {NO_OTHER_ROUTE}",
    ),
]


@pytest.mark.parametrize(("effect", "outcome", "user", "agent"), WORDLESS)
def test_what_is_said_for_a_rule_without_words(effect: str, outcome: str, user: str, agent: str) -> None:
    rule = Rule(id="p/r", effect=effect)
    decision = combine([RuleResult(rule=rule, outcome=outcome, effect=effect, why="no such key")])
    assert (decision.user, decision.agent) == (user, agent)


def modifier(effect: str, value: object = None, severity: int = 2, user: str = "") -> RuleResult:
    rule = Rule(id=f"p/{effect}-{severity}", severity=severity, effect=effect)
    return RuleResult(rule=rule, outcome="fired", effect=effect, value=value, user=user)


# results, the field of the decision, what it holds
JOINED = [
    ([modifier("warn", user="w")], "warnings", ("w",)),
    ([modifier("warn")], "warnings", ("policy rule p/warn-2",)),
    (
        [modifier("warn", severity=1, user="low"), modifier("warn", severity=4, user="high")],
        "warnings",
        ("high", "low"),
    ),
    ([modifier("warn", severity=1, user="same"), modifier("warn", user="same")], "warnings", ("same",)),
    ([modifier("context", "c", user="for the user")], "contexts", ("c",)),
    ([modifier("context", "")], "contexts", ()),
    ([modifier("context", "a", 1), modifier("context", "b", 4), modifier("warn", user="w")], "contexts", ("b", "a")),
    ([modifier("followup", "go on")], "followup", "go on"),
    ([modifier("followup", "", 4), modifier("followup", "go on", 1)], "followup", "go on"),
    ([modifier("followup", "")], "followup", ""),
    ([modifier("env", {"A": 1}), modifier("followup", "go on")], "followup", "go on"),
    ([modifier("env", {"A": 1})], "env", {"A": "1"}),
    ([modifier("env", {"A": 1, "B": 2}, 1), modifier("env", {"A": 3}, 4)], "env", {"A": "3", "B": "2"}),
    ([modifier("env", {"A": 1}), modifier("rewrite", {"B": 2}, 4), modifier("env", "broken", 3)], "env", {"A": "1"}),
]


@pytest.mark.parametrize(("results", "field", "expected"), JOINED)
def test_modifiers_of_several_rules_are_joined(results: list[RuleResult], field: str, expected: object) -> None:
    for order in permutations(results):
        decision = combine(order)
        assert getattr(decision, field) == expected
        assert (decision.verdict, decision.rules) == ("pass", ())
    refused = combine([*results, result("deny")])
    assert (refused.verdict, getattr(refused, field)) == ("deny", expected)


def test_rules_that_rewrite_differently_are_put_to_the_user() -> None:
    rewrites = [result("rewrite", 1, "a"), result("rewrite", 4, "b")]
    decision = combine([*rewrites, result("warn", user="w"), result("allow")], ["file.path", "shell.command"])
    assert visible(decision) == visible(
        Decision(
            verdict="ask",
            user="Two policy rules rewrite file.path, shell.command differently.",
            agent="Two policy rules would change this call differently, so the user must decide.",
            rules=("p/b-rewrite-4", "p/a-rewrite-1"),
            warnings=("w",),
        )
    )
    assert len(decision.results) == 4
    asked = combine([*rewrites, result("ask", user="asks anyway")], ["file.path"])
    assert (asked.verdict, asked.user) == ("ask", "asks anyway")


@pytest.mark.parametrize("verdict", ["deny", "ask", "allow", "pass"])
def test_only_a_deny_is_told_otherwise_than_it_was_decided(verdict: str) -> None:
    asks = combine([result("ask", user="why")])
    told = express(asks, verdict)
    assert told.verdict == ("deny" if verdict == "deny" else "ask")
    assert (told.user, told.rules) == (asks.user, asks.rules)


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
    assert not could_change(Rule(kind="judge", effect="deny", on_error="deny"), "deny")


def test_rewrites_merge_or_clash() -> None:
    same = [result("rewrite", value={"shell.command": "a"}), result("rewrite", value={"shell.command": "a"})]
    assert merge_rewrites(same) == ({"shell.command": "a"}, [])
    different = [*same, result("rewrite", value={"shell.command": "b", "file.path": "c"})]
    assert merge_rewrites(different)[1] == ["shell.command"]
    assert merge_rewrites([result("rewrite", value={"x": 1}), result("rewrite", value={"x": True})])[1] == ["x"]
    assert merge_rewrites(different)[0] == {"shell.command": "a", "file.path": "c"}
    assert merge_rewrites([*different, different[-1], result("rewrite", value={"file.path": "d"})])[1] == [
        "file.path",
        "shell.command",
    ]
    assert merge_rewrites([result("env", value={"A": 1}), result("rewrite", value="broken")]) == ({}, [])
    assert combine(different, ["shell.command"]).verdict == "ask"
    assert combine([*different, result("deny")], ["shell.command"]).verdict == "deny"


def test_halt_belongs_to_a_deny_that_won() -> None:
    halting = result("deny", rule=Rule(id="p/h", effect="deny", halt=True))
    assert combine([halting]).halt
    asking = result("ask", rule=Rule(id="p/h", effect="ask", halt=True))
    assert not combine([asking]).halt


def test_modifiers_have_no_say_in_the_verdict() -> None:
    assert strongest([result(effect) for effect in ("warn", "context", "env", "followup", "redact", "")]) == "pass"
