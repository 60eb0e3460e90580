"""The judge's folder inside the state folder: its files, their modes, and who may own them.

`prepare` is called at activation and records the interpreter that has the judge's packages; the
hook starts judge processes with that interpreter and no other.
"""

from __future__ import annotations

import os
import secrets
import stat
import sys
from pathlib import Path

from policyhooks.errors import EnvironmentBroken
from policyhooks.judge.control import tell
from policyhooks.runtime.ports.judge_process import FOLDER, PYTHON
from policyhooks.runtime.ports.judge_socket import SOCKET
from policyhooks.whole_file import write_whole

LEDGER = "ledger.sqlite3"
LOCK = "worker.lock"
CACHE_KEY = "cache.key"
ALONE = "alone"  # a folder with a file of this name takes part in no team

__all__ = [
    "ALONE",
    "CACHE_KEY",
    "FOLDER",
    "LEDGER",
    "LOCK",
    "PYTHON",
    "SOCKET",
    "cache_key",
    "check_private",
    "prepare",
]


def prepare(state: Path, python: str = sys.executable) -> Path:
    """Create the judge's folder with private modes, record the interpreter, end a worker of the old code."""
    folder = state / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_private(folder)
    # Not resolved: the link inside a virtual environment is what makes its packages visible.
    write_whole(folder / PYTHON, os.path.abspath(python).encode() + b"\n")
    tell(folder, "stop")
    return folder


def check_private(folder: Path) -> None:
    """Raise EnvironmentBroken unless the folder is a real one, ours, and closed to everybody else."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
        raise EnvironmentBroken("the judge's folder is not private to this user", "run install again")


def cache_key(folder: Path) -> bytes:
    """The key under which cached verdicts are vouched for; made on first use."""
    path = folder / CACHE_KEY
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        key = b""
    if len(key) != 32:
        key = secrets.token_bytes(32)
        write_whole(path, key)
    return key
