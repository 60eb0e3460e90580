"""Conditions ask for personal data: in texts, lists and maps, by kind."""

import pytest

from policyhooks.evaluation.errors import EvaluationError
from policyhooks.secrets.personal import has_pii

CARD, MAIL, PHONE = "4111 1111 1111 1111", "dana@acme.example", "+49 30 1234567"
TABLE: list[tuple[object, list[str], bool]] = [
    (f"charge {CARD} please", ["card"], True),
    (f"charge {CARD} please", ["iban", "ssn"], False),
    ("build 4111-1111-1111-1111-abc", ["card"], False),
    ("build 4111111111111111abc", ["card"], False),
    (f"write to {MAIL}", ["email"], True),
    (f"write to {MAIL}", ["card", "ssn"], False),
    (f"call {PHONE}", ["phone"], True),
    ("his number is 078-05-1120", ["ssn"], True),
    ("DE89 3704 0044 0532 0130 00", ["iban"], True),
    ("4111 1111 1111 1112", ["card"], False),
    ("fix the login page", ["card", "email", "iban", "phone", "ssn"], False),
    ({"to": [{"address": MAIL}]}, ["email"], True),
    (["a", ["b", CARD]], ["card"], True),
    (7, ["card"], False),
    ("x" * (1 << 19) + " " + CARD, ["card"], True),
]


@pytest.mark.parametrize(("value", "kinds", "expected"), TABLE)
def test_by_kind(value: object, kinds: list[str], expected: bool) -> None:
    assert has_pii(value, kinds) is expected


def test_of_any_kind() -> None:
    assert has_pii(f"write to {MAIL}")
    assert not has_pii("fix the login page")


@pytest.mark.parametrize("kinds", [[], ["passport"], ["card", 7]])
def test_a_kind_that_nobody_knows_is_an_error(kinds: list[object]) -> None:
    with pytest.raises(EvaluationError, match="card"):
        has_pii("x", kinds)
