"""A state folder that root owns and every user reads: what a user's decisions write lies in a folder of their own."""

from __future__ import annotations

import posix
import pwd

from policyhooks.errors import EnvironmentBroken
from policyhooks.runtime.judge_process import FOLDER as JUDGE
from policyhooks.runtime.judge_process import PYTHON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.runtime.hook import Settings

FOLDER = "users"
S_IFMT, S_IFDIR = 0o170000, 0o040000


def personal(settings: Settings) -> Settings:
    """The settings for whoever runs this process. Raises when the folder under their name is not theirs alone."""
    uid = posix.getuid()
    entry = pwd.getpwuid(uid)
    folder = f"{settings.state}/{FOLDER}/{uid}"
    for path in (folder, f"{folder}/journal", f"{folder}/counters", f"{folder}/{JUDGE}"):
        _make(path)
    found = posix.lstat(folder)
    if found.st_uid != uid or found.st_mode & S_IFMT != S_IFDIR or found.st_mode & 0o077:
        raise EnvironmentBroken(
            "the state folder of this user is not theirs alone", "ask an administrator to remove it"
        )
    if settings.judge_python:
        _write(f"{folder}/{JUDGE}/{PYTHON}", settings.judge_python.encode() + b"\n")
    changes = {"state": folder, "uid": uid, "user": entry.pw_name, "home": entry.pw_dir}
    return type(settings)(**{**settings.__dict__, **changes})


def _make(path: str) -> None:
    try:  # noqa: SIM105 - contextlib is too heavy for the hook
        posix.mkdir(path, 0o700)
    except FileExistsError:
        pass


def _write(path: str, data: bytes) -> None:
    """Keep a small file as it should be, private."""
    descriptor = posix.open(path, posix.O_RDWR | posix.O_CREAT | posix.O_NOFOLLOW, 0o600)
    try:
        if posix.pread(descriptor, len(data) + 1, 0) != data:
            posix.ftruncate(descriptor, 0)
            posix.pwrite(descriptor, data, 0)
    finally:
        posix.close(descriptor)
