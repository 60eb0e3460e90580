"""Everything of ours that an installation leaves on a machine beside the client's file, found and taken away.

State folders, the share folder, records of trust, a project file that holds nothing but the id that we wrote. The
journal is evidence: it stays unless somebody says that it goes too. It ends no process; whoever calls it has.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from policyhooks.clients.facts import install_of
from policyhooks.clients.registry import CLIENTS
from policyhooks.compiler.shelf import shelf_folder
from policyhooks.errors import EnvironmentBroken, PolicyHooksError, UsageError
from policyhooks.installation.places import Place, locate, state_home
from policyhooks.installation.project_entry import read_entry
from policyhooks.installation.project_id import MINIMAL
from policyhooks.installation.records import load_record
from policyhooks.installation.share import project_link, share_folder
from policyhooks.installation.trust_folder import trust_folder
from policyhooks.runtime.ports.journal_head import FILE as HEAD
from policyhooks.runtime.ports.journal_key import FILE as KEY

OWN = ("project", "local", "user")  # scopes that a user can take away
# The journal, and what it is verified with.
EVIDENCE = ("journal", KEY, HEAD)


def find_places(project: Path) -> list[Place]:
    """Every installation of this user: those of a project folder, and those that a state folder has a record of."""
    found: dict[tuple[str, str, Path], Place] = {}
    for client in CLIENTS:
        for scope in OWN:
            with contextlib.suppress(UsageError):
                place = locate(client, scope, None if scope == "user" else str(project))
                found[client, scope, place.file] = place
    for state in state_folders():
        for place in recorded(state):
            found.setdefault((place.client, place.scope, place.file), place)
    return [place for place in found.values() if place.file.exists() or place.state.is_dir()]


def state_folders() -> list[Path]:
    """The state folders of this user, of whatever project."""
    home = state_home(Path.home()) / "policyhooks"
    projects = home / "projects"
    folders = [home, *(sorted(projects.iterdir()) if projects.is_dir() else ())]
    return [folder / client for folder in folders for client in CLIENTS if is_real_folder(folder / client)]


def is_real_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def recorded(state: Path) -> Iterator[Place]:
    """The installations that a state folder remembers."""
    for path in sorted((state / "installs").glob("*.json")):
        try:
            file = Path(json.loads(path.read_bytes())["file"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
        yield from places_of(state, file)


def places_of(state: Path, file: Path) -> Iterator[Place]:
    """The installation whose file this is. Two scopes may have one name below other roots: the state says which."""
    scopes = [scope for scope in OWN if (scope == "user") != ("projects" in state.parts)]
    for scope, relative in install_of(state.name).files.items():
        depth = len(Path(relative).parts)
        if scope in scopes and file.parts[-depth:] == Path(relative).parts:
            with contextlib.suppress(PolicyHooksError):
                yield locate(state.name, scope, str(file.parents[depth - 1]), str(state))


def clear_state(state: Path, *, purge: bool) -> list[Path]:
    """Empty a state folder but for its evidence, or with it; what is left of it. Nothing outside is followed."""
    if not is_real_folder(state):
        return []
    if state.stat().st_uid != os.geteuid():
        raise EnvironmentBroken(f"the state folder {state} belongs to another user", "its owner can remove it")
    for entry in sorted(state.iterdir()):
        if purge or entry.name not in EVIDENCE:
            take_away(entry)
    left = [state / name for name in EVIDENCE if holds_something(state / name)]
    if state / "journal" in left:
        return left
    for name in EVIDENCE:
        take_away(state / name)  # a key without records vouches for nothing
    remove_empty(state)
    return []


def holds_something(path: Path) -> bool:
    return any(path.iterdir()) if path.is_dir() else path.exists()


def take_away(path: Path) -> None:
    try:
        if is_real_folder(path):
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except OSError as problem:
        raise EnvironmentBroken(f"{path} cannot be removed: {(problem.strerror or 'unknown').lower()}") from None


def folders_made(place: Place) -> list[str]:
    """The folders that an installation made for the client's file, the innermost first."""
    try:
        record = load_record(place.state, place.file)
    except EnvironmentBroken:
        return []
    return sorted(record.made, key=len, reverse=True) if record is not None else []


def remove_empty(folder: Path, *, once: bool = False) -> None:
    """Remove a folder and those above it, as far as they are empty and below the home folder or that of states.

    `once`: itself alone, wherever it is.
    """
    if once:
        with contextlib.suppress(OSError):
            folder.rmdir()
        return
    home = Path.home()
    while home in folder.parents or state_home(home) in folder.parents:
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent


def clear_share() -> None:
    """Remove what committed entries start, which projects lead where, whom this user trusts, their bundles."""
    for folder in (share_folder() / "bin", share_folder() / "projects", trust_folder(), shelf_folder()):
        take_away(folder)
        remove_empty(folder.parent)


def forget_link(place: Place) -> None:
    """Let the project's id lead nowhere for this client."""
    if place.project:
        link = project_link(place.project, place.client)
        take_away(link)
        remove_empty(link.parent)


def clear_project(root: Path) -> Path | None:
    """Remove a project file that says nothing but the id that an installation wrote; the file, if it went."""
    try:
        entry = read_entry(root)
        if entry.id and entry.path.read_bytes() == MINIMAL.format(id=entry.id).encode("ascii"):
            take_away(entry.path)
            return entry.path
    except (OSError, PolicyHooksError):
        return None
    return None
