"""The project that a folder belongs to, as its project file tells it: the id and what installations build on.

What it says of models, commands and policies counts only after trust; that is `project_trust`'s to say.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from policyhooks.compiler.model.project import Requires
from policyhooks.errors import EnvironmentBroken, VerificationFailed
from policyhooks.installation.project_digest import Digests, digest_project, read_config
from policyhooks.installation.project_file import NAME, find_project_file
from policyhooks.installation.project_id import Written, write_id
from policyhooks.installation.project_trust import load_trust, save_trust


@dataclass(frozen=True)
class ProjectFile:
    """A project file. `id` is empty until one was written; `digest` covers every file that it names."""

    path: Path
    id: str
    missing: str
    clients: tuple[str, ...]
    policies: tuple[str, ...]
    packs: tuple[str, ...]
    requires: Requires
    digest: str


def project_of(root: Path) -> ProjectFile | None:
    """The project of a folder; None where no project file stands in it or above. Raises when one is refused."""
    path = find_project_file(root)
    return None if path is None else read_project(path)


def read_project(path: Path) -> ProjectFile:
    """What a project file says. Raises InvalidPolicies where it cannot be read."""
    model = read_config(path).model
    return ProjectFile(
        path=path,
        id=model.project or "",
        missing=model.missing,
        clients=tuple(model.clients),
        policies=tuple(model.policies),
        packs=tuple(model.packs),
        requires=model.requires,
        digest=digest_project(path).whole,
    )


def ensure_project(root: Path) -> ProjectFile:
    """The project of a folder, with an id: written into its project file, or into a small new one in the folder.

    A line that we write ourselves does not cost the trust of the person who ran us.
    """
    found = find_project_file(root)
    if found is not None:
        before = read_project(found)
        if before.id:
            return before
    path = found or Path(os.path.realpath(root)) / NAME
    keep_trust(path, write_id(path))
    return read_project(path)


def keep_trust(path: Path, written: Written) -> None:
    """Trust a file with the id that was trusted just as it was before we wrote into it.

    Where trust cannot be kept the person is asked later: no failure here.
    """
    if written.before is None or written.after is None:
        return
    now = hashlib.sha256(written.after).hexdigest()
    with contextlib.suppress(EnvironmentBroken, VerificationFailed):
        trusted = load_trust(path)
        if trusted is not None and trusted.files.get(path.name) == hashlib.sha256(written.before).hexdigest():
            save_trust(path, Digests({**trusted.files, path.name: now}))
