"""Reads and replaces a client's file: whole, atomically, through symbolic links, keeping its mode.

Failures are EnvironmentBroken and leave the file as it was.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from policyhooks.errors import EnvironmentBroken
from policyhooks.whole_file import write_whole


@dataclass(frozen=True)
class Content:
    """The bytes of a file, None where there is none, and the path that a link leads to."""

    path: Path
    data: bytes | None


def load(path: Path) -> Content:
    """The file as it is now."""
    target = Path(os.path.realpath(path))
    try:
        return Content(target, target.read_bytes())
    except FileNotFoundError:
        return Content(target, None)
    except (IsADirectoryError, PermissionError, NotADirectoryError) as problem:
        raise EnvironmentBroken(f"{path} cannot be read: {problem.strerror}", "look at its owner and mode") from None


def check_writable(content: Content) -> None:
    """Refuse what must not be replaced: a file without write permission for anybody."""
    if content.data is None:
        return
    if not os.stat(content.path).st_mode & 0o222 or not os.access(content.path, os.W_OK):
        raise EnvironmentBroken(f"{content.path} is read-only", f"chmod u+w {content.path}, then run this again")


def missing_folders(path: Path) -> list[str]:
    """The folders that must be made before the file can be, the innermost first."""
    missing = []
    folder = path.parent
    while not folder.exists():
        missing.append(str(folder))
        folder = folder.parent
    return missing


def replace(content: Content, data: bytes) -> None:
    """Write the whole file beside the old one and put it in its place."""
    check_writable(content)
    try:
        content.path.parent.mkdir(parents=True, exist_ok=True)
        mode = 0o644 if content.data is None else stat.S_IMODE(os.stat(content.path).st_mode)
        write_whole(content.path, data, mode)
    except OSError as problem:
        raise EnvironmentBroken(
            f"{content.path} cannot be written: {problem.strerror}", "nothing was changed"
        ) from None


def delete(content: Content, made: list[str]) -> None:
    """Remove the file, and the folders that were made for it if nothing else came into them."""
    check_writable(content)
    try:
        content.path.unlink(missing_ok=True)
    except OSError as problem:
        raise EnvironmentBroken(f"{content.path} cannot be removed: {problem.strerror}") from None
    for folder in made:
        try:
            os.rmdir(folder)
        except OSError:
            return
