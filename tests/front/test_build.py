"""The same source gives the same front, wherever it is built; wheels carry the one of their system."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from front.build import HERE, NO_COMPILER, TARGETS, ZIG, build, host
from front.wheels import VARIABLE
from policyhooks.image.front import find_front
from tests.support.counts import SOAK
from tests.support.wheels import build as build_wheel

MAGIC = {"linux": b"\x7fELF", "macos": b"\xcf\xfa\xed\xfe"}


def build_elsewhere(folder: Path, *words: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """From a copy of the sources, in a folder of another name."""
    folder.mkdir(parents=True)
    for name in ("front.c", "build.py"):
        shutil.copyfile(HERE / name, folder / name)
    command = [sys.executable, str(folder / "build.py"), "-o", str(folder / "made"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


def test_two_builds_give_the_same_bytes(tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler here")
    places = [tmp_path / "one", tmp_path / "a longer name/of another place"]
    for place in places:
        done = build_elsewhere(place, "--with", "cc")
        assert done.returncode == 0, done.stderr
    first, second = ((place / "made").read_bytes() for place in places)
    assert first == second
    assert str(tmp_path).encode() not in first


def test_without_a_compiler_it_says_so(tmp_path: Path) -> None:
    done = build_elsewhere(tmp_path / "one", env={"PATH": str(tmp_path)})
    assert done.returncode == NO_COMPILER
    assert "no compiler" in done.stderr
    assert not (tmp_path / "one/made").exists()


def test_a_compiler_that_fails_is_told_and_leaves_what_was_there(tmp_path: Path) -> None:
    broken = tmp_path / "bin/cc"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\necho 'no such libc' >&2\nexit 1\n")
    broken.chmod(0o700)
    done = build_elsewhere(tmp_path / "one", "--with", "cc", env={"PATH": str(broken.parent)})
    assert done.returncode == NO_COMPILER
    assert "no such libc" in done.stderr


def test_a_front_that_does_not_run_here_is_not_installed(tmp_path: Path) -> None:
    """Another system's, or a file that only has its name."""
    inside = tmp_path / "policyhooks/shipped"
    hook = inside / "front/hook"
    assert "carries none" in find_front(inside).why
    hook.parent.mkdir(parents=True)
    for text in ("#!/bin/sh\nexit 70\n", "#!/bin/sh\nexit 0\n", "\x7fELF"):
        hook.write_text(text)
        hook.chmod(0o755)
        assert "does not run here" in find_front(inside).why
        hook.unlink()


@pytest.mark.skipif(not (SOAK and ZIG.is_file()), reason="make soak, after make wheel: zig takes minutes")
@pytest.mark.parametrize("target", TARGETS)
def test_zig_builds_the_same_for_every_system(tmp_path: Path, target: str) -> None:
    files = [tmp_path / "one", tmp_path / "two"]
    assert [build(target, file, "zig") for file in files] == ["zig", "zig"]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].read_bytes()[:4] == MAGIC[target.partition("-")[0]]


@pytest.mark.skipif(not (SOAK and ZIG.is_file()), reason="make soak, after make wheel: zig takes minutes")
def test_a_wheel_carries_the_front_of_its_system(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path / "dist", "-t", "wheel", env={**os.environ, VARIABLE: host()})
    assert wheel.name.endswith(f"{TARGETS[host()][1]}.whl")
    with zipfile.ZipFile(wheel) as archive:
        entry = archive.getinfo("policyhooks/shipped/front/hook")
        assert entry.external_attr >> 16 & 0o111
        archive.extractall(tmp_path / "place")
    inside = tmp_path / "place/policyhooks/shipped"
    (inside / "front/hook").chmod(0o755)  # as pip does
    assert find_front(inside.resolve()).data
