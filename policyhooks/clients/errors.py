"""What an adapter raises. On gating events the runtime turns it into a deny."""

from __future__ import annotations

from policyhooks.errors import PolicyHooksError


class MalformedPayload(PolicyHooksError):
    """A known field is missing, of the wrong type, or contradicts the command line.

    The text names the field and never its value.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"the event's `{field}` {problem}", "check the client's version against `policyhooks clients`")
        self.field = field
        self.problem = problem


class CannotRewrite(PolicyHooksError):
    """A rewrite names a field that this call does not carry."""
