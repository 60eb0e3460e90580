"""Every statement of the documents holds, has a test that can fail, or says why it does not hold."""

from pathlib import Path

import pytest

from tests.documents.breakage import mutate, mutation_of
from tests.documents.nodes import collected
from tests.documents.page import PAGE, render
from tests.documents.trials import TRIALS, Statement, load, try_matches

DOCUMENTS, STATEMENTS = load()
HERE = [one for one in STATEMENTS if one.kind not in ("open", "test")]
ELSEWHERE = [one for one in STATEMENTS if one.kind == "test"]


@pytest.mark.parametrize("one", HERE, ids=lambda one: one.id)
def test_a_statement(one: Statement, tmp_path: Path) -> None:
    if one.kind == "matches":
        try_matches(one, tmp_path)
    else:
        TRIALS[one.kind](one)


def test_the_tests_elsewhere_are_collected() -> None:
    nodes = collected(sorted({one.row["test"].partition("::")[0] for one in ELSEWHERE}))
    for one in ELSEWHERE:
        named = one.row["test"]
        assert any(node == named or node.startswith((f"{named}[", f"{named}::")) for node in nodes), (one.id, named)


def test_ids_are_unique_and_documents_known() -> None:
    assert len({one.id for one in STATEMENTS}) == len(STATEMENTS)
    assert {one.document for one in STATEMENTS} == set(DOCUMENTS)


def test_enough_hold_and_the_others_say_why() -> None:
    still = [one for one in STATEMENTS if one.kind == "open"]
    assert len(STATEMENTS) - len(still) >= 240
    assert all(len(one.row["open"]) > 20 for one in still)


@pytest.mark.parametrize("one", [*HERE, *ELSEWHERE], ids=lambda one: one.id)
def test_a_statement_can_be_broken(one: Statement) -> None:
    """Its mutation changes our code; `python -m tests.documents.breakage` shows that its test notices."""
    assert mutate(mutation_of(one)), one.id


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), "run `python -m tests.documents.page`"
