"""Reading a journal on from a position: rotation, purges, torn lines, gaps, cuts, forks, and every place to stop at."""

import os
import random
from pathlib import Path

import pytest

from policyhooks.installation.journal_purge import Border, purge
from policyhooks.runtime.ports.journal import append
from policyhooks.shipping.checkpoint import Position
from policyhooks.shipping.reader import BEGIN, GAP, RECORD, Item, JournalReader
from tests.support.journals import make_state, record, write

BEFORE = Position()
SMALL = 20_000  # a file is put aside at about thirty records


def next_epoch(ended: int) -> int:
    return ended + 1


def read_all(state: Path, position: Position = BEFORE, most: int = 50, size: int = 1 << 20) -> list[Item]:
    reader = JournalReader(state, position, next_epoch)
    found: list[Item] = []
    while items := reader.read(most, size):
        found += items
    reader.close()
    return found


def numbers(items: list[Item]) -> list[int]:
    return [item.position.seq for item in items if item.kind == RECORD and not item.forked]


def kinds(items: list[Item]) -> list[str]:
    return [item.kind for item in items if item.kind != RECORD]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return make_state(tmp_path / "state")


def files(state: Path) -> list[Path]:
    return sorted((state / "journal").glob("journal-*.jsonl"))


def test_everything_once_and_in_order_across_rotation(state: Path) -> None:
    write(state, 200, rotate_at=SMALL)
    assert len(files(state)) > 3
    items = read_all(state)
    assert numbers(items) == list(range(1, 201))
    assert kinds(items) == [BEGIN]


@pytest.mark.parametrize(("most", "size"), [(1, 1 << 20), (7, 1), (1000, 1500), (1000, 1 << 20)])
def test_from_every_position_exactly_the_rest(state: Path, most: int, size: int) -> None:
    write(state, 90, rotate_at=SMALL)
    items = read_all(state)
    for item in items:
        rest = read_all(state, item.position, most, size)
        assert numbers(rest) == list(range(item.position.seq + 1, 91))
        assert kinds(rest) == []


def test_a_reader_that_stays_follows_rotation(state: Path) -> None:
    reader = JournalReader(state, Position(), next_epoch)
    seen: list[Item] = []
    chance = random.Random(7)
    first = 1
    for _ in range(60):
        number = chance.randrange(9)
        write(state, number, first=first, rotate_at=SMALL)
        first += number
        if chance.random() < 0.7:
            seen += reader.read(chance.choice((3, 1000)), 1 << 20)
    while items := reader.read(100, 1 << 20):
        seen += items
    assert numbers(seen) == list(range(1, first))
    assert kinds(seen) == [BEGIN]


def test_nothing_is_nothing_and_waits(state: Path) -> None:
    reader = JournalReader(state, Position(1), next_epoch)
    assert reader.read(10, 1 << 20) == []
    write(state, 2)
    assert numbers(reader.read(10, 1 << 20)) == [1, 2]
    assert reader.read(10, 1 << 20) == []


def test_a_line_without_its_end_waits_for_it(state: Path) -> None:
    write(state, 2)
    path = state / "journal" / "journal.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-40])
    reader = JournalReader(state, Position(), next_epoch)
    assert numbers(reader.read(10, 1 << 20)) == [1]
    with path.open("ab") as file:
        file.write(whole[-40:])
    assert numbers(reader.read(10, 1 << 20)) == [2]


def test_a_torn_line_is_no_record(state: Path) -> None:
    write(state, 2)
    with (state / "journal" / "journal.jsonl").open("ab") as file:
        file.write(b'{"v":2,"time":"2026')
    write(state, 2, first=3)
    assert numbers(read_all(state)) == [1, 2, 3, 4]


def test_what_is_purged_before_it_was_shipped_is_a_gap(state: Path) -> None:
    write(state, 40, rotate_at=SMALL)
    items = read_all(state)
    at = next(item.position for item in items if item.position.seq == 5)
    border = next(item.position for item in items if item.position.seq == 30)
    purge(state, Border(30, 30, border.chain), "1d")
    rest = read_all(state, at)
    assert rest[0].kind == GAP
    assert rest[0].told == {"from": 6, "to": 30}
    assert numbers(rest) == list(range(31, 42)), "the purge itself is a record"
    behind = next(item.position for item in items if item.position.seq == 35)
    assert kinds(read_all(state, behind)) == []
    assert numbers(read_all(state, Position(1, 30, border.chain))) == list(range(31, 42))


