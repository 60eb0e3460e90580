"""The step budget of loops inside loops: a condition whose cost multiplies is an error, not a hang.

An outermost loop begins with a full budget; each loop inside it spends the length of what it runs over, before it
runs. A variable evaluated inside a loop is evaluated once per event, so a new budget begun there adds, not multiplies.
"""

from __future__ import annotations

from policyhooks.evaluation.errors import BudgetExceeded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sized
    from typing import TypeVar

    Values = TypeVar("Values", bound=Sized)

STEPS = 250_000
_left = STEPS


def begin(values: Values) -> Values:
    """Fill the budget; `values` is what the outermost loop runs over."""
    global _left
    _left = STEPS
    return values


def spend(values: Values) -> Values:
    """Take the length of an inner loop from the budget."""
    global _left
    _left -= len(values) + 1
    if _left < 0:
        raise BudgetExceeded("the condition takes too many steps")
    return values
