"""Variables with one of several known values: a command that uses them is read once with each."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Value, Word
from policyhooks.shell.syntax.nodes import ParamExp, Substitution, below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.syntax.nodes import Call, Redirect
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

MOST_READINGS = 32


def read_each(reader: Reader, node: Call, redirects: Sequence[Redirect], state: State, context: Context) -> bool:
    """Read a simple command with every value of the variables in its words; False where it uses none of them."""
    names = used(node, state)
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


def used(node: Call, state: State) -> dict[str, tuple[Word, ...]]:
    """The variables of words that have several values; those inside substitutions are read there."""
    names: dict[str, tuple[Word, ...]] = {}
    for item in below(node.args, (Substitution,)):
        name = item.parameter if isinstance(item, ParamExp) else ""
        value = state.variables.get(name)
        if isinstance(value, Value) and value.choices:
            names[name] = value.choices
    return names