def test_a_reader_that_stays_survives_a_purge(state: Path) -> None:
    write(state, 40)
    reader = JournalReader(state, Position(), next_epoch)
    items = reader.read(21, 1 << 30)
    assert numbers(items)[-1] == 20
    border = items[10].position
    purge(state, Border(border.seq, border.seq, border.chain), "1d")
    write(state, 3, first=42)
    rest: list[Item] = []
    while more := reader.read(100, 1 << 20):
        rest += more
    assert numbers(rest) == list(range(21, 45))
    assert kinds(rest) == []


def test_a_lost_line_in_the_middle_is_a_gap(state: Path) -> None:
    write(state, 9)
    path = state / "journal" / "journal.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3] + lines[5:]))
    items = read_all(state)
    assert [item.told for item in items if item.kind == GAP] == [{"from": 4, "to": 5}]
    assert numbers(items) == [1, 2, 3, 6, 7, 8, 9]


def test_a_journal_that_began_anew_is_read_whole_under_the_next_epoch(state: Path) -> None:
    write(state, 9)
    last = read_all(state)[-1].position
    for name in ("journal/journal.jsonl", "journal.head", "key"):
        (state / name).unlink()
    for number in (3, 20):  # shorter than before, and longer
        write(state, number, first=1)
        items = read_all(state, last)
        assert items[0].kind == BEGIN
        assert items[0].told is not None
        assert items[0].told["before"] == {"epoch": 1, "seq": 9, "chain": last.chain}
        assert {item.position.epoch for item in items} == {2}
        assert len(numbers(items)) == len(set(numbers(items)))


def test_an_end_that_is_cut_off_is_told(state: Path) -> None:
    write(state, 9)
    last = read_all(state)[-1].position
    path = state / "journal" / "journal.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:4]))
    items = read_all(state, last)
    assert kinds(items) == [BEGIN]
    assert numbers(items) == [1, 2, 3, 4]


def test_a_cut_under_a_reader_that_stays_is_told(state: Path) -> None:
    write(state, 9)
    reader = JournalReader(state, Position(), next_epoch)
    assert numbers(reader.read(100, 1 << 20))[-1] == 9
    path = state / "journal" / "journal.jsonl"
    with path.open("r+b") as file:
        file.truncate(len(b"".join(path.read_bytes().splitlines(keepends=True)[:4])))
    items: list[Item] = []
    while more := reader.read(100, 1 << 20):
        items += more
    assert kinds(items) == [BEGIN]


def test_a_second_record_of_a_number_is_told_and_ends_nothing(state: Path) -> None:
    write(state, 5)
    path = state / "journal" / "journal.jsonl"
    other = path.read_bytes().splitlines(keepends=True)[2].replace(b'"pass"', b'"deny"')[:-5] + b'00"}\n'
    with path.open("ab") as file:
        file.write(other)
    write(state, 2, first=6)
    items = read_all(state)
    assert numbers(items) == list(range(1, 8))
    assert [item.record["seq"] for item in items if item.forked and item.record is not None] == [3]
    assert numbers(read_all(state, items[-1].position)) == []


def test_an_empty_file_behind_a_rotation_is_no_new_beginning(state: Path) -> None:
    write(state, 40, rotate_at=SMALL)
    (state / "journal" / "journal.jsonl").rename(state / "journal" / "journal-000000000040.jsonl")
    last = read_all(state)[-1].position
    assert last.seq == 40
    (state / "journal" / "journal.jsonl").touch(0o600)
    assert read_all(state, last) == []


@pytest.mark.parametrize("name", ["journal", "journal/journal.jsonl"])
def test_links_are_not_followed(state: Path, tmp_path: Path, name: str) -> None:
    write(state, 3)
    (state / name).rename(tmp_path / "elsewhere")
    (state / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError):
        read_all(state)


def test_a_fifo_is_not_waited_for(state: Path) -> None:
    os.mkfifo(state / "journal" / "journal.jsonl")
    with pytest.raises(OSError):
        read_all(state)


def test_a_line_that_never_ends_costs_no_memory(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("policyhooks.shipping.reader.LONGEST_LINE", 1 << 20)
    with (state / "journal" / "journal.jsonl").open("wb") as file:
        file.write(b"x" * (5 << 20))
    reader = JournalReader(state, Position(1), next_epoch)
    assert reader.read(10, 1 << 20) == []
    assert len(reader.rest) <= 1 << 20
    append(str(state), record(1))
    assert numbers(reader.read(10, 1 << 20)) == [1]
