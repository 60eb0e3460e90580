"""What entries need besides their file: a project's id before they are made, the hook that they start after."""

from __future__ import annotations

from dataclasses import replace

from policyhooks.installation.places import Place
from policyhooks.installation.project_id import new_id, write_id
from policyhooks.installation.share import enroll_project


def with_project(place: Place) -> Place:
    """The place with its project's id, a new one where there is none. It writes nothing yet."""
    if not place.committed or place.project:
        return place
    return replace(place, project=new_id())


def enroll(place: Place) -> None:
    """Keep the project's id, and let its entries reach their state folder for this user and in this folder."""
    if place.committed:
        write_id(place.root, place.project)
        enroll_project(place.project, place.client, place.state, place.root)
