"""What goes wrong when a condition is evaluated. Texts never carry input values."""

from __future__ import annotations

from policyhooks.errors import PolicyHooksError


class EvaluationError(PolicyHooksError):
    """A condition came to an error: neither true nor false. `&&`, `||`, `all` and `exists` may absorb it."""


class BudgetExceeded(EvaluationError):
    """A condition took more steps or memory than it may. Nothing absorbs this."""
