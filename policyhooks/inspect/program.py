"""A compiled program, run in this process from its source: for tests, decide and explain."""

from __future__ import annotations

from collections.abc import Mapping

from policyhooks.core.program import Rule
from policyhooks.core.values import but
from policyhooks.runtime.engine.selection import LoadedProgram, open_program

Namespace = dict[str, object]

ALONE = 0  # the rank of a program that is decided by without others: nobody stands above it


def load_modules(modules: Mapping[str, str], rank: int = ALONE, *, enforce: bool = False) -> LoadedProgram:
    """The program of these sources. With `enforce` every rule acts, whatever its mode and roll-out say.

    Who decides by several programs says the rank of each.


    The sources are our own compiler's output, never an event's or a bundle's text.
    """
    loaded: dict[str, Namespace] = {}

    def load(name: str) -> Namespace:
        if name not in loaded:
            namespace: Namespace = {"__name__": f"program.{name}", "load": load}
            loaded[name] = namespace
            exec(compile(modules[name], f"<program {name}>", "exec"), namespace)  # noqa: S102
            if enforce and "RULES" in namespace:
                namespace["RULES"] = _enforced(namespace["RULES"])
        return loaded[name]

    return open_program(load, rank)


def _enforced(rules: object) -> dict[int, Rule]:
    assert isinstance(rules, dict)
    return {number: but(rule, mode="enforce", rollout=100) for number, rule in rules.items()}
