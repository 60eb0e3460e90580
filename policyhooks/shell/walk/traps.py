"""Text that `trap` keeps for later: it runs in the directory and with the values that there are then."""

from __future__ import annotations

from policyhooks.core.values import Record
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.walk.context import Context
from policyhooks.shell.walk.wrappers import run_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.statements import Reader

ENDS = frozenset(("EXIT", "0"))


class Trap(Record):
    """Text for later, with the state in which it was set and the one of the shell that will run it."""

    code: Word
    late: bool  # at the end, and at no other time
    before: State
    own: State
    context: Context


def set_trap(reader: Reader, operands: list[Word], state: State, inner: Context) -> None:
    """The text may run at any time from now on, or at the end: what it sets is never certain again."""
    code, late = operands[0], all(word.text in ENDS for word in operands[1:])
    inner = inner.but(conditional=True)
    before = state.copy()
    after = state.copy()
    run_text(reader, code, reader.settings.dialect, after, inner, "trap")
    state.volatile |= {name for name, value in after.variables.items() if state.variables.get(name) is not value}
    state.unsure |= after.functions.keys() - state.functions.keys()
    state.functions = {**after.functions, **state.functions}
    if after.places() != state.places() and not late:
        state.roams = True
        state.place(state.places())
    reader.traps.append(Trap(code=code, late=late, before=before, own=state, context=inner))


def run_traps(reader: Reader, last: State) -> None:
    """Read again what runs in another state than the one in which it was set."""
    for trap in list(reader.traps):
        for state in (trap.own,) if trap.own is last else (trap.own, last):
            if not is_same(trap.before, state):
                run_text(reader, trap.code, reader.settings.dialect, state_then(trap, state), trap.context, "trap")


def is_same(before: State, state: State) -> bool:
    """Whether nothing has changed that the text could see."""
    places = {*state.places(), *before.places()}
    values = state.variables.items()
    return len(places) == 1 and all(before.variables.get(name) is value for name, value in values)


def state_then(trap: Trap, state: State) -> State:
    """What the text meets when it runs: at any time, or at the end."""
    then = state.copy()
    if not trap.late:
        moved = len({*state.places(), *trap.before.places()}) > 1
        then.join(trap.before)
        then.place(("",) if moved else then.places())
    return then
