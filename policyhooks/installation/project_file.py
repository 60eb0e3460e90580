"""Finds policyhooks.yaml above a folder, and refuses one that somebody else could have put there or could change.

What is wrong with a file is told, never passed over: a search that went on would use another file in its place.
It knows nothing of what the file says.
"""

from __future__ import annotations

import contextlib
import grp
import os
import pwd
import stat
from pathlib import Path

from policyhooks.compiler.border import climb
from policyhooks.errors import EnvironmentBroken, VerificationFailed

NAME = "policyhooks.yaml"
MAX_BYTES = 1 << 20


def find_project_file(start: Path) -> Path | None:
    """The project file of a folder: in it, or above it up to the border of its repository. Raises when refused."""
    try:
        folders = list(climb(start))
    except OSError as problem:
        reason = (problem.strerror or "unknown").lower()
        raise EnvironmentBroken(f"the folder `{start}` cannot be searched: {reason}") from None
    for folder in folders:
        path = folder / NAME
        if os.path.lexists(path):
            read_project_file(path)
            return path
    return None


def read_project_file(path: Path) -> bytes:
    """The bytes of a project file. Raises VerificationFailed where it, or its folder, is not ours alone."""
    try:
        _check_kind(path, os.lstat(path))
        # Without waiting: a pipe that takes the file's place now must not hold us.
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            _check_kind(path, status)
            _check_owner(path, status, os.stat(path.parent))
            data = file.read(MAX_BYTES + 1)
    except OSError as problem:
        reason = (problem.strerror or "unknown").lower()
        raise EnvironmentBroken(f"`{path}` cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise VerificationFailed(f"`{path}` is larger than {MAX_BYTES >> 20} MB", "a project file is a page or two")
    return data


def _check_kind(path: Path, status: os.stat_result) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise VerificationFailed(f"`{path}` is a link", "put the file itself there")
    if not stat.S_ISREG(status.st_mode):
        raise VerificationFailed(f"`{path}` is not a regular file", "remove it")


def _check_owner(path: Path, status: os.stat_result, folder: os.stat_result) -> None:
    """Ours or root's, in a folder of ours or root's, written by nobody else, and not mounted over another file."""
    name_it = "if you mean it, name it: --config FILE"
    us = (0, os.geteuid())
    if status.st_uid not in us:
        raise VerificationFailed(f"`{path}` belongs to another user (uid {status.st_uid})", name_it)
    if folder.st_uid not in us:
        raise VerificationFailed(f"the folder of `{path}` belongs to another user (uid {folder.st_uid})", name_it)
    if status.st_dev != folder.st_dev:
        raise VerificationFailed(f"`{path}` is mounted from another file system", name_it)
    if status.st_mode & (0o002 if is_own_group(status.st_gid) else 0o022):
        raise VerificationFailed(f"`{path}` can be written by other users", f"chmod go-w {path}")


def is_own_group(group: int) -> bool:
    """Whether a group has nobody in it but us: with one for each user, files are often made writable for it."""
    with contextlib.suppress(KeyError):
        us = pwd.getpwuid(os.geteuid())
        members = set(grp.getgrgid(group).gr_mem)
        others = [one for one in pwd.getpwall() if one.pw_gid == group and one.pw_uid != us.pw_uid]
        return us.pw_gid == group and members <= {us.pw_name} and not others
    return False
