"""The search for policyhooks.yaml: where it ends, and which files it refuses instead of passing them over."""

import grp
import os
import pwd
import socket
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from policyhooks.errors import EnvironmentBroken, PolicyHooksError, VerificationFailed
from policyhooks.installation.project_file import MAX_BYTES, NAME, find_project_file, is_own_group, read_project_file
from tests.support.homes import move_home

TEXT = "apiVersion: policyhooks/v1\nkind: Config\n"
ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
STRANGER = 12345


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder deep in a repository."""
    (tmp_path / "above" / "repository" / ".git").mkdir(parents=True)
    start = tmp_path / "above" / "repository" / "src" / "deep"
    start.mkdir(parents=True)
    return start


def put(folder: Path, mode: int = 0o644) -> Path:
    path = folder / NAME
    path.write_text(TEXT)
    path.chmod(mode)
    return path


@pytest.mark.parametrize("levels", [0, 1, 2])
def test_it_is_found_up_to_the_root_of_the_repository(project: Path, levels: int) -> None:
    folder = [project, *project.parents][levels]
    assert put(folder) == find_project_file(project)


def test_the_nearest_one_counts(project: Path) -> None:
    put(project.parents[1])
    assert put(project.parent) == find_project_file(project)


def test_nothing_above_the_repository_is_looked_at(project: Path) -> None:
    put(project.parents[2])
    os.mkfifo(project.parents[3] / NAME)
    assert find_project_file(project) is None


def test_nothing_above_home_is_looked_at(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project.parents[1] / ".git").rmdir()
    put(project.parents[2])
    move_home(monkeypatch, project.parents[1])
    assert find_project_file(project) is None


def test_a_folder_without_a_repository_may_have_it_above(project: Path) -> None:
    (project.parents[1] / ".git").rmdir()
    assert put(project.parents[2]) == find_project_file(project)


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentBroken, match="cannot be searched"):
        find_project_file(tmp_path / "gone")


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def listening(path: Path) -> None:
    path.unlink()
    before = Path.cwd()
    os.chdir(path.parent)  # the path of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    finally:
        os.chdir(before)


def device(path: Path) -> None:
    path.unlink()
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))  # /dev/zero: reading it never ends
    except PermissionError:
        pytest.skip("devices cannot be made here")


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def link_to(target: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        path.rename(path.with_name("real.yaml"))
        path.symlink_to(target)

    return make


def huge(path: Path) -> None:
    os.truncate(path, MAX_BYTES + 1)


def enormous(path: Path) -> None:
    os.truncate(path, 1 << 40)  # sparse: it must not be read into memory


def mounted(path: Path) -> None:
    """Another file's name bound over ours."""
    other = Path("/proc/version")
    done = subprocess.run(["/bin/mount", "--bind", str(other), str(path)], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("nothing can be mounted here")


REFUSED: dict[str, tuple[Callable[[Path], None], str]] = {
    "a pipe": (pipe, "not a regular file"),
    "a socket": (listening, "not a regular file"),
    "a device": (device, "not a regular file"),
    "a folder": (folder, "not a regular file"),
    "a link to elsewhere": (link_to("/etc/passwd"), "is a link"),
    "a link to a neighbour": (link_to("real.yaml"), "is a link"),
    "a link to nothing": (link_to("gone"), "is a link"),
    "a link to itself": (link_to(NAME), "is a link"),
    "a link to a device": (link_to("/dev/zero"), "is a link"),
    "too large": (huge, "larger than"),
    "far too large": (enormous, "larger than"),
    "writable by others": (lambda path: path.chmod(0o646), "can be written by other users"),
    "writable by everybody": (lambda path: path.chmod(0o666), "can be written by other users"),
    "mounted over": (mounted, "mounted from another file system"),
}
GIVEN_AWAY: dict[str, tuple[Callable[[Path], None], str]] = {
    "writable by a group": (
        lambda path: (os.chown(path, -1, STRANGER), path.chmod(0o664))[1],
        "can be written by other users",
    ),
    "of another user": (lambda path: os.chown(path, STRANGER, STRANGER), f"another user .uid {STRANGER}"),
    "of another user, private": (
        lambda path: (os.chown(path, STRANGER, STRANGER), path.chmod(0o600))[1],
        "belongs to another user",
    ),
    "in a folder of another user": (lambda path: os.chown(path.parent, STRANGER, STRANGER), "the folder of"),
}


@pytest.mark.parametrize("above", [0, 2], ids=["here", "at the root"])
@pytest.mark.parametrize("case", [*REFUSED, *(pytest.param(case, marks=ROOT_ONLY) for case in GIVEN_AWAY)])
def test_what_is_refused_is_told_and_not_passed_over(project: Path, case: str, above: int) -> None:
    make, words = {**REFUSED, **GIVEN_AWAY}[case]
    put(project.parents[1])
    path = put([project, *project.parents][above])
    make(path)
    try:
        with pytest.raises(VerificationFailed, match=words) as refused:
            find_project_file(project)
        assert str(path) in refused.value.message
        assert refused.value.hint
    finally:
        if case == "mounted over":
            subprocess.run(["/bin/umount", str(path)], capture_output=True, check=False)


def test_a_group_of_ones_own_may_write(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every user has a group, a fresh checkout is often writable for it."""
    path = put(project)
    path.chmod(0o664)
    us, group = pwd.getpwuid(os.geteuid()), path.stat().st_gid
    alone = us.pw_gid == group
    entry = grp.struct_group(("own", "x", group, []))
    monkeypatch.setattr(grp, "getgrgid", lambda _: entry)
    monkeypatch.setattr(pwd, "getpwall", lambda: [us])
    assert is_own_group(group) == alone
    assert not alone or find_project_file(project) == path
    entry = grp.struct_group(("own", "x", group, ["somebody"]))
    assert not is_own_group(group)
    entry = grp.struct_group(("own", "x", group, []))
    stranger = pwd.struct_passwd(("stranger", "x", us.pw_uid + 1, group, "", "/", "/bin/sh"))
    monkeypatch.setattr(pwd, "getpwall", lambda: [us, stranger])
    assert not is_own_group(group)


@ROOT_ONLY
def test_a_stranger_above_a_project_that_is_no_repository(project: Path) -> None:
    """As in /tmp: everybody can put a file there, and only ours or root's counts."""
    (project.parents[1] / ".git").rmdir()
    project.parents[2].chmod(0o1777)
    path = put(project.parents[2])
    assert find_project_file(project) == path
    os.chown(path, STRANGER, STRANGER)
    with pytest.raises(VerificationFailed, match="another user"):
        find_project_file(project)


def test_a_file_that_is_read_only_is_fine(project: Path) -> None:
    assert put(project, 0o444) == find_project_file(project)
    assert read_project_file(project / NAME) == TEXT.encode()


def test_one_that_is_gone_is_an_expected_error(project: Path) -> None:
    with pytest.raises(PolicyHooksError, match="no such file"):
        read_project_file(project / NAME)
