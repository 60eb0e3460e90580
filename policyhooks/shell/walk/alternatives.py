"""Variables with one of several known values: a command that uses them is read once with each."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.parameter_values import argument
from policyhooks.shell.expansion.parameters import subscript
from policyhooks.shell.expansion.state import Value, Word
from policyhooks.shell.syntax.nodes import Call, ParamExp, Substitution, below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.walk.context import Context

MOST_READINGS = 32


def read_each(given: object, state: State, context: Context, read: Callable[[State, Context], None]) -> bool:
    """Read a command with every value of the variables in what is given; False where it uses none of them."""
    names = used(given, state)
    readings: list[dict[str, Word]] = [{}]
    for name, choices in names.items():
        readings = [{**reading, name: choice} for reading in readings for choice in choices]
        if len(readings) > MOST_READINGS:
            reach("too_many_values")  # read once, with values that nobody knows
            return False
    if not names:
        return False
    inner = context.but(conditional=True)
    outcomes = []
    for reading in readings:
        branch = state.copy()
        choose(branch, reading)
        mine = branch.positional
        read(branch, inner)
        branch.positional = state.positional if branch.positional is mine else branch.positional
        outcomes.append(branch)
    for other in outcomes[1:]:
        outcomes[0].join(other)
    state.become(outcomes[0])
    return True


def choose(state: State, reading: dict[str, Word]) -> None:
    """Let variables and arguments have these values."""
    for name, word in reading.items():
        if name.isdecimal() and name != "0" and state.positional is not None:
            place = int(name) - 1
            others = [Word(item.text, True, ids=item.ids) if item.glob else item for item in state.positional]
            state.positional = [*others[:place], word, *others[place + 1 :]]
        else:
            state.variables[name] = word


def used(given: object, state: State) -> dict[str, tuple[Word, ...]]:
    """The variables of words that have several values, and of substitutions that are one command."""
    names: dict[str, tuple[Word, ...]] = {}
    items = list(below(given, (Substitution,)))
    for node in items:
        if (
            isinstance(node, Substitution)
            and len(node.statements) == 1
            and isinstance(node.statements[0].command, Call)
        ):
            items += below(node.statements[0].command.args, (Substitution,))
    for item in items:
        if isinstance(item, ParamExp):
            found = choices_of(item, state)
            if found:
                names[item.parameter] = found
            if item.excl:
                names.update(referred_choices(item, state))
    return names


def referred_choices(part: ParamExp, state: State) -> dict[str, tuple[Word, ...]]:
    """`${!x}`: the values of the variable that x names."""
    value = state.variables.get(part.parameter)
    name = value.text if value is not None and not value.dynamic else ""
    other = state.variables.get(name)
    return {name: other.choices} if isinstance(other, Value) and other.choices else {}


def choices_of(part: ParamExp, state: State) -> tuple[Word, ...]:
    """The values that a parameter may have, or an item of an array whose place is not known."""
    name = part.parameter
    if name.isdecimal() and name != "0" and state.positional is not None and int(name) <= len(state.positional):
        value: Word | None = argument(int(name) - 1, state.positional)
    else:
        value = state.variables.get(name)
    if not isinstance(value, Value):
        return ()
    if value.choices or not value.items or part.index is None:
        return value.choices
    from policyhooks.shell.expansion.estimates import item_at

    if subscript(part.index) in ("@", "*") or item_at(part, value, state) is not None:
        return ()
    return tuple(dict.fromkeys(value.items))
