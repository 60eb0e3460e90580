"""Which installations govern a folder: for each client the highest that is there, managed before user before project.

An installation counts while its entries are in force: the state has a generation, and the client's file is recorded.
It opens nothing of what is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from policyhooks.clients.facts import install_of
from policyhooks.clients.registry import CLIENTS
from policyhooks.compiler.border import climb
from policyhooks.errors import PolicyHooksError
from policyhooks.image.manifests import current_number
from policyhooks.installation.places import Place, locate
from policyhooks.installation.records import record_path
from policyhooks.installation.share import is_listed

ORDER = ("managed", "user", "project", "local")  # the highest first
OF_FOLDERS = ("project", "local")


@dataclass(frozen=True)
class Installation:
    """One that is in force, and the generation that decides."""

    place: Place
    generation: int

    @property
    def title(self) -> str:
        """What it is, in a few words."""
        where = f" of {self.place.root}" if self.place.scope in OF_FOLDERS else ""
        return f"the {self.place.scope} installation for {self.place.client}{where}, generation {self.generation}"


def find_governing(folder: Path, client: str | None = None) -> list[Installation]:
    """The installation that governs the folder for each client that has one, or for this client alone."""
    found = []
    for one in (client,) if client else CLIENTS:
        first = next(find_installations(folder, one), None)
        if first is not None:
            found.append(first)
    return found


def find_installations(folder: Path, client: str) -> Iterator[Installation]:
    """Every installation of a client whose hooks run in the folder, the highest first."""
    for place in find_places(folder, client):
        if is_in_force(place):
            yield Installation(place, current_number(place.state))


def find_places(folder: Path, client: str) -> Iterator[Place]:
    """Where installations of a client would be, the highest first: those of projects here and above."""
    for scope in ORDER:
        if scope not in install_of(client).files:
            continue
        if scope not in OF_FOLDERS:
            yield locate(client, scope)
            continue
        for root in _folders(folder):
            yield locate(client, scope, str(root))


def _folders(folder: Path) -> list[Path]:
    try:
        return list(climb(folder))
    except OSError:
        return []


def is_in_force(place: Place) -> bool:
    """Whether the client starts our hook here, as far as this user can see."""
    try:
        current_number(place.state)
    except PolicyHooksError:
        return False
    try:
        recorded = record_path(place.state, place.file).is_file()
    except PermissionError:  # of a managed state: an administrator's alone
        recorded = place.file.is_file()
    return recorded and (not place.project or is_listed(place.state, place.root))
