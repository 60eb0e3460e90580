"""What entries need besides their file: a project's id before they are made, the hook that they start after."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from policyhooks.errors import EnvironmentBroken
from policyhooks.installation.places import Place
from policyhooks.installation.project_entry import read_entry
from policyhooks.installation.project_id import new_id, write_id
from policyhooks.installation.share import enroll_project


def with_project(place: Place) -> Place:
    """The place with its project's id, a new one where there is none. It writes nothing; raises on a refused file."""
    if not place.committed:
        return place
    return replace(place, project=read_entry(place.root).id or new_id())


def enroll(place: Place) -> None:
    """Keep the project's id, and let its entries reach their state folder for this user and in this folder."""
    if not place.committed:
        return
    entry = read_entry(place.root)
    if not entry.id:
        _write(entry.path, place.project)
    elif entry.id != place.project:
        raise EnvironmentBroken(f"`{entry.path}` was given another id meanwhile", "run the same command again")
    enroll_project(place.project, place.client, place.state, place.root)


def _write(path: Path, project: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    written = write_id(path, project)
    if written.id != project:
        raise EnvironmentBroken(f"`{path}` was given another id meanwhile", "run the same command again")
    if written.before is not None:
        from policyhooks.installation.project import keep_trust

        keep_trust(path, written)
