"""Redaction: detectors and patterns over texts, in any shape."""

import pytest

from policyhooks.core.program import Rule
from policyhooks.core.verdict import RuleResult
from policyhooks.runtime.engine.redaction import find_pattern, redact, redact_text

EMAIL = {"detectors": ["pii.email"], "with": "[{kind}]"}


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("ACME-[0-9]{4}", "x ACME-1234 y ACME-99999", ["ACME-1234", "ACME-9999"]),
        ("b*", "abba", ["bb"]),
        ("é+", "caféé au lait é", ["éé", "é"]),
        ("^", "abc", []),
        ("z", "abc", []),
    ],
)
def test_patterns_count_characters(pattern: str, text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in find_pattern(pattern, text)] == expected


def test_detectors_and_patterns_together() -> None:
    redaction = {"detectors": ["pii.email"], "patterns": ["ACME-[0-9]+"], "with": "<{kind}>"}
    assert redact_text("ask dana@acme.example about ACME-77", redaction) == "ask <email> about <pattern>"
    assert redact_text("nothing here", redaction) == "nothing here"


def test_a_template_is_no_pattern_of_its_own() -> None:
    assert redact_text("a@b.example", {**EMAIL, "with": "\\1 {kind} {other}"}) == "\\1 email {other}"
    assert redact_text("a@b.example", {"detectors": ["pii.email"]}) == "[email]"


def test_every_shape_keeps_its_shape() -> None:
    results = [RuleResult(rule=Rule(id="p/r"), outcome="fired", effect="redact", value=EMAIL)]
    for output, expected in [
        ("to a@b.example", "to [email]"),
        (["a@b.example", 1], ["[email]", 1]),
        ({"a": {"b": ["a@b.example"]}, "n": 2.5}, {"a": {"b": ["[email]"]}, "n": 2.5}),
        ({"content": [{"type": "text", "text": "a@b.example"}]}, {"content": [{"type": "text", "text": "[email]"}]}),
        (None, None),
        ({"clean": True}, None),
    ]:
        after, seen = redact(output, results)
        assert after == expected
        assert [result.outcome for result in seen] == (["clear"] if expected is None else ["fired"])
