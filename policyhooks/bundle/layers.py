"""The lower layers of a state folder: policies of the user and of projects that were trusted and compiled here.

    layers/<digest>.json    what was trusted: layer, folders, digests of the sources, the program's modules

A hook never compiles and never loads code from a workspace: what it runs of a project stands in the
image. What is kept here is as private as the image itself.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from policyhooks import __version__
from policyhooks.core.program import LAYERS
from policyhooks.errors import EnvironmentBroken

FOLDER = "layers"


@dataclass(frozen=True)
class StoredLayer:
    """A trusted layer. `folders` are the places that it speaks for; none: everywhere."""

    layer: str
    folders: list[str]
    sources: str
    files: dict[str, str]
    rules: list[str]  # full ids
    modules: dict[str, str]
    digest: str
    engine: str = __version__

    @property
    def record(self) -> tuple[str, list[str], str, dict[str, str]]:
        """What the hook must know of it."""
        return (self.layer, self.folders, self.sources, self.files)


def layer_path(state: Path, sources: str) -> Path:
    """Where the layer of a folder of sources is kept."""
    return state / FOLDER / f"{hashlib.sha256(os.fsencode(sources)).hexdigest()[:32]}.json"


def read_layers(state: Path) -> list[StoredLayer]:
    """Every trusted layer, higher ones first. Raises EnvironmentBroken on one that cannot be read."""
    found = []
    for path in sorted((state / FOLDER).glob("*.json")):
        try:
            found.append(StoredLayer(**json.loads(path.read_bytes())))
        except (OSError, ValueError, TypeError):
            raise EnvironmentBroken(f"{path} cannot be read", "remove it and trust the folder again") from None
    return sorted(found, key=lambda one: (LAYERS.index(one.layer), one.sources))


def save_layer(state: Path, layer: StoredLayer, *, shared: bool = False) -> None:
    """Keep a layer, in one step."""
    target = layer_path(state, layer.sources)
    draft = target.with_name(f".{target.name}-{secrets.token_hex(4)}")
    try:
        target.parent.mkdir(mode=0o755 if shared else 0o700, exist_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644 if shared else 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            json.dump(asdict(layer), out)
        draft.replace(target)
    except OSError as problem:
        raise EnvironmentBroken(f"{target} cannot be written: {problem.strerror}") from None


def forget_layer(state: Path, sources: str) -> bool:
    """Trust a folder no more; whether it was trusted."""
    try:
        layer_path(state, sources).unlink()
    except FileNotFoundError:
        return False
    return True


def stored_layers(state: Path) -> list[StoredLayer]:
    """The layers as they go into an image; those of another engine must be trusted again."""
    return [one for one in read_layers(state) if one.engine == __version__]
