"""The trusted layers of a state folder: policies of the user and of projects that were trusted and compiled here.

    layers/<digest>.json    what was trusted: layer, folders, sources with their digests, the program's modules

A hook never compiles and never loads code from a workspace: what it runs of a project stands in the
image. What is kept here is as private as the image itself, and in force until it is trusted anew or
removed: a layer only tightens, so nothing that happens to its sources, or to the engine, may drop it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks import __version__
from policyhooks.core.program import FORMAT, READS, rank_of, source_loader
from policyhooks.errors import EnvironmentBroken, PolicyHooksError
from policyhooks.image.admission import check_program
from policyhooks.runtime.engine.trusted import Changed, read_sources
from policyhooks.whole_file import write_whole

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled

FOLDER = "layers"
ENGINE = f"{__version__} format {FORMAT}"
CONFIG = "policyhooks.yaml"


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
    engine: str = ENGINE
    kept: dict[str, str] = field(default_factory=dict)  # the files themselves, base64; none in layout 1

    @property
    def rank(self) -> int:
        """Below everything that is installed, whatever its name and the scope."""
        return rank_of(self.layer, trusted=True)

    @property
    def record(self) -> tuple[str, list[str], str, dict[str, str]]:
        """What the hook must know of it."""
        return (self.layer, self.folders, self.sources, self.files)


def layer_path(state: Path, sources: str) -> Path:
    """Where the layer of a folder of sources is kept."""
    return state / FOLDER / f"{hashlib.sha256(os.fsencode(sources)).hexdigest()[:32]}.json"


def read_layers(state: Path) -> list[StoredLayer]:
    """Every trusted layer, higher ones first. Raises EnvironmentBroken on one that cannot be read."""
    found = [layer for _, layer in _stored(state)]
    return sorted(found, key=lambda one: (one.rank, one.sources))


def _stored(state: Path) -> Iterator[tuple[Path, StoredLayer]]:
    for path in sorted((state / FOLDER).glob("*.json")):
        try:
            layer = StoredLayer(**json.loads(path.read_bytes()))
            rank_of(layer.layer, trusted=True)
        except (OSError, ValueError, TypeError):
            raise EnvironmentBroken(f"{path} cannot be read", "remove it and trust the folder again") from None
        yield path, layer


def save_layer(state: Path, layer: StoredLayer, *, shared: bool = False) -> None:
    """Keep a layer, in one step; it takes the place of whatever was trusted there under another spelling."""
    target = layer_path(state, layer.sources)
    _write(target, layer, shared=shared)
    for path in _of_place(state, layer.sources):
        if path != target:
            path.unlink(missing_ok=True)


def _write(target: Path, layer: StoredLayer, *, shared: bool) -> None:
    try:
        target.parent.mkdir(mode=0o755 if shared else 0o700, exist_ok=True)
        write_whole(target, json.dumps(asdict(layer)).encode("ascii"), 0o644 if shared else 0o600)
    except OSError as problem:
        raise EnvironmentBroken(f"{target} cannot be written: {problem.strerror}") from None


def forget_layer(state: Path, sources: str) -> bool:
    """Trust a folder no more, by whatever path it is named; whether it was trusted."""
    found = list(_of_place(state, sources))
    for path in found:
        path.unlink(missing_ok=True)
    return bool(found)


def trusted_format(state: Path, sources: str) -> int:
    """The program format of what is trusted at a place; this engine's where nothing is."""
    wanted = os.path.realpath(sources)
    for _, layer in _stored(state):
        if os.path.realpath(layer.sources) == wanted and "index" in layer.modules:
            found = source_loader(layer.modules)("index").get("FORMAT")
            return found if isinstance(found, int) else FORMAT
    return FORMAT


def _of_place(state: Path, sources: str) -> Iterator[Path]:
    wanted = os.path.realpath(sources)
    return (path for path, layer in list(_stored(state)) if os.path.realpath(layer.sources) == wanted)


def stored_layers(state: Path) -> list[StoredLayer]:
    """The layers as they go into an image, those of another engine compiled anew from the sources that were trusted.

    Raises EnvironmentBroken on a layer that could neither be compiled nor run: it is never left out in silence.
    """
    found = []
    for path, layer in _stored(state):
        renewed = renew(layer)
        if renewed != layer:
            _write(path, renewed, shared=bool(path.stat().st_mode & 0o044))
        found.append(renewed)
    return sorted(found, key=lambda one: (one.rank, one.sources))


def renew(layer: StoredLayer) -> StoredLayer:
    """The layer as this engine compiles it; as it was compiled where that is not possible and it still runs."""
    if layer.engine != ENGINE and layer.kept:
        try:
            return _compile(layer)
        except (PolicyHooksError, ImportError):
            pass  # today's checker is stricter, or this is a portable file without a compiler
    try:
        check_program(layer.modules)
    except EnvironmentBroken as problem:
        folder = os.path.dirname(layer.sources)
        hint = f"trust it again with `policyhooks trust {folder}`, or remove it with --remove"
        raise EnvironmentBroken(
            f"the trusted {layer.layer} layer of {folder} cannot run: {problem.message}", hint
        ) from None
    return layer


def _compile(layer: StoredLayer) -> StoredLayer:
    compiled, _ = compile_kept(layer)
    rules = [rule.id for rule in compiled.rules]
    return replace(layer, modules=dict(compiled.modules), digest=compiled.digest, rules=rules, engine=ENGINE)


def compile_kept(layer: StoredLayer) -> tuple[Compiled, str]:
    """A layer from the sources that were trusted, and the folder, gone by now, that they lay in."""
    from policyhooks.compiler.compile import compile_policies

    with tempfile.TemporaryDirectory(prefix="policyhooks-") as folder:
        for name, text in layer.kept.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(base64.b64decode(text))
        config = Path(folder) / CONFIG
        # An exception that has ended since is over by itself; it must not keep the layer out.
        compiled = compile_policies(
            [folder],
            str(config) if config.is_file() else None,
            layer=layer.layer,
            arrived=True,
            program_format=READS[0],  # it was trusted, and only tightens: a newer checker must not drop it
        )
    return compiled, folder


def encode(contents: dict[str, bytes]) -> dict[str, str]:
    """The files of a layer as they are kept."""
    return {name: base64.b64encode(content).decode("ascii") for name, content in contents.items()}


def keep_sources(state: Path) -> None:
    """Layout 1 to 2: keep the sources of each layer too, where they are still those that were trusted."""
    for path, layer in list(_stored(state)):
        if layer.kept:
            continue
        try:
            contents = read_sources(layer.sources)
        except (OSError, Changed):
            continue  # the compiled program stays in force without them
        if {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()} == layer.files:
            _write(path, replace(layer, kept=encode(contents)), shared=bool(path.stat().st_mode & 0o044))
