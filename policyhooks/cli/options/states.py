"""Which installations a command line means: one by its folder or client, or all of them."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from policyhooks.errors import EnvironmentBroken, UsageError


def find_states(arguments: argparse.Namespace) -> list[Path]:
    """The state folders that the command line means. Raises EnvironmentBroken where there is none."""
    from policyhooks.clients.registry import CLIENTS
    from policyhooks.installation.places import locate

    if arguments.state is not None:
        return [_existing(Path(arguments.state))]
    if arguments.scope is None and arguments.root is None:
        found = _around(arguments.client)
        if found or arguments.client is None:
            return found or _nothing()
    if arguments.scope is None:
        arguments.scope = "project"
    if arguments.client is not None:
        return [_existing(locate(arguments.client, arguments.scope, arguments.root).state)]
    found = []
    for client in CLIENTS:
        try:
            state = locate(client, arguments.scope, arguments.root).state
        except UsageError:
            continue  # a client without this scope
        if state.is_dir():
            found.append(state)
    return found or _nothing()


def _around(client: str | None) -> list[Path]:
    """The states of whatever scope that have to do with the working folder, of one client or of all."""
    from policyhooks.clients.registry import CLIENTS
    from policyhooks.installation.governing import find_places

    places = [place for one in ([client] if client else CLIENTS) for place in find_places(Path.cwd(), one)]
    return list(dict.fromkeys(place.state for place in places if place.state.is_dir()))


def _nothing() -> list[Path]:
    raise EnvironmentBroken("nothing is installed here", "name it with --client, --scope and --root as for install")


def _existing(state: Path) -> Path:
    if not state.is_dir():
        raise EnvironmentBroken(
            f"there is no installation at `{state}`", "give the --client, --scope and --root of install"
        )
    return state


def recorded_in(state: Path) -> list[Path]:
    """The folders that hold the journals of a state: one, or in a shared state one of every user that may be read."""
    shared = state / "users"
    if not shared.is_dir():
        return [state]
    found = [folder for folder in sorted(shared.iterdir()) if os.access(folder, os.R_OK | os.X_OK)]
    return [folder for folder in found if _is_owners(folder)]


def _is_owners(folder: Path) -> bool:
    """Whether a user's folder is that user's: another could have made it to put words into their mouth."""
    from policyhooks.runtime.launch.shared_state import is_theirs

    number = folder.name.partition(".")[0]
    return number.isdecimal() and is_theirs(str(folder), int(number))
