"""What decides here: loaded programs with their trusted layers, and the outlines that explain their rules.

It is opened from what was just compiled, or from a generation of a state folder as its hook would: the same programs,
ranks and layers. It knows no client's files and decides nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.errors import EnvironmentBroken
from policyhooks.image.layers import StoredLayer, read_layers
from policyhooks.image.program_copies import read_programs
from policyhooks.inspect.explanation import Ruled
from policyhooks.inspect.outline_store import Store
from policyhooks.inspect.program import ALONE, load_modules
from policyhooks.runtime import platform
from policyhooks.runtime.engine.selection import LoadedProgram

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled
    from policyhooks.runtime.engine.trusted import Layer

Sources = tuple[Mapping[str, str], int]  # the modules of a program, and its rank
LOST = "what it was compiled from is not known any more: rules are shown without their conditions"


@dataclass(frozen=True)
class Rulebook:
    """`machine` is what roll-outs go by, `guarded` where the hook itself lies; both empty of no installation.

    `sources` are what the programs were loaded from.
    """

    programs: Sequence[LoadedProgram]
    layers: Sequence[Layer] = ()
    ruled: Sequence[Ruled] = ()
    digest: str = ""
    machine: str = ""
    guarded: Sequence[str] = ()
    notes: Sequence[str] = ()
    sources: Sequence[Sources] = ()

    def maps_of(self, rules: Iterable[str]) -> dict[str, dict[str, list[str]]]:
        """What these rules are about in public frameworks; without those that say nothing or are not known."""
        known = {rule.id: rule.maps for one in self.ruled for rule in one.outline.rules if rule.maps}
        return {name: {key: list(ids) for key, ids in known[name].items()} for name in sorted(rules) if name in known}


def of_modules(modules: Mapping[str, str]) -> Rulebook:
    """A program that decides alone, without what would explain it."""
    return Rulebook([load_modules(modules)], sources=[(modules, ALONE)])


def of_compiled(compiled: Compiled) -> Rulebook:
    """What was just compiled."""
    from policyhooks.inspect.outline_making import outline_of

    return replace(of_modules(compiled.modules), ruled=[Ruled(outline_of(compiled), ALONE)], digest=compiled.digest)


def of_generation(state: Path, number: int, compile_again: Callable[[], Compiled | None], *, now: bool) -> Rulebook:
    """A generation of a state folder; trusted layers are known of the one that is in force `now`.

    `compile_again` gives what its sources are today, for a program that no outline was kept of.
    """
    check_owner(state)
    store = Store(state)
    programs = read_programs(state, number)
    layers = read_layers(state) if now else []
    opened = [load_modules(program.modules, program.rank) for program in programs]
    found = [store.of_program(program.digest, compile_again) for program in programs]
    ruled = [Ruled(outline, program.rank) for program, outline in zip(programs, found, strict=True) if outline]
    kept = [(layer, store.of_layer(layer)) for layer in layers]
    ruled += [Ruled(outline, layer.rank) for layer, outline in kept if outline]
    lost = len(ruled) < len(programs) + len(layers)
    return Rulebook(
        programs=opened,
        layers=[(layer.record, _opener(layer)) for layer in layers],
        ruled=ruled,
        digest=programs[0].digest,
        machine=_machine_of(state),
        guarded=(str(state), sys.executable, *platform.libraries()),
        notes=[LOST] if lost else [],
        sources=[(program.modules, program.rank) for program in programs],
    )


def keep_outline(state: Path, compiled: Compiled, *, shared: bool) -> None:
    """Keep what explains an installed program; where that cannot be, explanations are slower or say less."""
    from policyhooks.inspect.outline_making import outline_of

    Store(state, shared=shared).keep(compiled.digest, outline_of(compiled))


def digests_of(state: Path, number: int) -> list[str]:
    """The programs of a generation by their digests."""
    return [program.digest for program in read_programs(state, number)]


def check_owner(state: Path) -> None:
    """Raise unless a state folder is ours or root's alone: what lies in it is run."""
    try:
        status = state.stat()
    except OSError as problem:
        raise EnvironmentBroken(f"{state} cannot be read: {(problem.strerror or 'unknown').lower()}") from None
    if status.st_uid not in (0, os.geteuid()) or status.st_mode & 0o022:
        raise EnvironmentBroken(f"the state folder {state} can be written by others", "its policies were not used")


def _opener(layer: StoredLayer) -> Callable[[], LoadedProgram]:
    return lambda: load_modules(layer.modules, layer.rank)


def _machine_of(state: Path) -> str:
    try:
        return (state / "machine").read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
