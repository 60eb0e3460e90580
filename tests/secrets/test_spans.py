"""Texts that hold more secrets than are kept as places: nothing of them is left."""

import pytest

from policyhooks.runtime.engine.redaction import redact_text
from policyhooks.secrets.masking import find, mask, replace
from policyhooks.secrets.pii import find_pii
from policyhooks.secrets.spans import MOST_SPANS, TOO_MANY

DENSE = {
    "addresses with a password": "://:aB3x@ ",
    "assigned": "token=aB3dE5fG ",
    "a known beginning": "ghp_aB3dE5fG7hJ9kL1mN2pQaB3dE5fG7hJ9kL1m ",
    "chance": "aB3dE5fG7hJ9kL1mN2pQrS4t ",
}
REDACT = {"detectors": ("secrets",)}


@pytest.mark.parametrize("name", DENSE)
def test_a_text_with_too_many_is_one_place(name: str) -> None:
    piece = DENSE[name]
    assert find(piece * 3)
    assert len(find(piece * 2000)) == 2000
    text = piece * (MOST_SPANS + 1)
    assert find(text) == [(0, len(text), TOO_MANY)]
    assert mask(text) == f"[SECRET:{TOO_MANY}]"
    assert redact_text(text, REDACT) == f"[{TOO_MANY}]"


def test_personal_data_too() -> None:
    text = "a@b.co " * (MOST_SPANS + 1)
    assert find_pii(text, ("pii",)) == [(0, len(text), TOO_MANY)]
    assert len(find_pii(text[: 7 * 2000], ("pii.email",))) == 2000


def test_patterns_too() -> None:
    assert redact_text("x" * MOST_SPANS, {"patterns": ("x",)}) == "[pattern]" * MOST_SPANS
    assert redact_text("x" * (MOST_SPANS + 1), {"patterns": ("x",)}) == f"[{TOO_MANY}]"


def test_templates_name_the_kind_of_each() -> None:
    assert replace("abc", [(0, 1, "one"), (1, 2, "two"), (2, 3, "one")], "<{kind}>") == "<one><two><one>"
