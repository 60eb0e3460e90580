"""Old records go, the rest still verifies, and whoever writes meanwhile loses nothing."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.errors import VerificationFailed
from policyhooks.inspect.journal import read_records
from policyhooks.inspect.journal_verification import verify
from policyhooks.installation.journal_purge import find_border, purge
from policyhooks.runtime import platform
from policyhooks.runtime.ports.journal import append
from policyhooks.runtime.ports.journal_head import FILE as HEAD

ROTATE_AT = 3000
COUNT = 60


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A journal in several files, a record a day."""
    folder = tmp_path / "state"
    (folder / "journal").mkdir(parents=True, mode=0o700)
    for number in range(COUNT):
        time = f"2026-{number // 28 + 1:02d}-{number % 28 + 1:02d}T00:00:00.000Z"
        append(str(folder), {"time": time, "pad": "x" * 200}, rotate_at=ROTATE_AT)
    assert len(list((folder / "journal").glob("journal-*"))) > 3
    return folder


def moment(number: int) -> str:
    """When a record was written, by its number."""
    return f"2026-{(number - 1) // 28 + 1:02d}-{(number - 1) % 28 + 1:02d}T00:00:00.000Z"


@pytest.mark.parametrize("first", [2, 3, 10, 11, 12, 13, 30, COUNT - 1, COUNT])
def test_what_stays_verifies(state: Path, first: int) -> None:
    before = list(read_records(state))
    border = find_border(state, moment(first))
    assert border is not None
    assert (border.records, border.seq) == (first - 1, first - 1)
    purge(state, border, "30d")
    left = list(read_records(state))
    assert left[:-1] == before[first - 1 :], "byte for byte what it was"
    assert left[-1]["kind"] == "purge"
    assert left[-1]["purged"] == {"records": first - 1, "up_to": first - 1, "chain": border.chain, "keep": "30d"}
    found = verify(state)
    assert found.problems == ()
    assert found.first == first
    append(str(state), {"n": 1})
    assert verify(state).problems == ()
    assert find_border(state, moment(first)) is None


def test_the_last_record_stays(state: Path) -> None:
    border = find_border(state, "2099")
    assert border is not None
    assert border.seq == COUNT - 1
    purge(state, border, "1h")
    assert [record["seq"] for record in read_records(state)] == [COUNT, COUNT + 1]


def test_what_is_cut_afterwards_is_still_found(state: Path) -> None:
    border = find_border(state, moment(20))
    assert border is not None
    purge(state, border, "30d")
    oldest = min((state / "journal").glob("journal-*"))
    oldest.write_bytes(b"".join(oldest.read_bytes().splitlines(keepends=True)[1:]))
    assert verify(state).problems


def test_a_journal_that_does_not_hold_is_left_alone(state: Path) -> None:
    oldest = min((state / "journal").glob("journal-*"))
    oldest.write_bytes(oldest.read_bytes().replace(b"2026-01-02", b"2026-01-03"))
    with pytest.raises(VerificationFailed, match="does not hold"):
        find_border(state, moment(20))


@pytest.mark.parametrize("kept", ["head", "files"])
def test_a_purge_that_was_killed_leaves_a_journal_that_holds(state: Path, kept: str) -> None:
    """Killed behind the head, or behind some of the files: what is left is more than it should be, and holds."""
    files = {path: path.read_bytes() for path in sorted((state / "journal").glob("journal-*"))}
    border = find_border(state, moment(40))
    assert border is not None
    purge(state, border, "30d")
    for path in list(files)[0 if kept == "head" else 1 :]:
        path.write_bytes(files[path])
    assert verify(state).problems == ()
    again = find_border(state, moment(40))
    assert again is not None
    purge(state, again, "30d")
    assert verify(state).first == 40


def test_a_file_that_is_put_aside_just_then(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between a writer's rename and its new file there is none of that name; and nobody is left holding a lock."""
    border = find_border(state, moment(30))
    assert border is not None
    journal, lock, seen = state / "journal/journal.jsonl", platform.lock, []

    def lock_late(descriptor: int, wait: bool = True) -> None:
        seen.append(descriptor)
        if len(seen) == 2:
            journal.rename(state / f"journal/journal-{COUNT + 1:012d}.jsonl")
        lock(descriptor, wait)

    with monkeypatch.context() as patch:
        patch.setattr(platform, "lock", lock_late)
        purge(state, border, "30d")
    assert len(seen) > 2
    append(str(state), {"n": 1}, wait=False)
    assert verify(state).problems == ()
    assert len(list(read_records(state))) == COUNT - 29 + 2


def test_writers_meanwhile_lose_nothing(state: Path) -> None:
    code = (
        "import sys; from policyhooks.runtime.ports.journal import append\n"
        "for n in range(200): append(sys.argv[1], {'n': n, 'time': '2099-01-01T00:00:00.000Z'}, rotate_at=3000)"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, str(state)]) for _ in range(2)]
    try:
        for first in range(2, COUNT, 2):
            border = find_border_now(state, first)
            if border is not None:
                purge(state, border, "30d")
    finally:
        codes = [writer.wait(timeout=120) for writer in writers]
    assert codes == [0, 0]
    assert sum("n" in record for record in read_records(state)) == 400
    assert verify(state).problems == ()


