"""YAML made from texts of agents reads back as exactly these texts."""

import yaml
from hypothesis import given
from hypothesis import strategies as st

from policyhooks.cel.check import check
from policyhooks.cel.syntax import parse
from policyhooks.compiler.scope import Scope
from policyhooks.report.journal.proposals import Proposal, flow, quote, render_exception, render_test
from tests.support.golden import assert_golden

ODD = st.text(st.sampled_from("\\\"'#:{}[]&*!|>%@`-? \t\r\n\x00\x1b\x7f\x85\xa0\u2028\u202e\ufeff\U0001f600aé"))
TEXTS = st.one_of(st.text(), ODD)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=8,
)


@given(VALUES)
def test_every_value_reads_back(value: object) -> None:
    text = flow(value)
    assert "\n" not in text
    assert text.isascii()
    assert yaml.safe_load(f"x: {text}") == {"x": value}


@given(TEXTS)
def test_a_text_is_the_same_in_a_condition(text: str) -> None:
    checked = check(parse(f"event.cwd == {quote(text)}"), Scope().environment())
    assert not checked.problems
    assert yaml.safe_load(f"when: {quote(f'event.cwd == {quote(text)}')}") == {"when": f"event.cwd == {quote(text)}"}


@given(TEXTS, TEXTS, TEXTS)
def test_a_proposal_has_the_texts_and_nothing_else(rule: str, command: str, remark: str) -> None:
    proposal = Proposal(
        rule, "3fa2b1c0", "deny", rule, "claude-code", "PreToolUse", {"shell": {"command": command}}, remarks=[remark]
    )
    (case,) = yaml.safe_load(render_test(proposal))["tests"]["cases"]
    assert case["shell"] == {"command": command}
    assert set(case) == {"name", "client", "native", "shell", "expect"}
    (exception,) = yaml.safe_load(render_exception(proposal))["exceptions"]
    assert exception["rule"] == rule
    assert exception["owner"] is None


def test_the_screens() -> None:
    proposal = Proposal(
        rule="acme.git/push",
        record="3fa2b1c0",
        effect="ask",
        place="acme.yaml:7",
        client="claude-code",
        native="PreToolUse",
        fields={"shell": {"command": "git push\n\x1b[2J"}},
        told="deny",
        when='shell.command == "git push"',
        remarks=["tool_input.content was not kept, only that it had 5 characters"],
    )
    assert_golden("log/proposals.yaml", render_test(proposal) + "---\n" + render_exception(proposal))
