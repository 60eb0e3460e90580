"""What an installation was made from: the policies and the Config by their paths. Written by install, read by doctor.

It lies in the state folder and is a memory, not a trust: the digest of the program decides.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from policyhooks.errors import EnvironmentBroken

FILE = "origin.json"


@dataclass(frozen=True)
class Origin:
    """Absolute paths of the policies (none: those that the Config names) and of the Config ("" for none)."""

    policies: tuple[str, ...]
    config: str = ""
    every_event: bool = False  # every event has an entry
    found: bool = False  # the Config is a project file that nobody named: whoever repeats it must trust it first


def save_origin(
    state: Path, policies: Sequence[str], config: str | None, every_event: bool = False, *, found: bool = False
) -> None:
    """Remember the sources, in one step. The file has the mode of the folder's readers."""
    origin = {
        "policies": [os.path.abspath(path) for path in policies],
        "config": os.path.abspath(config) if config else "",
        "every_event": every_event,
        "found": found,
    }
    _write(state, json.dumps(origin))


def _write(state: Path, text: str) -> None:
    """The state's own file; the current generation keeps a copy, for the day on which somebody goes back to it."""
    try:
        mode = 0o644 if state.stat().st_mode & 0o055 else 0o600
        for folder in (state, state / "current"):
            _replace(folder, text, mode)
    except OSError as problem:
        raise EnvironmentBroken(f"{state / FILE} cannot be written: {problem.strerror}") from None


def _replace(folder: Path, text: str, mode: int) -> None:
    if not folder.is_dir():
        return
    draft = folder / f".{FILE}-{os.getpid()}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, mode)
    with os.fdopen(descriptor, "w", encoding="ascii") as out:
        out.write(text)
    draft.replace(folder / FILE)


def restore_origin(state: Path, sources: tuple[Sequence[str], str | None] | None) -> None:
    """Remember what the generation that is current now was made from: its own copy, or these sources of its bundle."""
    try:
        text = (state / "current" / FILE).read_text("ascii")
    except (OSError, UnicodeDecodeError):
        if sources is not None:
            save_origin(state, *sources)
        return
    _write(state, text)


def load_origin(state: Path) -> Origin | None:
    """The sources as install remembered them; None where that cannot be read."""
    try:
        found = json.loads((state / FILE).read_bytes())
        policies, config = found["policies"], found["config"]
        if not isinstance(policies, list) or not isinstance(config, str) or not (policies or config):
            return None
        every, alone = found.get("every_event") is True, found.get("found") is True
        return Origin(tuple(str(path) for path in policies), config, every, alone)
    except (OSError, ValueError, KeyError, TypeError):
        return None
