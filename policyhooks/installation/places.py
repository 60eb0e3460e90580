"""Where a client reads its hooks, by its own facts, and where the state of an installation lies.

`root` takes the place of the project folder, the home folder or the root of the file system,
whichever the scope needs. Of files it reads the project's id alone.
"""

from __future__ import annotations

import hashlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from policyhooks.clients.facts import install_of
from policyhooks.errors import UsageError
from policyhooks.installation.project_entry import known_id
from policyhooks.installation.project_root import project_root
from policyhooks.installation.share import linked_state

SCOPES = ("project", "local", "user", "managed")
SYSTEM = Path("/")  # where the files of an administrator begin


@dataclass(frozen=True)
class Place:
    """One installation: a client's file and our state folder, both absolute."""

    client: str
    scope: str
    root: Path
    file: Path
    state: Path
    project: str = ""  # the id in entries of a committed file; none before the first installation

    @property
    def committed(self) -> bool:
        """Whether the file is one that a team shares: then its entries hold nothing of this machine."""
        return self.scope == "project"

    @property
    def layer(self) -> str:
        """The layer that the program of this installation has."""
        return {"managed": "managed", "user": "user"}.get(self.scope, "project")


def locate(client: str, scope: str = "project", root: str | None = None, state: str | None = None) -> Place:
    """The place of an installation. `state` overrides the folder that follows from the scope."""
    facts = install_of(client)
    if scope not in facts.files:
        scopes = [one for one in SCOPES if one in facts.files]
        raise UsageError(f"{client} has no `{scope}` scope", f"one of {', '.join(scopes)}")
    relative = facts.files[scope]
    if scope == "managed" and sys.platform == "darwin":
        relative = facts.macos or relative
    base = Path(os.path.abspath(root)) if root is not None else default_root(scope)
    project = known_id(base) if scope == "project" else ""
    if state is not None:
        folder = Path(os.path.abspath(state))
    else:
        folder = _state_folder(client, scope, base, project, moved=root is not None)
    return Place(client, scope, base, base / relative, folder, project)


def siblings(place: Place) -> list[Path]:
    """The client's other files: their hooks run on the same events."""
    found = []
    for scope in SCOPES:
        if scope != place.scope and scope in install_of(place.client).files:
            same = scope in ("project", "local") and place.scope in ("project", "local")
            found.append(locate(place.client, scope, str(place.root) if same else None).file)
    return found


def default_root(scope: str) -> Path:
    """What holds where no root is named: of the scopes of a project that of the working folder."""
    return {"user": Path.home(), "managed": SYSTEM}.get(scope) or project_root(Path.cwd())


def _state_folder(client: str, scope: str, base: Path, project: str, *, moved: bool) -> Path:
    if scope == "managed":
        return base / "var/lib/policyhooks" / client
    if scope == "user":
        return (base / ".local/state" if moved else state_home(base)) / "policyhooks" / client
    # Never in the workspace: an agent that may edit the project must not edit what guards it.
    projects = state_home(Path.home()) / "policyhooks/projects"
    name = hashlib.sha256(os.fsencode(os.path.realpath(base))).hexdigest()[:12]
    by_path = projects / f"{base.name or 'root'}-{name}" / client
    if not project:
        return by_path
    # Installations from before there were project ids keep their folder, with the record of the client's file.
    kept = by_path if (by_path / "current").is_symlink() else projects / project / client
    return linked_state(project, client) or kept


def state_home(home: Path) -> Path:
    """Where states of users are kept."""
    told = os.environ.get("XDG_STATE_HOME", "")
    return Path(told) if told.startswith("/") else home / ".local/state"
