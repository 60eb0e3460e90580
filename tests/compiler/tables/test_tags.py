"""Tags of places: a name has all its tags, in one order."""

from __future__ import annotations

from pathlib import Path

import pytest

from policyhooks.compiler.tables.building import DATA
from policyhooks.compiler.tables.tags import read_tags
from policyhooks.errors import InvalidPolicies
from policyhooks.shell.tags import FOLDERS, NAMES, PAIRS


def test_tags() -> None:
    assert FOLDERS[".aws"] == ("credential",)
    assert NAMES["claude.md"] == ("agent_config", "agent_instructions")
    assert PAIRS["etc/shadow"] == ("credential", "system", "privilege")


@pytest.mark.parametrize(
    ("old", "new"),
    [("credential:", "credentials:"), ("[.aws,", "[.AWS,"), ("\nroots:", "\nrots:"), ("[.aws,", "[{a: b},")],
)
def test_mistakes(tmp_path: Path, old: str, new: str) -> None:
    text = (DATA / "tags.yaml").read_text("utf-8")
    assert old in text
    path = tmp_path / "tags.yaml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(InvalidPolicies):
        read_tags(path)
