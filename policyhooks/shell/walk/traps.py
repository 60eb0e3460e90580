"""Text that `trap` keeps for later: it runs in the directory and with the values that there are then."""

from __future__ import annotations

from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.walk.wrappers import run_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

ENDS = frozenset(("EXIT", "0"))


def set_trap(reader: Reader, operands: list[Word], state: State, inner: Context) -> None:
    """The text may run at any time from now on, or at the end: what it sets is never certain again."""
    code, late = operands[0], all(word.text in ENDS for word in operands[1:])
    inner = inner.but(conditional=True)
    before = state.copy()
    after = state.copy()
    run_text(reader, code, reader.dialect, after, inner, "trap")
    state.volatile |= {name for name, value in after.variables.items() if state.variables.get(name) is not value}
    state.unsure |= after.functions.keys() - state.functions.keys()
    state.functions = {**after.functions, **state.functions}
    if after.places() != state.places() and not late:
        state.roams = True
        state.place(state.places())
    reader.traps.append((code, late, before, state, inner))


def run_traps(reader: Reader, last: State) -> None:
    """Read again what runs in another state than the one in which it was set."""
    for code, late, before, own, inner in list(reader.traps):
        for state in (own,) if own is last else (own, last):
            places = {*state.places(), *before.places()}
            if len(places) == 1 and all(before.variables.get(name) is value for name, value in state.variables.items()):
                continue
            then = state.copy()
            if not late:
                then.join(before)
                then.place(("",) if len(places) > 1 else then.places())
            run_text(reader, code, reader.dialect, then, inner, "trap")
