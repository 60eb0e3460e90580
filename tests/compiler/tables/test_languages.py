"""Tables of other languages: what is not known as a key is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from policyhooks.compiler.tables.languages import read_languages
from policyhooks.errors import InvalidPolicies


def test_a_table(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("effects: {delete@0: os.remove}\nimporters: [require]\n")
    assert read_languages(tmp_path) == {"x": {"EFFECTS": {"delete@0": "os.remove"}, "IMPORTERS": ("require",)}}


@pytest.mark.parametrize(
    "text", ["effect: {}\n", "showing: print\n", "effects: {a: [b]}\n", "effects: {}\nglobs: x\n", ""]
)
def test_mistakes(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.yaml").write_text(text)
    with pytest.raises(InvalidPolicies):
        read_languages(tmp_path)
