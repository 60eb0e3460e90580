"""Which folder is the project of a folder: where its project file lies, else its repository, else the folder itself.

A home folder is nobody's project but its own: what lies there guards every project of the user. Outside of a repository
a project file above counts only where somebody has trusted it or installed it there: a stray one moves nothing.
"""

from __future__ import annotations

import os
from pathlib import Path

from policyhooks.compiler.border import MARK, home_folders, repository_of
from policyhooks.errors import PolicyHooksError
from policyhooks.installation.project_entry import known_id
from policyhooks.installation.project_file import find_project_file
from policyhooks.installation.share import is_listed, share_folder


def project_root(folder: Path) -> Path:
    """The project's folder. A project file that is refused, or cannot be searched for, moves nothing."""
    try:
        found, repository = find_project_file(folder), repository_of(folder)
    except (PolicyHooksError, OSError):
        return folder
    root = repository
    if found is not None and (os.path.lexists(repository / MARK) or is_known(found)):
        root = found.parent
    return folder if root in home_folders() or root.samefile(folder) else root


def is_known(path: Path) -> bool:
    """Whether this user has trusted a project file, or installed its project in the folder where it lies."""
    states = share_folder() / "projects" / (known_id(path.parent) or "-")
    if states.is_dir() and any(is_listed(state, path.parent) for state in states.iterdir()):
        return True
    try:
        from policyhooks.installation.project_trust import load_trust

        return load_trust(path) is not None
    except (ImportError, PolicyHooksError):  # an installer that carries only our own code knows no trust
        return False
