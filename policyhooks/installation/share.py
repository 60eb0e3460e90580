"""A user's share folder: what committed entries start, and which state folder each project id leads to.

    ~/.local/share/policyhooks/bin/hook                    started by every committed entry
    ~/.local/share/policyhooks/projects/<id>/<client>      a link to the state folder
    <state folder>/roots                                   the real paths that the project was installed in

The place is fixed, because it stands in files that a team shares. Everything in it is private (0700).
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.image.starters import write_user_hook
from policyhooks.installation.command_line import SHARE
from policyhooks.runtime.launch.roots import FILE as ROOTS
from policyhooks.runtime.launch.roots import read_roots


def share_folder() -> Path:
    """The share folder of whoever runs this."""
    return Path.home() / SHARE


def user_hook() -> Path:
    """What committed entries start."""
    return share_folder() / "bin/hook"


def project_link(project: str, client: str) -> Path:
    """The link from a project id to its state folder."""
    return share_folder() / "projects" / project / client


def linked_state(project: str, client: str) -> Path | None:
    """The state folder that a project id leads to; None where it leads nowhere."""
    link = project_link(project, client)
    target = Path(os.path.realpath(link))
    return target if link.is_symlink() and target.is_dir() else None


def states_listing(client: str, root: Path) -> list[Path]:
    """The state folders that a project in this folder was installed with, whatever its id was then."""
    ids = sorted(path.name for path in (share_folder() / "projects").glob("*"))
    states = [linked_state(one, client) for one in ids]
    return [state for state in dict.fromkeys(states) if state is not None and is_listed(state, root)]


def is_listed(state: Path, root: Path) -> bool:
    """Whether a project was installed in this folder."""
    return os.path.realpath(root) in read_roots(str(state))


def enroll_project(project: str, client: str, state: Path, root: Path) -> None:
    """Let committed entries of this project lead to this state, from this folder. Doing it again changes nothing."""
    try:
        _list_root(state, os.path.realpath(root))
        _make_private(share_folder())
        link = project_link(project, client)
        _make_private(link.parent.parent)
        _make_private(link.parent)
        if not link.is_symlink() or os.readlink(link) != str(state):
            draft = link.with_name(f".{client}-{secrets.token_hex(4)}")
            draft.symlink_to(state)
            draft.replace(link)
        write_user_hook(share_folder())
    except OSError as problem:
        message = f"{problem.filename or share_folder()} cannot be written: {problem.strerror}"
        raise EnvironmentBroken(message, "the entries were not written") from None


def _list_root(state: Path, root: str) -> None:
    if "\n" in root:
        raise UsageError("the project's path has a line break in it", "rename the folder")
    roots = read_roots(str(state))
    if root in roots:
        return
    draft = state / f".{ROOTS}-{secrets.token_hex(4)}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write("".join(f"{one}\n" for one in [*roots, root]).encode("utf-8", "surrogateescape"))
    draft.replace(state / ROOTS)


def _make_private(folder: Path) -> None:
    """A folder of ours that nobody else can write to. Raises EnvironmentBroken where it is somebody else's."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    if status.st_uid != os.geteuid():
        raise EnvironmentBroken(f"{folder} belongs to another user", "give it back, or move it away")
    folder.chmod(0o700)
