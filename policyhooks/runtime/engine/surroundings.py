"""Where an agent works, as far as files tell: a linked worktree, a branch of one's own, a container.

The workspace vouches for worktree and branch, root of the machine for the container. What is not told for certain is
told as "no": rules are relaxed by these.
"""

from __future__ import annotations

import posix

from policyhooks.runtime.engine.repository import branch_of, git_folder, read_small

S_IFMT, S_IFREG, S_IFDIR = 0o170000, 0o100000, 0o040000
WORKTREES = "worktrees"
# Branches that many people work on, whatever the remote says.
SHARED = frozenset(
    (
        "main", "master", "trunk", "develop", "development", "dev", "staging", "production", "prod", "release",
        "stable", "next", "gh-pages",
    )
)  # fmt: skip
SHARED_BELOW = ("release/", "release-", "hotfix/", "stable/", "support/")
DEFAULT = "ref: refs/remotes/origin/"
# What container engines put where only root can: file or folder, its kind, the word for it.
MARKS = (
    ("/.dockerenv", S_IFREG, "docker"),
    ("/run/.containerenv", S_IFREG, "podman"),
    ("/var/run/secrets/kubernetes.io/serviceaccount", S_IFDIR, "kubernetes"),
)


def is_linked(folder: str) -> bool:
    """Whether a folder is in a linked worktree whose repository lies outside of it, and knows of it.

    What the repository says stands outside of the worktree: whoever may write in the worktree alone cannot forge it.
    """
    top, git = top_of(folder), git_folder(folder)
    common = common_of(git)
    if not top or not common or is_within(common, top):
        return False
    place, _, name = git.rstrip("/").rpartition("/")
    back = read_small(f"{git}/gitdir").strip()
    return bool(name) and is_same(place, f"{common}/{WORKTREES}") and is_same(back, f"{top}/.git")


def is_own(folder: str) -> bool:
    """Whether the branch is neither the remote's default nor one of those that many work on; both must be known."""
    branch, common = branch_of(folder), common_of(git_folder(folder))
    default = read_small(f"{common}/refs/remotes/origin/HEAD").strip() if common else ""
    if not branch or not default.startswith(DEFAULT) or branch == default.removeprefix(DEFAULT):
        return False
    return branch not in SHARED and not branch.startswith(SHARED_BELOW)


def container() -> str:
    """The container engine that root of this file system tells of; empty where there is none."""
    for path, kind, name in MARKS:
        found = status_of(path)
        if found is not None and found.st_uid == 0 and found.st_mode & S_IFMT == kind:
            return name
    return ""


def top_of(folder: str) -> str:
    """The nearest folder with a `.git`; empty where there is none."""
    while folder.startswith("/"):
        if status_of(f"{folder.rstrip('/')}/.git") is not None:
            return folder.rstrip("/") or "/"
        if folder == "/":
            break
        folder = folder.rstrip("/").rpartition("/")[0] or "/"
    return ""


def common_of(git: str) -> str:
    """The folder that all worktrees of a repository share."""
    if not git:
        return ""
    common = read_small(f"{git}/commondir").strip()
    if not common:
        return git
    return common if common.startswith("/") else f"{git}/{common}"


def is_within(path: str, top: str) -> bool:
    """Whether a path leads to a folder or one below it, by what it really is."""
    wanted = identity(top)
    for _ in range(256):
        if identity(path) in (None, wanted):
            return True  # also what cannot be looked at
        if identity(path) == identity(f"{path}/.."):
            return False
        path = f"{path}/.."
    return True


def is_same(one: str, other: str) -> bool:
    found = identity(one)
    return found is not None and found == identity(other)


def identity(path: str) -> tuple[int, int] | None:
    found = status_of(path, follow=True)
    return None if found is None else (found.st_dev, found.st_ino)


def status_of(path: str, follow: bool = False) -> posix.stat_result | None:
    try:
        return posix.stat(path) if follow else posix.lstat(path)
    except (OSError, ValueError):
        return None
