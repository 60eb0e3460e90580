"""The examples beside the rows: what the view says of ordinary and of sly uses of each program."""

from __future__ import annotations

from typing import Any

import pytest

from policyhooks.suite.row_examples import differences, read_example
from tests.shell.programs.families import FAMILIES
from tests.shell.sightings import PARSER

WITHOUT = ("plain",)  # nothing is known of its programs that could be shown


def load_examples() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for family in FAMILIES.values():
        for program in family.rows.programs.values():
            for example in program.examples or ():
                expect = example.model_dump(exclude_unset=True)
                found.append((expect.pop("command"), expect))
    return found


@pytest.mark.parametrize(("text", "expect"), load_examples(), ids=lambda item: item if isinstance(item, str) else "")
def test_example(text: str, expect: dict[str, Any]) -> None:
    assert not list(differences(read_example(text, PARSER), expect))


@pytest.mark.parametrize("family", [name for name in FAMILIES if name not in WITHOUT])
def test_every_family_has_examples(family: str) -> None:
    assert any(program.examples for program in FAMILIES[family].rows.programs.values())
