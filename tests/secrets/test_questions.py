"""What conditions ask about secrets."""

from __future__ import annotations

import pytest

from policyhooks.secrets.questions import has_secret

LEAK = "q7RkZ2" + "vXw9LmT4bN"

VALUES = [
    (f"password = '{LEAK}'", True),
    ({"api_key": LEAK}, True),
    ({"headers": [{"X-Auth-Token": LEAK}]}, True),
    ({"list": ["plain", f"--token {LEAK}"]}, True),
    ((f"TOKEN={LEAK}",), True),
    ("", False),
    ({}, False),
    ({"key": "token:1"}, False),
    ({"password": "test1234"}, False),
    ({"api_key": 12, "token": None, "secret": True}, False),
    ({"a": {"b": ["c", 1.5, None]}}, False),
    (None, False),
]


@pytest.mark.parametrize(("value", "expected"), VALUES)
def test_a_value_holds_a_secret_or_not(value: object, expected: bool) -> None:
    assert has_secret(value) is expected


def test_what_is_deeper_than_any_document_ends() -> None:
    value: object = f"TOKEN={LEAK}"
    for _ in range(500):
        value = [value]
    assert has_secret(value) is False
