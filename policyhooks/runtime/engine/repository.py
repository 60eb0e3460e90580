"""Reads a workspace's git remote and branch from its files, without starting git.

The workspace vouches for both, so they say no more than the agent lets them.
"""

from __future__ import annotations

import posix

from policyhooks.core.looks import look
from policyhooks.core.records import EventInfo
from policyhooks.core.values import build, lazy

LIMIT = 1 << 16


def _read_repo(info: EventInfo) -> str:
    folder = info.workspace or info.cwd
    return look("remote", folder, lambda: remote_of(folder))


def _read_branch(info: EventInfo) -> str:
    folder = info.workspace or info.cwd
    return look("branch", folder, lambda: branch_of(folder))


def _read_linked(info: EventInfo) -> bool:
    from policyhooks.runtime.engine.surroundings import is_linked

    folder = info.workspace or info.cwd
    return look("worktree", folder, lambda: is_linked(folder))


def _read_own(info: EventInfo) -> bool:
    from policyhooks.runtime.engine.surroundings import is_own

    folder = info.workspace or info.cwd
    return look("own", folder, lambda: is_own(folder))


def _read_container(_info: EventInfo) -> str:
    from policyhooks.runtime.engine.surroundings import container

    return look("container", "", container)


class PlacedInfo(EventInfo):
    """An EventInfo that looks at the workspace's repository, and around, only when a rule asks for it."""

    repo: str = lazy(_read_repo)
    branch: str = lazy(_read_branch)
    linked_worktree: bool = lazy(_read_linked)
    own_branch: bool = lazy(_read_own)
    container: str = lazy(_read_container)


def placed(info: EventInfo) -> EventInfo:
    """The same, with what the workspace says."""
    return build(PlacedInfo, info.__dict__)


def branch_of(folder: str) -> str:
    """The branch that HEAD names; empty when detached or when there is no repository."""
    head = read_small(f"{git_folder(folder)}/HEAD").strip()
    return head[16:] if head.startswith("ref: refs/heads/") else ""


def remote_of(folder: str) -> str:
    """The url of the remote `origin`; empty when there is none."""
    git = git_folder(folder)
    common = read_small(f"{git}/commondir").strip()
    if common:
        git = common if common.startswith("/") else f"{git}/{common}"
    section = ""
    for line in read_small(f"{git}/config").splitlines():
        line = line.strip()
        if line.startswith("["):
            section = line
        elif section == '[remote "origin"]' and line.partition("=")[0].strip() == "url":
            return line.partition("=")[2].strip()
    return ""


def git_folder(folder: str) -> str:
    """The git folder of the nearest repository at or above a folder; a worktree's file is followed."""
    while folder.startswith("/"):
        place = f"{folder.rstrip('/')}/.git"
        pointer = read_small(place)
        if pointer.startswith("gitdir: "):
            target = pointer[8:].strip()
            return target if target.startswith("/") else f"{folder}/{target}"
        if _exists(f"{place}/HEAD"):
            return place
        if folder == "/":
            break
        folder = folder.rstrip("/").rpartition("/")[0] or "/"
    return ""


def _exists(path: str) -> bool:
    try:
        posix.stat(path)
    except OSError:
        return False
    return True


def read_small(path: str) -> str:
    """The beginning of a file; nothing where it cannot be read."""
    try:
        # A workspace may hold a pipe under any name: it must not hold us up.
        descriptor = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK)
    except OSError:
        return ""
    try:
        return posix.read(descriptor, LIMIT).decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        posix.close(descriptor)
