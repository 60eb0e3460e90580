"""What the managed rank lets lower ones do beyond tightening (law 6). Loaded only where there are several programs."""

from __future__ import annotations

from policyhooks.core.values import but
from policyhooks.evaluation.glob_reader import fits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.core.program import Rule
    from policyhooks.runtime.engine.selection import LoadedProgram

MANAGED = 0


def with_delegations(programs: Sequence[LoadedProgram]) -> list[LoadedProgram]:
    """The programs, each with the globs of rule ids that the managed rank delegates: nobody else can give away."""
    return [but(program, delegates=_from_above(program, programs)) for program in programs]


def _from_above(program: LoadedProgram, programs: Sequence[LoadedProgram]) -> tuple[str, ...]:
    globs: list[str] = []
    for other in programs:
        if other.rank == MANAGED < program.rank:
            options: Mapping[str, Sequence[str]] = other.index.get("OPTIONS", {})  # type: ignore[assignment]
            globs += options.get("delegate", ())
    return tuple(globs)


def is_delegated(rule: Rule, globs: Sequence[str]) -> bool:
    """Whether the managed rank's globs name the rule."""
    return any(fits(rule.id, glob) for glob in globs)
