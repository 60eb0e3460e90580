"""What the entries in a client's file start now: which state folder, which holds the rules that are in force.

An installation may have been given another folder than the one that follows from its scope. It reads files, no more.
"""

from __future__ import annotations

import shlex
from pathlib import Path

from policyhooks.errors import EnvironmentBroken
from policyhooks.installation.command_line import read_arguments
from policyhooks.installation.editing import check_document
from policyhooks.installation.entries import commands_of
from policyhooks.installation.files import load
from policyhooks.installation.places import Place
from policyhooks.installation.records import record_path
from policyhooks.installation.share import linked_state
from policyhooks.installation.toml_editing import check_toml

STARTS = ("/bin/hook", "/hook.py")  # of entries of version 2 and 1


def governing_state(place: Place) -> Path | None:
    """The state folder that decides for this place's file today; None where nothing of ours does.

    A folder that has no record of the file is not believed: the file may lie in a repository, and say anything.
    """
    states = [linked_state(place.project, place.client)] if place.committed and place.project else _started(place)
    for state in states:
        if state is None or not (state / "current").is_symlink():
            continue
        inside = state.resolve().is_relative_to(place.root.resolve()) and place.scope in ("project", "local")
        if place.committed or (record_path(state, place.file).is_file() and not inside):
            return state
    return None


def is_wanted(place: Place) -> bool:
    """Whether the file that a team shares holds entries of its project: a clone brings them, and they start nothing."""
    if not place.committed or not place.project:
        return False
    read = [read_arguments(command) or {} for command in read_commands(place)]
    return any(one.get("project") == place.project and one["client"] == place.client for one in read)


def _started(place: Place) -> list[Path | None]:
    """The folders whose hooks the file's own lines start, each once."""
    return list(dict.fromkeys(folder for command in read_commands(place) for folder in _folders(command)))


def read_commands(place: Place) -> list[str]:
    """Every command line in the file; none where it is not there or cannot be read."""
    try:
        data = load(place.file).data
        text = "" if data is None else data.decode("utf-8").lstrip("\ufeff")
        if not text.strip():
            return []
        read = check_toml if place.file.suffix == ".toml" else check_document
        return commands_of(list(_values(read(place.file, text).get("hooks"))))
    except (EnvironmentBroken, UnicodeDecodeError):
        return []  # whoever wants to write it tells what is wrong with it


def _values(hooks: object) -> list[object]:
    return list(hooks.values()) if isinstance(hooks, dict) else []


def _folders(command: str) -> list[Path]:
    try:
        words = shlex.split(command)
    except ValueError:
        return []
    return [
        Path(word.removesuffix(end)) for word in words for end in STARTS if word.startswith("/") and word.endswith(end)
    ]