def find_border_now(state: Path, first: int) -> object:
    """While others rotate files a reading may meet one that has just moved: whoever purges tries again."""
    try:
        return find_border(state, moment(first))
    except (VerificationFailed, FileNotFoundError):
        return None


def test_the_verb(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--state", str(state)]
    for time in ("", "x", "0d", "30", "-1d", "30y"):
        assert run(["log", "purge", f"--keep={time}", *where]) in (1, 2), time
    before = len(list(read_records(state)))
    capsys.readouterr()
    assert run(["log", "purge", "--keep", "1h", *where]) == 0
    assert "add --yes" in capsys.readouterr().out
    assert len(list(read_records(state))) == before, "without --yes nothing goes"
    assert run(["log", "purge", "--keep", "5200w", *where, "--yes"]) == 0
    assert "nothing is older" in capsys.readouterr().out
    assert run(["log", "purge", "--keep", "1h", *where, "--yes"]) == 0
    assert "the rest still verifies" in capsys.readouterr().out
    assert run(["log", "verify", *where]) == 0
    assert (state / HEAD).stat().st_mode & 0o777 == 0o600
    assert all(path.stat().st_mode & 0o077 == 0 for path in (state / "journal").iterdir())


def test_the_time_that_the_config_binds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy = tmp_path / "policies/small.yaml"
    policy.parent.mkdir()
    policy.write_text(
        "apiVersion: policyhooks/v1\nkind: Policy\nmetadata: {id: a.b, title: x, owner: a@b.example}\nrules:\n"
        "  - {id: c, match: {events: [shell.before], commands: [rm]}, effect: deny, message: {user: x, agent: x},"
        " tests: {deny: [rm x], quiet: [ls]}}\n"
    )
    config = tmp_path / "config.yaml"
    place = ["--client", "claude-code", "--scope", "user", "--root", str(tmp_path), "--state", str(tmp_path / "state")]
    for keep, code in (("0", 2), ("30d", 0)):
        config.write_text(f"apiVersion: policyhooks/v1\nkind: Config\njournal: {{keep: {keep}}}\n")
        assert run(["install", *place, "--policies", str(policy), "--config", str(config)]) == 0
        append(str(tmp_path / "state"), {"time": "2020-01-01T00:00:00.000Z"})
        capsys.readouterr()
        assert run(["log", "purge", "--state", str(tmp_path / "state")]) == code
    assert "would let go of 1 record up to 1" in capsys.readouterr().out
    for bad in ("30", "1s", "forever", "-1"):
        config.write_text(f"apiVersion: policyhooks/v1\nkind: Config\njournal: {{keep: '{bad}'}}\n")
        assert run(["check", str(policy), "--config", str(config)]) == 3, bad


def shared(state: Path, folder: Path, uid: int) -> Path:
    """The journal as one of a state that several users share."""
    theirs = folder / "users" / str(uid)
    theirs.parent.mkdir()
    shutil.copytree(state, theirs)
    return theirs


def test_managed_journals_are_an_administrators(
    tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = shared(state, tmp_path, os.geteuid())
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert run(["log", "purge", "--state", str(tmp_path), "--keep", "1h", "--yes"]) == 7
    assert "an administrator's" in capsys.readouterr().err
    assert len(list(read_records(theirs))) == COUNT


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become somebody else")
def test_root_purges_with_the_rights_of_the_owner(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A link that the owner puts there leads root nowhere that the owner could not go."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        theirs = shared(state, folder, 12345)
        for path in [theirs, *theirs.rglob("*")]:
            os.chown(path, 12345, 12345)
        words = ["log", "purge", "--state", name, "--keep", "1h", "--yes"]
        assert run(words) == 0, capsys.readouterr().err
        assert [record.get("uid") for record in read_records(theirs)] == [None, 12345]
        assert all(path.stat().st_uid == 12345 for path in theirs.rglob("*"))
        assert verify(theirs).problems == ()
        closed = folder / "closed"
        shutil.copytree(state / "journal", closed)
        closed.chmod(0o700)
        shutil.rmtree(theirs)
        shutil.copytree(state, theirs)
        shutil.rmtree(theirs / "journal")
        (theirs / "journal").symlink_to(closed)
        for path in (theirs, theirs / HEAD, theirs / "key"):
            os.chown(path, 12345, 12345)
        assert run(words) == 1
        assert sorted(path.name for path in closed.iterdir()) == sorted(
            one.name for one in (state / "journal").iterdir()
        )
