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
    "auth",  # the key was not accepted
    "unknown-model",  # the server does not know the model
    "unknown-provider",  # litellm does not know the provider
    "quota",  # no credit is left
    "rate-limited",  # the server asks to slow down
    "too-long",  # the prompt does not fit the model's context
    "unreachable",  # connection, name or TLS
    "transport",  # another status code, a body that is none
    "refused",  # the model or its provider declined
    "unparsable",  # the answer is not exactly one verdict
    "disagreement",  # no quorum
    "unsure",  # less sure than the rule wants
    "internal",
)


@dataclass(frozen=True, slots=True)
class Opinion:
    """A verdict of one model. `reason` and `criterion` may be empty; `confidence` is below zero where none is given."""

    ok: bool
    reason: str = ""
    criterion: str = ""
    confidence: float = -1.0


class Undecided(PolicyHooksError):
    """No verdict. `trouble` marks causes that lie with the model's service, for the breaker."""

    def __init__(self, cause: str, reason: str, *, trouble: bool = False, attempts: int = 0) -> None:
        assert cause in CAUSES
        super().__init__(reason)
        self.cause = cause
        self.trouble = trouble
        self.attempts = attempts
