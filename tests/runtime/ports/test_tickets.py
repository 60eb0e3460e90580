"""Tickets and lifts as files: two clocks, uses that are made once, and names that nothing in a payload chooses."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from policyhooks.runtime.ports import tickets
from policyhooks.runtime.ports.tickets import Moment, holds, spend

AT = {"at": 1_000.0, "steady": 50.0}
CLOCKS = {
    "at once": (Moment(wall=1_000.0, steady=50.0), True),
    "shortly before its end": (Moment(wall=1_899.0, steady=949.0), True),
    "at its end": (Moment(wall=1_900.0, steady=950.0), False),
    "the wall's clock went back behind the beginning": (Moment(wall=10.0, steady=60.0), False),
    "it went back a little": (Moment(wall=998.0, steady=51.0), True),
    "it was set back, and the time is over": (Moment(wall=1_001.0, steady=951.0), False),
    "it jumped ahead": (Moment(wall=99_999.0, steady=51.0), False),
    "the machine was started anew": (Moment(wall=1_010.0, steady=9.0), False),
    "it slept: its steady clock stood still": (Moment(wall=9_000.0, steady=60.0), False),
}


@pytest.mark.parametrize("case", CLOCKS)
def test_both_clocks_must_agree(case: str) -> None:
    moment, expected = CLOCKS[case]
    assert holds(AT, 900, moment) is expected


@pytest.fixture
def state(tmp_path: Path) -> str:
    return str(tmp_path)


def test_of_many_at_once_as_many_as_may_get_a_use(state: str) -> None:
    with ThreadPoolExecutor(16) as pool:
        got = list(pool.map(lambda number: spend(state, "s.PH-0", 3, f"use{number}", False), range(64)))
    assert got.count(True) == 3


def test_the_same_call_gets_the_same_use(state: str) -> None:
    assert [spend(state, "s.PH-0", 1, use, False) for use in ("a", "a", "b", "a")] == [True, True, False, True]


def test_a_twin_needs_the_first_event_of_its_call(state: str) -> None:
    assert not spend(state, "s.PH-0", 1, "t", True)
    assert spend(state, "s.PH-0", 1, "a", False)
    assert spend(state, "s.PH-0", 1, "t", True)
    assert not spend(state, "s.PH-0", 1, "u", True)


def test_nothing_is_written_over_and_no_draft_stays(state: str) -> None:
    tickets.store(state, "a.b", b"one")
    with pytest.raises(FileExistsError):
        tickets.store(state, "a.b", b"two")
    assert tickets.listed(state) == ["a.b"]
    assert Path(state, tickets.FOLDER, "a.b").read_bytes() == b"one"


def test_a_link_in_the_place_of_a_file_is_not_read(state: str, tmp_path: Path) -> None:
    tickets.write(state, b"k", "a.b", {"x": 1})
    assert tickets.read(state, b"k", "a.b") is not None
    os.rename(f"{state}/tickets/a.b", tmp_path / "elsewhere")
    os.symlink(tmp_path / "elsewhere", f"{state}/tickets/a.b")
    assert tickets.read(state, b"k", "a.b") is None
    os.unlink(f"{state}/tickets/a.b")
    os.mkfifo(f"{state}/tickets/a.b")
    assert tickets.read(state, b"k", "a.b") is None


def test_under_another_key_or_name_a_file_is_none(state: str) -> None:
    tickets.write(state, b"k", "a.b", {"x": 1})
    assert tickets.read(state, b"other", "a.b") is None
    os.rename(f"{state}/tickets/a.b", f"{state}/tickets/a.c")
    assert tickets.read(state, b"k", "a.c") is None


def test_what_is_removed_loses_its_lift_first(state: str) -> None:
    names = ["a.b", "a.b.lift", "a.b.1", "a.b.1.twin", "a.c", "a.c.lift"]
    for name in names:
        tickets.store(state, name, b"x")
    assert next(iter(tickets.parts_of(names, "a.b"))) == "a.b.lift"
    tickets.remove(state, names, "a.b")
    assert sorted(tickets.listed(state)) == ["a.c", "a.c.lift"]
