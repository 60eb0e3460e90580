"""The journal's key: private, made once, in no image; and a folder under somebody's number that is not theirs."""

import os
import pwd
import stat
import threading
from pathlib import Path

import pytest

from policyhooks.image.activation import activate
from policyhooks.runtime.launch.shared_state import own_folder
from policyhooks.runtime.ports.journal import NotStored
from policyhooks.runtime.ports.journal_key import read_key
from tests.support.hooks import payload, run, source

DENIED = 2


def test_a_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    first = read_key(str(tmp_path))
    assert (len(first), read_key(str(tmp_path))) == (32, first)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["journal.head", "key"]
    assert {entry.stat().st_mode & 0o777 for entry in tmp_path.iterdir()} == {0o600}


def test_many_that_make_a_key_at_once_read_the_same(tmp_path: Path) -> None:
    found: list[bytes] = []
    threads = [threading.Thread(target=lambda: found.append(read_key(str(tmp_path)))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1


@pytest.mark.parametrize("text", ["", "abcd", "not hexadecimal", "zz" * 32])
def test_a_damaged_key_cannot_be_used(tmp_path: Path, text: str) -> None:
    (tmp_path / "key").write_text(text)
    with pytest.raises(NotStored):
        read_key(str(tmp_path))


def test_a_link_is_no_key(tmp_path: Path) -> None:
    (tmp_path / "theirs").write_text("ab" * 32)
    (tmp_path / "key").symlink_to("theirs")
    with pytest.raises(NotStored):
        read_key(str(tmp_path))


def test_a_hook_without_a_usable_key_blocks(tmp_path: Path) -> None:
    active = activate(tmp_path / "state", [source()])
    (active.state / "key").write_text("damaged")
    done = run(active, payload())
    assert done.returncode == DENIED
    assert b"key is damaged" in done.stderr


@pytest.mark.parametrize("shared", [False, True])
def test_no_file_that_others_may_read_holds_a_key(tmp_path: Path, shared: bool) -> None:
    active = activate(tmp_path / "state", [source()], shared=shared)
    assert run(active, payload()).returncode == 0
    keys = [path for path in active.state.rglob("key") if path.is_file()]
    assert [path.stat().st_mode & 0o777 for path in keys] == [0o600]
    secret = keys[0].read_text().strip()
    for path in active.state.rglob("*"):
        if path.is_file() and path not in keys:
            data = path.read_bytes()
            assert bytes.fromhex(secret) not in data, path
            assert secret.encode() not in data, path


needs_root = pytest.mark.skipif(os.getuid() != 0, reason="acts as several users")


@needs_root
def test_a_folder_under_somebodys_number_locks_nobody_out(tmp_path: Path) -> None:
    active = activate(tmp_path / "state", [source()], shared=True)
    squatted = active.state / "users" / "0"
    squatted.mkdir()
    (squatted / "journal").mkdir()
    os.chown(squatted, pwd.getpwnam("nobody").pw_uid, -1)
    assert [run(active, payload()).returncode for _ in range(2)] == [0, 0]
    own = Path(own_folder(str(active.state), 0))
    assert own != squatted
    assert own.name.startswith("0.")
    assert stat.S_IMODE(own.stat().st_mode) == 0o700
    assert len((own / "journal" / "journal.jsonl").read_text().splitlines()) == 2  # the second run found it again
    assert list((squatted / "journal").iterdir()) == []


@needs_root
def test_a_link_under_somebodys_number_is_not_followed(tmp_path: Path) -> None:
    active = activate(tmp_path / "state", [source()], shared=True)
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (active.state / "users" / "0").symlink_to(tmp_path / "elsewhere")
    assert run(active, payload()).returncode == 0
    assert list((tmp_path / "elsewhere").iterdir()) == []
