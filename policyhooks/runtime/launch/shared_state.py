"""A state folder that root owns and every user reads: what a user's decisions write lies in a folder of their own.

Whoever comes first may make a folder under another user's number; it is never used, and locks nobody out: the user
gets a folder under their number and a random word. What is in such a folder is as safe from its user as any file of
theirs, no safer.
"""

from __future__ import annotations

import posix
import pwd

from policyhooks.core.values import but
from policyhooks.errors import EnvironmentBroken
from policyhooks.runtime.ports.judge_process import FOLDER as JUDGE
from policyhooks.runtime.ports.judge_process import PYTHON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.runtime.launch.hook import Settings

FOLDER = "users"
S_IFMT, S_IFDIR = 0o170000, 0o040000


def personal(settings: Settings) -> Settings:
    """The settings for whoever runs this process. Raises when their own folder is open to others."""
    uid = posix.getuid()
    entry = pwd.getpwuid(uid)
    folder = own_folder(settings.state, uid) or _make_own(settings.state, uid)
    if posix.lstat(folder).st_mode & 0o077:
        raise EnvironmentBroken(
            "the state folder of this user is not theirs alone", "ask an administrator to remove it"
        )
    for name in ("journal", "counters", JUDGE):
        _make(f"{folder}/{name}")
    if settings.judge_python:
        _write(f"{folder}/{JUDGE}/{PYTHON}", settings.judge_python.encode() + b"\n")
    return but(settings, state=folder, root=settings.state, uid=uid, user=entry.pw_name, home=entry.pw_dir)


def own_folder(state: str, uid: int) -> str:
    """The folder of a user in a shared state; empty where there is none that is theirs."""
    plain = f"{state}/{FOLDER}/{uid}"
    if is_theirs(plain, uid):
        return plain
    try:
        names = sorted(name for name in posix.listdir(f"{state}/{FOLDER}") if name.startswith(f"{uid}."))
    except OSError:
        return ""
    return next((path for name in names if is_theirs(path := f"{state}/{FOLDER}/{name}", uid)), "")


def is_theirs(path: str, uid: int) -> bool:
    """Whether a path is a folder, no link, and belongs to the user."""
    try:
        found = posix.lstat(path)
    except OSError:
        return False
    return found.st_uid == uid and found.st_mode & S_IFMT == S_IFDIR


def _make_own(state: str, uid: int) -> str:
    """A new folder; under another name where somebody else has taken the plain one."""
    plain = f"{state}/{FOLDER}/{uid}"
    _make(plain)
    if is_theirs(plain, uid):
        return plain
    aside = f"{plain}.{posix.urandom(8).hex()}"
    posix.mkdir(aside, 0o700)
    return aside


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
