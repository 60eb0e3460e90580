"""What the managed rank gives away to lower ones, and to whom: nobody else can."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from policyhooks.core.program import RANKS, Rule
from policyhooks.runtime.engine.delegation import is_delegated, with_delegations
from policyhooks.runtime.engine.selection import LoadedProgram


def program(rank: int, delegate: Sequence[str] | None = None) -> LoadedProgram:
    options = {} if delegate is None else {"OPTIONS": {"delegate": tuple(delegate)}}
    return LoadedProgram(load=lambda name: {}, index=options, rank=rank)


def test_only_the_managed_rank_gives_away_and_only_to_those_below() -> None:
    for rank in range(len(RANKS)):
        programs = [program(0, ["a/*"]), program(0), program(0, ["b/*"]), program(rank, ["*/*"])]
        delegates = [one.delegates for one in with_delegations(programs)]
        assert delegates == [(), (), (), ("a/*", "b/*") if rank else ()]


def test_without_a_managed_program_nothing_is_given_away() -> None:
    programs = [program(rank, ["*/*"]) for rank in range(1, len(RANKS))]
    assert [one.delegates for one in with_delegations(programs)] == [()] * len(programs)


@pytest.mark.parametrize("index", [{}, {"OPTIONS": {}}, {"OPTIONS": {"delegate": ()}}])
def test_a_program_that_says_nothing_gives_nothing(index: dict[str, object]) -> None:
    managed = LoadedProgram(load=lambda name: {}, index=index, rank=0)
    assert with_delegations([managed, program(2)])[1].delegates == ()


@pytest.mark.parametrize(
    ("globs", "expected"),
    [
        ([], False),
        (["acme/tidy"], True),
        (["acme/*"], True),
        (["other/*", "*/tidy"], True),
        (["other/*"], False),
        (["acme"], False),
        (["acme/tid"], False),
        (["{acme,other}/t[a-i]*"], True),
        (["{other,others}/*"], False),
        (["acme/{tidy"], False),
    ],
)
def test_a_rule_is_delegated_by_its_whole_id(globs: list[str], expected: bool) -> None:
    assert is_delegated(Rule(id="acme/tidy"), globs) is expected
