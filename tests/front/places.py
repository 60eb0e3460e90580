"""Scratch places for a front: its file, the program that it starts, and a table. And a front built with sanitizers."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from front.build import BUILT
from policyhooks.image.front_table import FILE, front_table

SOURCE = Path(__file__).resolve().parents[2] / "front/front.c"
SANITIZED = ("-std=c11", "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
COMPLAINTS = (b"Sanitizer", b"runtime error")


@dataclass(frozen=True)
class Place:
    """A state folder with nothing but what a front needs."""

    folder: Path

    @property
    def hook(self) -> Path:
        return self.folder / "bin/hook"

    def starts(self, script: str) -> None:
        """What the front starts is this script of sh."""
        program = self.folder / "bin/ordinary"
        program.unlink(missing_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o700)

    def run(
        self,
        client: str = "claude-code",
        native: str = "PreToolUse",
        *,
        event: bytes = b"{}",
        seconds: float = 60,
        words: Sequence[str | bytes] | None = None,
        environ: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> subprocess.CompletedProcess[bytes]:
        """One call; TimeoutExpired where it is still there at the client's time-out."""
        given = words if words is not None else ("2", "-", client, native, f"{seconds:g}")
        env = {"PATH": "/usr/bin:/bin"} if environ is None else dict(environ)
        command: list[str | bytes] = [str(self.hook), *given]
        return subprocess.run(
            command, input=event, capture_output=True, check=False, timeout=max(seconds, 1), env=env, cwd=cwd
        )


def make_place(folder: Path, front: Path, table: bytes | None = None) -> Place:
    """A place for a front, with the table of no programs."""
    (folder / "bin").mkdir(parents=True, mode=0o700)
    (folder / "generations/1").mkdir(parents=True, mode=0o700)
    (folder / "current").symlink_to("generations/1")
    folder.chmod(0o700)
    shutil.copyfile(front, folder / "bin/hook")
    (folder / "bin/hook").chmod(0o700)
    write_table(folder, table if table is not None else plain_table())
    return Place(folder)


def write_table(folder: Path, table: bytes) -> None:
    path = folder / "current" / FILE
    path.write_bytes(table)
    path.chmod(0o600)


@cache
def plain_table() -> bytes:
    return front_table([])


def built_front() -> Path:
    """The front as it is installed; skips where none was built."""
    if not BUILT.is_file():
        pytest.skip("no front was built here (make setup)")
    return BUILT


def compile_sanitized(source: Path, target: Path) -> Path:
    """A C file with sanitizers; skips where no compiler has them."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler here")
    words = [compiler, *SANITIZED, "-o", str(target), str(source)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})
    if done.returncode and "sanitize" in done.stderr + done.stdout:
        pytest.skip("the C compiler here has no sanitizers")
    assert done.returncode == 0, done.stderr
    return target
