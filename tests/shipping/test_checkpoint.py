"""Checkpoints: private, replaced as a whole, damaged ones refused, one process at a time."""

import os
import stat
from pathlib import Path

import pytest

from policyhooks.errors import EnvironmentBroken
from policyhooks.shipping.checkpoint import (
    SOURCE,
    Checkpoint,
    Position,
    begin_epoch,
    held,
    identify,
    load,
    load_all,
    make_folder,
    save,
)

TO, DIGEST = "syslog://l.example.com:601", "0123456789abcdef"
KEPT = Checkpoint(TO, Position(2, 17, "ab" * 32), delivered=20, refused=1, at="2026-11-19T22:00:00.000Z", problem="no")
DAMAGED = [
    b"",
    b"[]",
    b"{",
    b'{"to": "syslog://l.example.com:601"}',
    b'{"to": "syslog://other:601", "position": {"epoch": 1, "seq": 1, "chain": ""}}',
    b'{"to": "syslog://l.example.com:601", "position": {"epoch": 1, "seq": -1, "chain": ""}, "delivered": 0}',
    b'{"to": "syslog://l.example.com:601", "position": {"epoch": 1, "seq": true, "chain": ""}, "delivered": 0}',
]


def test_what_is_kept_is_read_back_and_private(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "ship" / "own")
    assert load(folder, TO, DIGEST) == Checkpoint(TO)
    save(folder, DIGEST, KEPT)
    identify(folder)
    assert load(folder, TO, DIGEST) == KEPT
    assert list(load_all(folder)) == [KEPT]
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    assert {stat.S_IMODE(one.stat().st_mode) for one in (folder, folder.parent)} == {0o700}
    assert {path.name for path in folder.iterdir()} == {f"{DIGEST}.json", SOURCE}


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_one_is_refused_never_taken_for_a_fresh_one(tmp_path: Path, content: bytes) -> None:
    (tmp_path / f"{DIGEST}.json").write_bytes(content)
    with pytest.raises(EnvironmentBroken, match="damaged"):
        load(tmp_path, TO, DIGEST)
    assert list(load_all(tmp_path)) == []


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    save(tmp_path, "other", KEPT)
    (tmp_path / f"{DIGEST}.json").symlink_to(tmp_path / "other.json")
    with pytest.raises(EnvironmentBroken, match="damaged"):
        load(tmp_path, TO, DIGEST)


def test_a_disk_that_is_full_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(tmp_path, DIGEST, KEPT)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        save(tmp_path, DIGEST, Checkpoint(TO))
    assert load(tmp_path, TO, DIGEST) == KEPT
    assert [path.name for path in tmp_path.iterdir()] == [f"{DIGEST}.json"]


def test_the_name_is_made_once_and_an_epoch_ends_once(tmp_path: Path) -> None:
    first = identify(tmp_path)
    assert identify(tmp_path) == first
    assert begin_epoch(tmp_path, 0) == first
    second = begin_epoch(tmp_path, 1)
    assert (second.installation, second.epoch) == (first.installation, 2)
    assert begin_epoch(tmp_path, 1) == second, "another destination finds the same end"
    (tmp_path / SOURCE).write_text('{"installation": "../x", "epoch": 1}')
    with pytest.raises(EnvironmentBroken, match="damaged"):
        identify(tmp_path)


def test_one_process_at_a_time(tmp_path: Path) -> None:
    with held(tmp_path), pytest.raises(EnvironmentBroken, match="another process"), held(tmp_path):
        pass
    with held(tmp_path):
        pass


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o707])
def test_a_folder_that_others_can_enter_is_refused(tmp_path: Path, mode: int) -> None:
    (tmp_path / "ship").mkdir()
    (tmp_path / "ship").chmod(mode)
    with pytest.raises(EnvironmentBroken, match="not private"):
        make_folder(tmp_path / "ship")


def test_a_folder_behind_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "ship").symlink_to(tmp_path / "real")
    with pytest.raises(EnvironmentBroken, match="not private"):
        make_folder(tmp_path / "ship")
