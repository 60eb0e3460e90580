"""The native front: whether one was built for this system and runs here, and its bytes.

A clone has it in front/built (`make setup`), a wheel for one system inside the package. Where there is none, or it does
not run here, entries start the script (stub.py), which does the same without anybody outside of it. What it is:
docs/explanation/front.md.
"""

from __future__ import annotations

import hashlib
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from policyhooks.shipped.folders import INSIDE

BUILT = "front/built"  # in a clone
CARRIED = "front"  # in a wheel
FILE = "hook"
ORDINARY = "ordinary"  # what the front starts: the script, which is `hook` itself where there is no front
ABOUT = b"policyhooks front 1\n"  # the start of what it says of itself, and of the table that it reads
BROKEN = 70
PATIENCE_S = 20


@dataclass(frozen=True)
class Front:
    """The bytes of a front that runs here; without them the reason, for people."""

    data: bytes = b""
    why: str = ""

    @property
    def digest(self) -> str:
        return digest_of(self.data) if self.data else ""


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def find_front(inside: Path = INSIDE) -> Front:
    """The front that this policyhooks installs."""
    carried = inside / CARRIED / FILE
    root = inside.parents[1]
    clone = (root / "pyproject.toml").is_file()
    path = root / BUILT / FILE if clone and not carried.is_file() else carried
    if not path.is_file():
        hint = "`make setup` builds it where there is a compiler" if clone else "this package carries none"
        return Front(why=f"none was built for this system; {hint}")
    try:
        return _tried(path, path.stat().st_mtime_ns)
    except OSError as problem:
        return Front(why=f"{path} cannot be read: {(problem.strerror or 'unknown').lower()}")


@cache
def _tried(path: Path, _changed: int) -> Front:
    """Whether it starts here and finds its own place: another system's, or one without /proc, does not."""
    try:
        done = subprocess.run([path, "about"], capture_output=True, check=False, timeout=PATIENCE_S, env={})
    except (OSError, subprocess.SubprocessError) as problem:
        return Front(why=f"{path} does not run here ({type(problem).__name__})")
    if done.returncode != BROKEN or done.stdout != ABOUT + str(path.resolve()).encode():
        return Front(why=f"{path} does not run here")
    return Front(path.read_bytes())
