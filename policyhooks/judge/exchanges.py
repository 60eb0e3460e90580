"""What went to a model's server and came back, one entry for each request: for causes, attempts and `judge ask`.

Kept for the time of one question. Headers of requests, which hold keys, are not among it.
"""

from __future__ import annotations

import contextvars
from dataclasses import dataclass, field

BODY_SHOWN = 200_000
ERROR_READ = 4_000


@dataclass(slots=True)
class Exchange:
    """One request. `status` is 0 and `failure` the name of what went wrong while nobody has answered."""

    address: str
    sent: str
    status: int = 0
    received: str = ""
    retry_after: float | None = None
    failure: str = ""
    ms: int = 0

    @property
    def error(self) -> str:
        """The beginning of an error's body."""
        return self.received[:ERROR_READ] if self.status >= 400 else ""

    def shown(self, key: str | None) -> dict[str, object]:
        """For people, without the key wherever a server may have repeated it."""

        def clean(text: str) -> str:
            return (text.replace(key, "[KEY]") if key else text)[:BODY_SHOWN]

        shown = {"address": self.address, "sent": clean(self.sent), "status": self.status, "ms": self.ms}
        more = {"received": clean(self.received), "retry_after_s": self.retry_after, "failure": self.failure}
        return {**shown, **{name: value for name, value in more.items() if value}}


@dataclass(slots=True)
class Exchanges:
    """Those of one question, in order."""

    all: list[Exchange] = field(default_factory=list)

    @property
    def last(self) -> Exchange | None:
        return self.all[-1] if self.all else None


# Those of the question that is being asked; None where nobody keeps them.
kept: contextvars.ContextVar[Exchanges | None] = contextvars.ContextVar("exchanges", default=None)


def seconds_of(header: str | None) -> float | None:
    """The seconds of a Retry-After header; None for a date or nonsense."""
    try:
        seconds = float(header or "")
    except ValueError:
        return None
    return seconds if 0 <= seconds < 86_400 else None
