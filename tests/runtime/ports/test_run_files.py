"""Files that a call runs, on a real disk: which are new, and that nothing waits or is read that is no file."""

import os
import time
from pathlib import Path

import pytest

from policyhooks.core.event import Event
from policyhooks.core.records import EventInfo, Session
from policyhooks.core.stored_text import StoredText
from policyhooks.runtime.ports.run_files import LARGEST, Scripts
from policyhooks.runtime.ports.session_start import DAY_S, began, first_record, seconds

NOW = 1_800_000_000
SECOND = 1_000_000_000


def reader(mode: str = "fresh", now: int = 0, state: str = "") -> Scripts:
    info = EventInfo(time_ns=now or time.time_ns())
    return Scripts(state, mode, Event(event=info, client="claude-code", session=Session(id="s1")))


def fields(found: StoredText | None) -> dict[str, object] | None:
    return None if found is None else dict(found.__dict__)


def record(at: int, session: str) -> str:
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at))
    return f'{{"v":2,"time":"{stamp}.123Z","kind":"decision","client":"claude-code","session":"{session}"}}\n'


def journal(folder: Path, *rows: tuple[int, str]) -> str:
    (folder / "journal").mkdir()
    (folder / "journal" / "journal.jsonl").write_text("".join(record(*row) for row in rows))
    return str(folder)


def test_a_new_file_is_read_and_an_old_one_is_not(tmp_path: Path) -> None:
    script = tmp_path / "x.sh"
    script.write_text("ls\n")
    assert fields(reader().read(str(script))) == fields(StoredText(text="ls\n"))
    later = time.time_ns() + 2 * DAY_S * SECOND
    assert reader(now=later).read(str(script)) is None
    assert fields(reader("all", now=later).read(str(script))) == fields(StoredText(text="ls\n"))


def test_setting_times_back_does_not_make_a_file_old(tmp_path: Path) -> None:
    state = journal(tmp_path, (int(time.time()) - 5, "s1"))
    script = tmp_path / "x.sh"
    script.write_text("ls\n")
    os.utime(script, (0, 0))
    assert reader(state=state).read(str(script)) is not None
    script.rename(tmp_path / "y.sh")
    assert reader(state=state).read(str(tmp_path / "y.sh")) is not None


def test_what_is_older_than_the_session_is_left_alone(tmp_path: Path) -> None:
    script = tmp_path / "x.sh"
    script.write_text("ls\n")
    state = journal(tmp_path, (int(time.time()) + 5, "s1"))
    assert reader(state=state).read(str(script)) is None


def test_a_link_is_as_new_as_the_newer_end(tmp_path: Path) -> None:
    script, link = tmp_path / "x.sh", tmp_path / "link"
    script.write_text("ls\n")
    link.symlink_to(script)
    assert fields(reader().read(str(link))) == fields(StoredText(text="ls\n"))
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert reader().read(str(tmp_path / "loop")) is None


@pytest.mark.parametrize("path", ["nothing", "x/y", "a" * 5000, "a\0b"])
def test_what_is_not_there(tmp_path: Path, path: str) -> None:
    assert reader().read(f"{tmp_path}/{path}") is None


def test_what_cannot_be_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "long").write_text("a" * (LARGEST + 1))
    (tmp_path / "binary").write_bytes(b"a\0b")
    for name in ("fifo", "long", "binary"):
        found = reader().read(str(tmp_path / name))
        assert found is not None, name
        assert found.problem, name
    (tmp_path / "elf").write_bytes(b"\x7fELF\0")
    assert fields(reader().read(str(tmp_path / "elf"))) == fields(StoredText(compiled=True))
    assert reader().read(str(tmp_path)) is None


def test_all_files_of_a_call_together_have_a_limit(tmp_path: Path) -> None:
    looking = reader()
    for number in range(5):
        (tmp_path / str(number)).write_text("a" * LARGEST)
    problems = [looking.read(f"{tmp_path}/{number}").problem for number in range(5)]  # type: ignore[union-attr]
    assert [bool(problem) for problem in problems] == [False] * 4 + [True]


def test_a_session_begins_with_its_first_record(tmp_path: Path) -> None:
    state = journal(tmp_path, (NOW - 9000, "s0"), (NOW - 3000, "s1"), (NOW - 100, "s1"))
    assert began(state, "s1", NOW * SECOND) == (NOW - 3000) * SECOND
    assert began(state, "new", NOW * SECOND) == (NOW - 3000) * SECOND  # beside s1, which is alive
    assert began(state, "new", (NOW + 9000) * SECOND) == (NOW + 9000) * SECOND


def test_what_the_journal_cannot_tell_makes_a_day_new(tmp_path: Path) -> None:
    day = (NOW - DAY_S) * SECOND
    assert began("", "s1", NOW * SECOND) == day
    assert began(str(tmp_path), "s1", NOW * SECOND) == day
    state = journal(tmp_path, (NOW - 50, "s1"))
    assert began(state, "", NOW * SECOND) == day
    (tmp_path / "journal" / "journal-000000000009.jsonl").write_text("")
    assert began(state, "s1", NOW * SECOND) == day  # it may have begun in the file before


def test_records_that_are_none() -> None:
    data = b'torn\n{"time":"no time at all, but as long","session":"s1"}\n' + record(NOW, "s1").encode()
    assert first_record(data, b"s1", NOW + 9) == (NOW, NOW)


@pytest.mark.parametrize("at", [0, 951_782_400, 1_709_164_799, 1_709_164_800, NOW, 4_107_542_399])
def test_seconds(at: int) -> None:
    assert seconds(time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at)).encode()) == at
