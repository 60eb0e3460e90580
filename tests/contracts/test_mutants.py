"""The table of `make mutants` names what there is, and the same seed gives the same sample."""

from pathlib import Path

import pytest

from benchmarks.mutants import GROUPS, Group, Outcome, sample, share, summed

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_modules_and_tests_are_there(group: Group) -> None:
    for path in (*group.modules, *group.tests):
        assert (ROOT / path).is_file(), path
    for test in group.slow:
        path, _, name = test.partition("::")
        assert path in group.tests
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8")


def test_no_module_is_in_two_groups() -> None:
    modules = [module for group in GROUPS for module in group.modules]
    assert len(modules) == len(set(modules))


def test_a_sample_depends_on_seed_and_module_alone() -> None:
    names = [f"mutant {number}" for number in range(500)]
    first = sample(names, "a.py", 1, 90)
    assert len(set(first)) == 90
    assert sample(names[::-1], "a.py", 1, 90) == first
    assert sample(names, "a.py", 2, 90) != first
    assert sample(names, "b.py", 1, 90) != first
    assert sample(names, "a.py", 1, 500) == names


@pytest.mark.parametrize(
    ("noticed", "tried", "expected"), [(9, 10, 90.0), (8999, 10000, 89.9), (1, 1, 100.0), (0, 0, 0.0)]
)
def test_a_share_is_never_rounded_up(noticed: int, tried: int, expected: float) -> None:
    assert share(noticed, tried) == expected


def test_every_survivor_counts_whatever_its_status() -> None:
    outcomes = [Outcome("g", "a.py", 9, 5, (("survived", "x"), ("no tests", "y"))), Outcome("g", "b.py", 4, 4, ())]
    assert summed("g", outcomes) == ("g", 13, 9, 7)
