"""The programs of a generation, from the readable copies that stand beside its image."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from policyhooks.core.program import LAYERS, rank_of, source_loader
from policyhooks.errors import EnvironmentBroken
from policyhooks.image.manifests import read_manifest


@dataclass(frozen=True)
class ProgramCopy:
    """A program as `activate` takes it."""

    modules: Mapping[str, str]
    digest: str
    layer: str

    @property
    def rank(self) -> int:
        """How high it stands: by who installed it."""
        return rank_of(self.layer)


def read_programs(state: Path, number: int) -> list[ProgramCopy]:
    """The programs of a generation, highest first, with the ranks of their installation. Raises EnvironmentBroken."""
    manifest = read_manifest(state, number)
    ranks = manifest.get("ranks")
    folder = state / "generations" / str(number) / "programs"
    programs = []
    try:
        for part in sorted(folder.iterdir(), key=lambda one: int(one.name)):
            modules = {path.stem: path.read_text("utf-8") for path in sorted(part.glob("*.py"))}
            index = source_loader({"index": modules["index"]})("index")
            # Until format 2 nothing else said it; install had compiled the program for its own scope.
            layer = ranks[int(part.name)] if isinstance(ranks, list) else index["LAYER"]
            programs.append(ProgramCopy(modules, str(index["DIGEST"]), LAYERS[LAYERS.index(str(layer))]))
    except (OSError, ValueError, KeyError, IndexError, TypeError, SyntaxError):
        raise EnvironmentBroken(f"the programs in {folder} cannot be read", "run `policyhooks install`") from None
    if not programs:
        raise EnvironmentBroken(f"there is no program in {folder}", "run `policyhooks install`")
    return programs
