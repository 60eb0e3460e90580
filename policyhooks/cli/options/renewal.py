"""What an installation is made of where the command line leaves it open: what it was made of before, exactly.

Only where nothing is installed yet do the project's trusted file, and then the shipped policies, take its place.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import tell
from policyhooks.cli.options.policies import shipped
from policyhooks.cli.options.project import Chosen, choose_named, choose_to_act, names_nothing
from policyhooks.errors import EnvironmentBroken, PolicyHooksError, UsageError

if TYPE_CHECKING:
    from policyhooks.installation.places import Place


def places_of(arguments: argparse.Namespace) -> list[Place]:
    """The installations that are meant: of the named client, else of those that the project or this place has."""
    from policyhooks.installation.places import locate

    note_root(arguments)
    clients = [arguments.client] if arguments.client else _clients(arguments)
    if arguments.state is not None and len(clients) > 1:
        raise UsageError(f"--state is for one client, and {', '.join(clients)} are meant", "name one with --client")
    return [_keep_state(locate(one, arguments.scope, arguments.root, arguments.state), arguments) for one in clients]


def note_root(arguments: argparse.Namespace) -> None:
    """One line where the project is not the working folder itself."""
    from policyhooks.installation.places import default_root

    if arguments.root is None and arguments.scope in ("project", "local"):
        root = default_root(arguments.scope)
        if root != Path.cwd():
            tell(f"note: the project is {root}; `--root .` would mean this folder alone")


def _clients(arguments: argparse.Namespace) -> list[str]:
    """Those that the project file names, that something is installed for, or whose shared file has entries for us."""
    from policyhooks.clients.registry import CLIENTS
    from policyhooks.installation.places import default_root, locate
    from policyhooks.installation.project_digest import read_config
    from policyhooks.installation.project_file import find_project_file
    from policyhooks.installation.records import record_path
    from policyhooks.installation.started_state import is_wanted

    installed = []
    for client in CLIENTS:
        try:
            place = locate(client, arguments.scope, arguments.root)
        except UsageError:
            continue  # a client without this scope
        if record_path(place.state, place.file).is_file() or is_wanted(place):
            installed.append(client)
    root = Path(arguments.root) if arguments.root else default_root(arguments.scope)
    found = find_project_file(root) if arguments.scope == "project" and root.is_dir() else None
    named = list(read_config(found).model.clients) if found is not None else []
    clients = list(dict.fromkeys([*named, *installed]))
    if not clients:
        hint = f"--client, one of {', '.join(CLIENTS)}; or `clients:` in policyhooks.yaml"
        raise UsageError("no client is named, and nothing is installed here", hint)
    return clients


def _keep_state(place: Place, arguments: argparse.Namespace) -> Place:
    """The place with the state folder that its entries lead to, unless another was named."""
    from policyhooks.installation.started_state import governing_state

    state = governing_state(place) if arguments.state is None else None
    return place if state is None or state == place.state else dataclasses.replace(place, state=state)


def choose(arguments: argparse.Namespace, place: Place) -> Chosen:
    """What is installed: what is named, else what is installed already, else the project's own, else the shipped.

    An installation beyond the project takes nothing from a repository that was not named.
    """
    named = choose_named(arguments.policies, arguments.config)
    if named is not None:
        return named
    start = place.root if place.scope in ("project", "local") and place.root.is_dir() else None
    before = installed_before(place)
    if before is not None and not _is_found(before, start):
        tell("note: the same policies as before; --policies or --config name others")
        return before
    chosen = choose_to_act(None, None, start)
    if chosen is None or (chosen.found is not None and names_nothing(chosen.found) and not brings_more(chosen.found)):
        return before or chosen or Chosen((shipped(),))
    return chosen


def brings_more(found: Path) -> bool:
    """Whether a project file binds something, though it names no policies: then it stands for all that are shipped."""
    from policyhooks.installation.project_digest import read_config
    from policyhooks.installation.project_trust import brings_nothing

    return not brings_nothing(read_config(found).model)


def _is_found(before: Chosen, start: Path | None) -> bool:
    """Whether it was made of the project file that is here: that counts as it is now, while it is trusted."""
    from policyhooks.installation.project_file import find_project_file

    if before.paths or before.config is None or start is None:
        return False
    found = find_project_file(start)
    if found is None:
        return False
    return before.found is not None or os.path.realpath(found) == os.path.realpath(before.config)


def installed_before(place: Place) -> Chosen | None:
    """What this installation was made from; raises where that cannot be had, rather than take something else."""
    from policyhooks.image.generations import read_generation
    from policyhooks.image.manifests import current_number
    from policyhooks.installation.origin import load_origin

    origin = load_origin(place.state)
    if origin is None or not (place.state / "current").is_symlink():
        return None
    if "bundle" in read_generation(place.state, current_number(place.state)).about:
        raise UsageError(
            "what is installed here came in a bundle", "name a newer one, or other policies: --policies PATH"
        )
    if origin.found:  # of this clone or another one: the file that is here now takes its place
        return Chosen((), origin.config, Path(origin.config))
    gone = [path for path in (*origin.policies, origin.config) if path and not Path(path).exists()]
    if gone:
        raise EnvironmentBroken(f"`{gone[0]}`, which is installed here, is gone", "name the policies: --policies PATH")
    return Chosen(origin.policies, origin.config or None)


def wants_every_event(arguments: argparse.Namespace, place: Place) -> bool:
    """Whether every event gets an entry: as the command line says, else as it was."""
    from policyhooks.installation.origin import load_origin

    if arguments.every_event is not None:
        return bool(arguments.every_event)
    origin = load_origin(place.state)
    return origin is not None and origin.every_event


def states_in_force(place: Place) -> list[Path]:
    """The state folders whose rules this installation takes the place of: its own, and those that decide here now.

    A project whose id has changed, or whose file is gone, starts anew in another state folder: what guarded this
    folder under the id of before still counts.
    """
    from policyhooks.installation.share import states_listing
    from policyhooks.installation.started_state import governing_state

    try:
        governing = governing_state(place)
    except PolicyHooksError:
        governing = None
    earlier = states_listing(place.client, place.root) if place.committed else []
    return list(dict.fromkeys([place.state, *([governing] if governing is not None else []), *earlier]))
