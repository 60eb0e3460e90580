"""Problems of an expression, with offsets into its text, and the errors that carry them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from policyhooks.errors import PolicyHooksError


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One problem. `start` and `end` are offsets into the expression; `help` is a suggestion or empty.

    Codes: syntax, too-complex, unknown-name, unknown-field, unknown-function, unknown-type, wrong-arity,
    type-mismatch, not-boolean, bad-regex, bad-pattern, bad-literal, always-present.
    """

    start: int
    end: int
    code: str
    message: str
    help: str = ""


class CelError(PolicyHooksError):
    """An expression does not compile or its evaluation failed. The text never carries values of variables."""


class CelSyntaxError(CelError):
    """An expression is not CEL. INVARIANT: `problems` is not empty."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        first = self.problems[0]
        super().__init__(f"{first.message} (at offset {first.start})", first.help)
