"""What a model said, once it has been read: an Opinion, or Undecided with its cause.

`cause` is one of a few stable words (CAUSES); texts never hold what was judged.
"""

from __future__ import annotations

from dataclasses import dataclass

from policyhooks.errors import PolicyHooksError

CAUSES = (
    "no-model",  # the alias is not in the Config
    "no-key",  # the key variable is not set
    "config",  # the model's settings cannot be used
    "prompt",  # the prompt's template does not render
    "transcript",  # the conversation cannot be read
    "injection",  # the data addresses the reviewer
    "too-large",  # more than the size cap
    "over-budget",  # a cap on calls, tokens or money is reached
    "breaker",  # the model failed repeatedly and is given a rest
    "timeout",  # the rule's time-out or the event's deadline
    "transport",  # connection, TLS, status code, body
    "refused",  # the model or its provider declined
    "unparsable",  # the answer is not exactly one verdict
    "disagreement",  # no quorum
    "internal",
)


@dataclass(frozen=True, slots=True)
class Opinion:
    """A verdict of one model. `reason` may be empty."""

    ok: bool
    reason: str = ""


class Undecided(PolicyHooksError):
    """No verdict. `trouble` marks causes that lie with the model's service, for the breaker."""

    def __init__(self, cause: str, reason: str, *, trouble: bool = False) -> None:
        assert cause in CAUSES
        super().__init__(reason)
        self.cause = cause
        self.trouble = trouble
