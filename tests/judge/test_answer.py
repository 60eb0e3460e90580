"""Answers are read strictly: exactly one verdict, or nothing."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.judge.answer import REASON_LIMIT, SCHEMA, read
from policyhooks.judge.opinion import Opinion, Undecided
from tests.support.counts import scaled

READABLE = {
    '{"ok": true, "reason": "fine"}': Opinion(True, "fine"),
    '{"ok": false, "reason": "no"}': Opinion(False, "no"),
    '{"ok": false}': Opinion(False),
    '{"ok": true, "reason": "", "confidence": 0.9}': Opinion(True, confidence=0.9),
    '{"reason": "r", "criterion": "D2", "ok": false, "confidence": 1}': Opinion(False, "r", "D2", 1.0),
    '{"reason": "r", "criterion": "a\\nb", "ok": true}': Opinion(True, "r", "a b"),
    '  \n{"reason": "r", "ok": false}\n': Opinion(False, "r"),
    '```json\n{"ok": true, "reason": "r"}\n```': Opinion(True, "r"),
    '```\n{"ok": true, "reason": "r"}\n```\n': Opinion(True, "r"),
    '{"ok": false, "reason": "two\\nlines\\u001b[31m\\u202e"}': Opinion(False, "two lines [31m"),
}
UNREADABLE = (
    None,
    "",
    "ok",
    "true",
    "[]",
    "{}",
    '{"reason": "no ok"}',
    '{"ok": "true", "reason": ""}',
    '{"ok": 1, "reason": ""}',
    '{"ok": null, "reason": ""}',
    '{"ok": [true], "reason": ""}',
    '{"ok": true, "ok": true, "reason": ""}',
    '{"ok": false, "ok": true, "reason": ""}',
    '{"ok": true, "reason": null}',
    '{"ok": true, "reason": ["a"]}',
    '{"ok": true, "reason": "", "confidence": "high"}',
    '{"ok": true, "reason": "", "confidence": true}',
    '{"ok": true, "reason": "", "confidence": 7}',
    '{"ok": true, "reason": "", "confidence": NaN}',
    '{"ok": true, "reason": "", "impossible": false}',
    '{"OK": true, "reason": ""}',
    '{"verdict": {"ok": true, "reason": ""}}',
    '[{"ok": true, "reason": ""}]',
    '{"ok": false, "reason": ""} {"ok": true, "reason": ""}',
    'I think {"ok": true, "reason": ""}',
    '{"ok": true, "reason": ""} is my verdict',
    '```json\n{"ok": true, "reason": ""}\n``` trailing',
    '```json\n{"ok": true, "reason": ""}\n```\n```json\n{"ok": true, "reason": ""}\n```',
    '```python\n{"ok": true, "reason": ""}\n```',
    "{'ok': true, 'reason': ''}",
    '{"ok": true, "reason": "' + "a" * 30_000 + '"}',
    '{"ok": true, "reason": "\\ud800"}',
)


@pytest.mark.parametrize(("text", "opinion"), READABLE.items())
def test_a_verdict_is_read(text: str, opinion: Opinion) -> None:
    assert read(text, "stop") == opinion


@pytest.mark.parametrize("text", UNREADABLE)
def test_anything_else_is_no_verdict(text: str | None) -> None:
    with pytest.raises(Undecided) as caught:
        read(text, "stop")
    assert caught.value.cause == "unparsable"


@pytest.mark.parametrize(
    ("finish", "cause"), [("length", "unparsable"), ("content_filter", "refused"), (None, "unparsable")]
)
def test_only_a_finished_answer_counts(finish: str | None, cause: str) -> None:
    with pytest.raises(Undecided) as caught:
        read('{"ok": true, "reason": ""}', finish)
    assert caught.value.cause == cause


@settings(max_examples=scaled(2000), deadline=None)
@given(st.text(max_size=80), st.text(max_size=30))
def test_text_around_a_verdict_never_yields_ok(before: str, after: str) -> None:
    verdict = '{"ok": true, "reason": ""}'
    text = before + verdict + after
    try:
        opinion = read(text, "stop")
    except Undecided:
        return
    # Whatever was accepted is the verdict alone, but for white space and one fence.
    bare = text.strip().lstrip("\ufeff").strip(" \t\r\n")
    assert opinion == Opinion(True)
    assert json.loads(bare.removeprefix("```json").removeprefix("```").removesuffix("```"))


def test_a_reason_is_bounded() -> None:
    assert len(read(json.dumps({"ok": False, "reason": "a" * 9000}), "stop").reason) == REASON_LIMIT


def test_the_schema_asks_for_what_is_read() -> None:
    assert SCHEMA["required"] == ["reason", "criterion", "ok", "confidence"]  # thought before decided
    assert SCHEMA["additionalProperties"] is False
