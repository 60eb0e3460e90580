"""The data stands between its markers and is never taken for the prompt."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.judge.opinion import Undecided
from policyhooks.judge.prompt import PLACEHOLDER, REMINDER, build, render, without_front_matter
from tests.support.counts import scaled

NAMES = {"rule": "p/r", "event": "shell.before", "client": "cursor"}


def test_every_placeholder_is_replaced_in_one_pass() -> None:
    messages = build("Look: $ARGUMENTS and again $ARGUMENTS.", '{"a":"$ARGUMENTS"}', NAMES, stop=False, nonce="n1")
    block = '[data n1]\n{"a":"$ARGUMENTS"}\n[/data n1]'
    assert messages.user == f"Policy:\nLook: {block} and again {block}.\n\n{REMINDER}"


def test_without_a_placeholder_the_data_is_appended() -> None:
    messages = build("No deletions.", "{}", NAMES, stop=False, nonce="n1")
    assert messages.user == f"Policy:\nNo deletions.\n\n[data n1]\n{{}}\n[/data n1]\n\n{REMINDER}"


def test_the_instruction_stands_before_and_after_the_data() -> None:
    messages = build("P", '{"x":1}', NAMES, stop=False)
    system, user = (message["content"] for message in messages.chat())
    assert messages.nonce not in system  # a server keeps what it has read of a prompt up to the first difference
    assert user.index(messages.nonce) > user.index("P")
    assert user.rindex('"ok"') > user.rindex('"reason"') > user.index('{"x":1}')


def test_every_call_has_its_own_markers() -> None:
    assert len({build("P", "{}", NAMES, stop=False).nonce for _ in range(50)}) == 50


def test_the_template_knows_names_and_never_the_data() -> None:
    messages = build("{{ rule }} on {{ event }}: $ARGUMENTS", '{"a":"{{ rule }}{% raw %}"}', NAMES, stop=False)
    assert "p/r on shell.before" in messages.user
    assert '{"a":"{{ rule }}{% raw %}"}' in messages.user


@pytest.mark.parametrize(
    "text",
    [
        "{{ unknown }}",
        "{{ rule.upper().missing }}",
        "{{ ''.__class__.__mro__ }}",
        "{% if %}",
        "{{ rule / 2 }}",
        "{% for i in range(10) %}x{% endfor %}",
        "{% include 'x' %}",
        "{{ rule.__init__.__globals__ }}",
        "{% import 'os' as os %}",
    ],
)
def test_a_prompt_that_does_not_render_is_unknown(text: str) -> None:
    with pytest.raises(Undecided) as caught:
        render(text, NAMES)
    assert caught.value.cause == "prompt"


def test_front_matter_is_not_part_of_the_prompt() -> None:
    assert without_front_matter("---\ntitle: x\n---\nText") == "Text"
    assert without_front_matter("Text\n---\nmore") == "Text\n---\nmore"


@settings(max_examples=scaled(1000), deadline=None)
@given(st.text(max_size=200))
def test_whatever_the_data_holds_it_stays_between_the_markers(data: str) -> None:
    messages = build(f"P {PLACEHOLDER} Q", data, NAMES, stop=True, nonce="0123456789abcdef")
    head, tail = "Policy:\nP [data 0123456789abcdef]\n", f"\n[/data 0123456789abcdef] Q\n\n{REMINDER}"
    assert messages.user == head + data + tail
