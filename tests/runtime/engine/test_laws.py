"""The laws as properties of the engine: random programs in three layers, random modes, exceptions and errors."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.core.effects import STRICTNESS
from policyhooks.core.lifts import BINDS
from policyhooks.core.program import LAYERS, RANKS
from policyhooks.core.verdict import Decision, Lifting
from policyhooks.runtime.engine.lifting import Asked
from tests.runtime.programs import NOW, RuleSource, Still, decide_on, exception, fails, fails_to_hold, holds, program
from tests.support.counts import scaled

LIFT = {"by": "user", "for_s": 900, "uses": 1, "bind": "exact", "dynamic": False}
SIGNED = {**LIFT, "by": "signer", "for_s": 60, "uses": 3, "bind": "rule", "dynamic": True, "signers": 2}
FOUR_EYES = {**LIFT, "by": "signer", "bind": "command", "signers": 1, "four_eyes": True}
CONDITIONS = {"holds": holds, "fails": fails, "clear": fails_to_hold}
VALUES = {
    "context": {"context": lambda e, *quote: "context"},
    "env": {"env": lambda e: {"A": "b"}},
    "followup": {"followup": lambda e, *quote: "go on"},
}

exceptions = st.builds(
    exception,
    st.sampled_from(["ask", "warn", "audit"]),
    rank=st.sampled_from([None, *range(len(RANKS))]),
    expires=st.sampled_from([NOW - 10, NOW + 10]),
    conditional=st.booleans(),
)


@st.composite
def rules(draw: st.DrawFn, effects: tuple[str, ...] = ("deny", "ask", "allow", "warn", "context", "env")) -> RuleSource:
    kind = draw(st.sampled_from(["effect", "effect", "effect", "judge", "command"]))
    effect = draw(st.sampled_from(effects if kind == "effect" else ("deny", "ask", "warn")))
    excepted = draw(st.lists(exceptions, max_size=2))
    functions = {"when": CONDITIONS[draw(st.sampled_from(sorted(CONDITIONS)))], **VALUES.get(effect, {})}
    for position in range(len(excepted)):
        functions[f"exception_{position}"] = CONDITIONS[draw(st.sampled_from(sorted(CONDITIONS)))]
    return RuleSource(
        draw(st.sampled_from("abcdefgh")) + str(draw(st.integers(0, 10**9))),
        functions,
        effect=effect,
        kind=kind,
        command={"run": ["/bin/true"], "timeout_ms": 10} if kind == "command" else None,
        judge={"prompt": "p", "may_allow": draw(st.booleans())} if kind == "judge" else None,
        severity=draw(st.integers(0, 4)),
        mode=draw(st.sampled_from(["enforce", "enforce", "warn", "audit", "disabled"])),
        on_error=draw(st.sampled_from(["closed", "ask", "deny", "warn", "pass"])),
        delegated=draw(st.booleans()),
        exceptions=tuple(excepted),
        exceptable=draw(st.booleans()),
        lift=draw(st.sampled_from([None, LIFT, LIFT, SIGNED, FOUR_EYES])),
        rollout=draw(st.sampled_from([0, 50, 100])),
    )


answers = st.sampled_from(["ok", "not_ok", "unknown"])
sets = st.lists(rules(), max_size=5)


def decided(*layers: list[RuleSource], answer: str = "unknown") -> Decision:
    programs = [program(*sources, layer=layer) for layer, sources in zip(LAYERS, layers, strict=False)]
    return decide_on(*programs, outside=Always(answer))


class Always(Still):
    """Every judge and command gives the same answer."""

    def __init__(self, answer: str) -> None:
        super().__init__()
        self.answers = _Constant(answer)


class _Constant(dict[str, str]):
    def __init__(self, answer: str) -> None:
        super().__init__()
        self.answer = answer

    def get(self, key: str, default: object = None) -> str:  # type: ignore[override]
        return self.answer


def answer_of(decision: Decision) -> tuple[object, ...]:
    return (
        decision.verdict,
        decision.user,
        decision.agent,
        tuple(decision.rules),
        tuple(decision.warnings),
        tuple(decision.contexts),
        tuple(sorted((decision.env or {}).items())),
        decision.halt,
    )


@settings(max_examples=scaled(4_000), deadline=None)
@given(sets, sets, answers, st.randoms(use_true_random=False))
def test_order_and_duplicates_never_matter(
    managed: list[RuleSource], user: list[RuleSource], answer: str, shuffle: random.Random
) -> None:
    first = decided(managed, user, answer=answer)
    mixed, other = [*managed, *managed], [*user, *user]
    shuffle.shuffle(mixed)
    shuffle.shuffle(other)
    assert answer_of(decided(mixed, other, answer=answer)) == answer_of(first)


@settings(max_examples=scaled(4_000), deadline=None)
@given(sets, sets, rules(effects=("deny", "ask")), answers, st.sampled_from([0, 1]))
def test_one_more_deny_or_ask_rule_never_loosens(
    managed: list[RuleSource], user: list[RuleSource], extra: RuleSource, answer: str, layer: int
) -> None:
    if (extra.fields["judge"] or {}).get("may_allow"):  # type: ignore[attr-defined]
        extra.fields["judge"] = {"prompt": "p"}
    before = decided(managed, user, answer=answer)
    layers = [managed, user]
    layers[layer] = [*layers[layer], extra]
    after = decided(*layers, answer=answer)
    assert STRICTNESS[after.verdict] >= STRICTNESS[before.verdict]


def undelegated(sources: list[RuleSource]) -> list[RuleSource]:
    for source in sources:
        source.fields["delegated"] = False
    return sources


@settings(max_examples=scaled(4_000), deadline=None)
@given(sets, sets, sets, answers)
def test_a_lower_layer_never_loosens(
    managed: list[RuleSource], user: list[RuleSource], project: list[RuleSource], answer: str
) -> None:
    user, project = undelegated(user), undelegated(project)
    alone = decided(managed, answer=answer)
    two = decided(managed, user, answer=answer)
    three = decided(managed, user, project, answer=answer)
    assert STRICTNESS[alone.verdict] <= STRICTNESS[two.verdict] <= STRICTNESS[three.verdict]
    for more in (two, three):
        assert more.env == alone.env
        assert more.contexts == alone.contexts
        assert more.output is None
        assert more.rewrite is None


@settings(max_examples=scaled(4_000), deadline=None)
@given(sets, st.data())
def test_an_error_never_loosens(managed: list[RuleSource], data: st.DataObject) -> None:
    """Against the best case of a condition that fails: its error is at least as strict as either answer."""
    if not managed:
        return
    at = data.draw(st.integers(0, len(managed) - 1))
    broken = managed[at]
    broken.fields.update(
        kind="effect", on_error=data.draw(st.sampled_from(["closed", "deny"])), exceptions=(), mode="enforce"
    )
    broken.fields["effect"] = data.draw(st.sampled_from(["ask", "allow"]))
    verdicts = {}
    for word, condition in CONDITIONS.items():
        broken.functions["when"] = condition
        verdicts[word] = STRICTNESS[decided(managed).verdict]
    assert verdicts["fails"] >= verdicts["holds"]
    assert verdicts["fails"] >= verdicts["clear"]


@settings(max_examples=scaled(2_000), deadline=None)
@given(sets, st.data())
def test_a_broken_exception_never_applies(managed: list[RuleSource], data: st.DataObject) -> None:
    before = [exception_free(source) for source in managed]
    for source in managed:
        source.fields["exceptions"] = (
            exception(data.draw(st.sampled_from(["ask", "warn", "audit"])), conditional=True),
        )
        source.functions["exception_0"] = fails
    assert answer_of(decided(managed)) == answer_of(decided(before))


def exception_free(source: RuleSource) -> RuleSource:
    return RuleSource(source.name, source.functions, **{**source.fields, "exceptions": ()})


@settings(max_examples=scaled(4_000), deadline=None)
@given(sets, sets, sets, answers)
def test_audit_rules_never_change_an_answer(
    managed: list[RuleSource], user: list[RuleSource], audited: list[RuleSource], answer: str
) -> None:
    for source in audited:
        source.fields["mode"] = "audit"
    plain = decided(managed, user, answer=answer)
    watched = decided([*managed, *audited], [*user, *audited], answer=answer)
    assert answer_of(watched) == answer_of(plain)


@settings(max_examples=scaled(4_000), deadline=None)
@given(sets, sets, answers)
def test_without_an_allow_rule_nothing_is_allowed(
    managed: list[RuleSource], user: list[RuleSource], answer: str
) -> None:
    for source in [*managed, *user]:
        if source.fields["effect"] == "allow":
            source.fields["effect"] = "ask"
        if source.fields["judge"]:
            source.fields["judge"] = {"prompt": "p"}
    assert decided(managed, user, answer=answer).verdict != "allow"


class Lifts(Always):
    """A person lifts whatever may be lifted."""

    def __init__(self, answer: str) -> None:
        super().__init__(answer)
        self.tickets: list[Asked] = []

    def lift(self, asked: Asked) -> Lifting | None:
        self.tickets.append(asked)
        return Lifting(ticket="PH-0000-0000", granted=True)


def quiet(sources: list[RuleSource], names: set[str]) -> list[RuleSource]:
    """The rules, those of these names in audit mode."""
    return [
        RuleSource(one.name, one.functions, **{**one.fields, "mode": "audit"} if one.name in names else one.fields)
        for one in sources
    ]


@settings(max_examples=scaled(6_000), deadline=None)
@given(sets, sets, sets, answers)
def test_a_lift_makes_audit_of_denies_that_all_let_themselves_be_lifted(
    managed: list[RuleSource], user: list[RuleSource], project: list[RuleSource], answer: str
) -> None:
    """Law 10: against the same rules in audit mode; and where one rule does not let go, nothing changes."""
    layers = (managed, user, project)
    plain = decided(*layers, answer=answer)
    outside = Lifts(answer)
    programs = [program(*sources, layer=layer) for layer, sources in zip(LAYERS, layers, strict=True)]
    lifted = decide_on(*programs, outside=outside)
    if not outside.tickets:
        assert answer_of(lifted) == answer_of(plain)
        return
    assert plain.verdict == "deny"
    denied = [result for result in plain.results if result.effect == "deny"]
    assert all(one.outcome == "fired" and one.rule.lift and one.rule.exceptable for one in denied)
    assert {one.rule.kind for one in denied} == {"effect"}
    told, terms = [one.rule.lift or {} for one in denied], outside.tickets[0].terms
    assert all(BINDS.index(terms.bind) <= BINDS.index(str(one["bind"])) for one in told)
    assert all(terms.for_s <= one["for_s"] and terms.uses <= one["uses"] for one in told)
    assert all(
        terms.signers >= one.get("signers", 1) and terms.four_eyes >= one.get("four_eyes", False) for one in told
    )
    assert all(terms.by == "signer" or one["by"] == "user" for one in told)
    assert all(one["dynamic"] for one in told) or not terms.dynamic
    names = {one.rule.id.partition("/")[2] for one in denied}
    expected = decided(*[quiet(sources, names) for sources in layers], answer=answer)
    assert lifted.verdict == ("pass" if expected.verdict == "allow" else expected.verdict)
    assert lifted.verdict != "allow"
    lifting = outside.tickets[0].rules
    assert set(lifting) == {one.rule.id for one in denied}
    assert {result.effect for result in lifted.results if result.rule.id in lifting} == {""}


@settings(max_examples=scaled(2_000), deadline=None)
@given(sets, sets, rules(effects=("deny",)), answers, st.sampled_from([0, 1]))
def test_one_rule_that_does_not_let_go_keeps_every_deny(
    managed: list[RuleSource], user: list[RuleSource], extra: RuleSource, answer: str, layer: int
) -> None:
    firm = {"kind": "effect", "effect": "deny", "mode": "enforce", "rollout": 100, "exceptions": (), "lift": None}
    layers = [managed, user]
    layers[layer] = [*layers[layer], RuleSource(extra.name, {"when": holds}, **{**extra.fields, **firm})]
    outside = Lifts(answer)
    programs = [program(*sources, layer=name) for name, sources in zip(LAYERS, layers, strict=False)]
    assert decide_on(*programs, outside=outside).verdict == "deny"
    assert not outside.tickets
