"""How far up a project reaches."""

import os
from pathlib import Path

import pytest

from policyhooks.compiler.border import climb, inside, repository_of
from tests.support.homes import move_home


def deep(root: Path) -> Path:
    folder = root / "a" / "b" / "c"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize("kind", ["folder", "file", "dangling link"])
def test_a_repository_is_a_border(tmp_path: Path, kind: str) -> None:
    start = deep(tmp_path)
    mark = tmp_path / "a" / ".git"
    {"folder": mark.mkdir, "file": mark.touch, "dangling link": lambda: mark.symlink_to("nowhere")}[kind]()
    assert list(climb(start)) == [start, start.parent, tmp_path / "a"]
    assert repository_of(start) == tmp_path / "a"


@pytest.mark.parametrize("who", ["HOME", "password database"])
def test_either_home_is_a_border(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, who: str) -> None:
    start = deep(tmp_path)
    move_home(monkeypatch, tmp_path / "a")
    if who == "HOME":
        move_home(monkeypatch, tmp_path / "elsewhere")
        monkeypatch.setenv("HOME", str(tmp_path / "a"))
    else:
        monkeypatch.setenv("HOME", "relative")
    assert list(climb(start))[-1] == tmp_path / "a"
    assert repository_of(start) == start


def test_a_home_that_is_a_link_is_a_border_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = deep(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "a")
    monkeypatch.setenv("HOME", str(tmp_path / "link"))
    assert list(climb(start))[-1] == tmp_path / "a"


def test_a_start_behind_a_link_climbs_where_it_really_is(tmp_path: Path) -> None:
    start = deep(tmp_path)
    (tmp_path / "a" / ".git").mkdir()
    link = tmp_path / "link"
    link.symlink_to(start)
    assert next(climb(link)) == start


def test_a_file_system_is_a_border() -> None:
    for edge in map(Path, ("/proc", "/dev/shm", "/sys")):
        if edge.is_dir() and os.stat(edge).st_dev != os.stat(edge.parent).st_dev:
            assert list(climb(edge)) == [edge]
            return
    pytest.skip("this machine has one file system")


def test_no_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        list(climb(tmp_path / "nowhere"))


@pytest.mark.parametrize(
    ("path", "expected"),
    [(".", True), ("in/file", True), ("in/not-there", True), ("out", False), ("in/up", False)],
)
def test_inside_looks_at_where_a_path_leads(tmp_path: Path, path: str, expected: bool) -> None:
    root = tmp_path / "root"
    (root / "in").mkdir(parents=True)
    (root / "in" / "file").touch()
    (root / "in" / "up").symlink_to("../../x")
    (root / "out").symlink_to("/etc/passwd")
    (tmp_path / "root-2").mkdir()
    assert inside(str(root / path), root) is expected
    assert not inside(str(tmp_path / "root-2"), root)
    assert not inside("a\0b", root)
