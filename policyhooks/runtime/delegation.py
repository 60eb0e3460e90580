"""What higher layers let lower ones do beyond tightening (law 6). Loaded only where there are several layers."""

from __future__ import annotations

from policyhooks.core.globs import glob_matches
from policyhooks.core.program import LAYERS, Rule
from policyhooks.runtime.selection import LoadedProgram

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def with_delegations(programs: Sequence[LoadedProgram]) -> list[LoadedProgram]:
    """The programs, each with the globs of rule ids that the managed layer delegates: nobody else can give away."""
    return [LoadedProgram(**{**program.__dict__, "delegates": _from_above(program, programs)}) for program in programs]


def _from_above(program: LoadedProgram, programs: Sequence[LoadedProgram]) -> tuple[str, ...]:
    globs: list[str] = []
    for other in programs:
        if other.layer == LAYERS[0] != program.layer:
            options: Mapping[str, Sequence[str]] = other.index.get("OPTIONS", {})  # type: ignore[assignment]
            globs += options.get("delegate", ())
    return tuple(globs)


def delegate(rule: Rule, globs: Sequence[str]) -> Rule:
    """The rule, marked where a higher layer's globs name it."""
    if any(glob_matches(rule.id, glob) for glob in globs):
        return Rule(**{**rule.__dict__, "delegated": True})
    return rule
