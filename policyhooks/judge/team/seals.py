"""Seals under a team's key: names that tell nothing of what they stand for, and bodies that only a holder can write.

INVARIANT: nothing is read of a body before its seal was compared. It knows neither Redis nor verdicts.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping

from policyhooks.core.strict_json import parse
from policyhooks.errors import PolicyHooksError

BODY_LIMIT = 4_000
_SEAL = 64  # characters of a SHA-256


class Seals:
    """One key for names, another one for bodies, both made of the team's."""

    def __init__(self, key: bytes) -> None:
        self._names = hmac.digest(key, b"policyhooks team: names", "sha256")
        self._bodies = hmac.digest(key, b"policyhooks team: bodies", "sha256")

    def name(self, kind: str, parts: list[object]) -> str:
        """Where something is kept; the same parts give the same name to every holder, and to nobody else."""
        text = json.dumps(parts, sort_keys=True, default=str).encode()
        return f"policyhooks:{kind}:{hmac.new(self._names, text, 'sha256').hexdigest()}"

    def seal(self, name: str, body: Mapping[str, object]) -> bytes:
        """A body for that name alone."""
        text = json.dumps(body).encode()
        return self._of(name, text).encode() + text

    def open(self, name: str, data: object) -> dict[str, object] | None:
        """The body; None unless it is whole, small and sealed for that name."""
        if not isinstance(data, bytes) or not _SEAL < len(data) <= BODY_LIMIT:
            return None
        seal, text = data[:_SEAL], data[_SEAL:]
        if not hmac.compare_digest(seal, self._of(name, text).encode()):
            return None
        try:
            body = parse(text)
        except PolicyHooksError:
            return None
        return body if isinstance(body, dict) else None

    def _of(self, name: str, text: bytes) -> str:
        return hmac.new(self._bodies, name.encode() + b"\0" + text, "sha256").hexdigest()
