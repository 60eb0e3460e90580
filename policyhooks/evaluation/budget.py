"""The step budget of a condition: one whose cost multiplies is an error, not a hang.

A condition with loops inside loops, or one that builds texts, begins with a full budget (`refill() or ...`). A loop
inside a loop takes the length of what it runs over, before it runs; a built text or list takes a part of its length.
A variable is evaluated once per event, so a budget that it refills inside a loop adds and does not multiply.
"""

from __future__ import annotations

from policyhooks.evaluation.errors import BudgetExceeded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sized
    from typing import TypeVar

    Values = TypeVar("Values", bound=Sized)

STEPS = 250_000
UNLIMITED = 1 << 62
_left = STEPS


def refill(steps: int = STEPS) -> None:
    """Begin a condition."""
    global _left  # one process evaluates one condition at a time
    _left = steps


def charge(steps: int) -> None:
    """Take steps from the budget."""
    global _left
    _left -= steps
    if _left < 0:
        raise BudgetExceeded("the condition takes too many steps or too much memory")


def spend(values: Values) -> Values:
    """Take the length of an inner loop from the budget."""
    charge(len(values) + 1)
    return values
