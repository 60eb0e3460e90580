"""Variables with one of several known values: a command that uses them is read once with each."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Value, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

    Node = dict[str, Any]

MOST_READINGS = 32


def read_each(reader: Reader, node: Node, redirects: list[Node] | None, state: State, context: Context) -> bool:
    """Read a simple command with every value of the variables in its words; False where it uses none of them."""
    names: dict[str, tuple[Word, ...]] = {}
    for argument in node.get("Args", ()):
        used(argument, state, names)
    readings: list[dict[str, Word]] = [{}]
    for name, choices in names.items():
        readings = [{**reading, name: choice} for reading in readings for choice in choices]
    if not names:
        return False
    if len(readings) > MOST_READINGS:
        reach("too_many_values")  # read once, with values that nobody knows
        return False
    inner = context.but(conditional=True)
    outcomes = []
    for reading in readings:
        branch = state.copy()
        branch.variables.update(reading)
        reader.call(node, redirects, branch, inner)
        outcomes.append(branch)
    for other in outcomes[1:]:
        outcomes[0].join(other)
    state.become(outcomes[0])
    return True


def used(node: Any, state: State, names: dict[str, tuple[Word, ...]]) -> None:
    """The variables of a word that have several values; those inside substitutions are read there."""
    if isinstance(node, list):
        for item in node:
            used(item, state, names)
    elif isinstance(node, dict) and node.get("Type") not in ("CmdSubst", "ProcSubst"):
        if node.get("Type") == "ParamExp" and "Param" in node:
            value = state.variables.get(node["Param"]["Value"])
            if isinstance(value, Value) and value.choices:
                names[node["Param"]["Value"]] = value.choices
        for child in node.values():
            if isinstance(child, dict | list):
                used(child, state, names)
