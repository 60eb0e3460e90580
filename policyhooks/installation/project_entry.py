"""What committed entries take from a project file: the project's id, and what somebody without an installation meets.

The two stand on lines of their own and are read as lines, because an installer that carries only our
own code has no reader of YAML. A file in another form is read by the compiler, where that is there.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from policyhooks.errors import EnvironmentBroken, PolicyHooksError
from policyhooks.installation.project_file import NAME, find_project_file, read_project_file

_ID = re.compile(rb"^project: *([a-z0-9][a-z0-9-]{7,39}) *\r?$", re.MULTILINE)
_MISSING = re.compile(rb"^missing: *(block|ask|pass) *\r?$", re.MULTILINE)
_COMMENT = re.compile(rb"^[ \t]*#.*$", re.MULTILINE)
_OTHERWISE = re.compile(rb"\b(?:project|missing)[\"']?\s*:")


@dataclass(frozen=True)
class ProjectEntry:
    """`path` is where the file is, or would be; the id is empty until one was written."""

    path: Path
    id: str = ""
    missing: str = "block"


def read_entry(root: Path) -> ProjectEntry:
    """What the project file of a folder says. Raises where the file is refused or cannot be read."""
    path = find_project_file(root) if root.is_dir() else None
    if path is None:
        return ProjectEntry(Path(os.path.realpath(root)) / NAME)
    data = read_project_file(path)
    data = _COMMENT.sub(b"", data)  # of no consequence, and the file that `init` writes has both words in some
    identity, missing = _ID.findall(data), _MISSING.findall(data)
    if len(_OTHERWISE.findall(data)) != len(identity) + len(missing) or len(identity) > 1 or len(missing) > 1:
        return _read_whole(path)
    return ProjectEntry(
        path, identity[0].decode("ascii") if identity else "", missing[0].decode("ascii") if missing else "block"
    )


def known_id(root: Path) -> str:
    """The project's id; empty where there is none that may be used."""
    try:
        return read_entry(root).id
    except PolicyHooksError:
        return ""


def _read_whole(path: Path) -> ProjectEntry:
    try:
        from policyhooks.installation.project_digest import read_config
    except ImportError:
        hint = "write `project:` and `missing:` on lines of their own"
        raise EnvironmentBroken(f"`{path}` cannot be read without the packages of policyhooks", hint) from None
    model = read_config(path).model
    return ProjectEntry(path, model.project or "", model.missing)
