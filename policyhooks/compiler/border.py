"""How far up a project reaches: to its repository, to a home folder, to the end of the file system that it lies on.

It looks at folders only and knows nothing of what lies in them.
"""

from __future__ import annotations

import contextlib
import os
import pwd
from collections.abc import Iterator
from pathlib import Path

MARK = ".git"  # a folder, or the file of a worktree or submodule


def climb(start: Path) -> Iterator[Path]:
    """The real folder and those above it, up to and including the first border. Raises OSError where it is none."""
    here = Path(os.path.realpath(start))
    device = os.stat(here).st_dev
    homes = home_folders()
    while True:
        yield here
        above = here.parent
        if os.path.lexists(here / MARK) or here in homes or above == here:
            return
        try:
            if os.stat(above).st_dev != device:
                return
        except OSError:
            return
        here = above


def repository_of(folder: Path) -> Path:
    """The root of the repository that a folder lies in; the folder itself where it is in none."""
    for here in climb(folder):
        if os.path.lexists(here / MARK):
            return here
    return Path(os.path.realpath(folder))


def home_folders() -> frozenset[Path]:
    """The home folder by the password database and by the environment: a search ends at either."""
    found = [os.environ.get("HOME", ""), str(account_home() or "")]
    return frozenset(Path(os.path.realpath(home)) for home in found if home.startswith("/"))


def account_home() -> Path | None:
    """The home folder that the password database has for this user; None where it has none."""
    with contextlib.suppress(KeyError):
        home = pwd.getpwuid(os.geteuid()).pw_dir
        return Path(home) if home.startswith("/") else None
    return None


def inside(path: str, root: Path) -> bool:
    """Whether what a path really leads to is the root or lies below it."""
    try:
        return Path(os.path.realpath(path)).is_relative_to(root)
    except (OSError, ValueError):
        return False
