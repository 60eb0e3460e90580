"""A file is replaced whole or not at all, with the mode that it is to have, and leaves no draft."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.whole_file import write_whole


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o700, 0o755])
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_the_mode_holds_whatever_the_umask_is(tmp_path: Path, mode: int, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "file", b"new", mode)
    finally:
        os.umask(before)
    assert (tmp_path / "file").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == mode


def test_whoever_has_the_old_file_open_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")
    with path.open("rb") as reader:
        write_whole(path, b"new", durable=False)
        assert reader.read() == b"old"
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("durable", [True, False])
def test_a_full_disk_leaves_the_old_file_and_no_draft(tmp_path: Path, durable: bool) -> None:
    """A limit on the size of files stands for the disk: it fails in the middle of a write."""
    script = f"""
import pathlib, resource, signal, sys
from policyhooks.whole_file import write_whole
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
try:
    write_whole(pathlib.Path(sys.argv[1]), b"x" * (1 << 20), durable={durable})
except OSError as problem:
    sys.exit(problem.errno)
"""

    path = tmp_path / "file"
    write_whole(path, b"old")
    done = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert done.returncode == errno.EFBIG
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_a_folder_in_its_place_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "file").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_whole(tmp_path / "file", b"new")
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    """Whoever may put a link there chooses no other file."""
    (tmp_path / "other").write_bytes(b"other")
    (tmp_path / "file").symlink_to(tmp_path / "other")
    write_whole(tmp_path / "file", b"new")
    assert not (tmp_path / "file").is_symlink()
    assert (tmp_path / "other").read_bytes() == b"other"
