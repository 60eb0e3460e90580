"""What comes off the stream, and whose it is: by the key that has signed it and the subject, never by a field.

A signature covers subject, id and bytes of a message. It is made on the machine with a key that never leaves it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from policyhooks.shipping.signature import KEY_HEADER, SIGNATURE_HEADER, is_signed

NAME = re.compile(r"[0-9a-f]{32}", re.ASCII)
KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)
LARGEST = 2 << 20


@dataclass(frozen=True)
class Arrival:
    """A message as the stream gave it; `received` is when the stream had it, in milliseconds."""

    seq: int
    received: int
    subject: str
    data: bytes
    headers: Mapping[str, str]

    @property
    def installation(self) -> str:
        """By the subject; empty where that names none."""
        name = self.subject.rpartition(".")[2]
        return name if NAME.fullmatch(name) else ""

    @property
    def key(self) -> str:
        """The key that it says to be signed with; empty where that is none."""
        found = self.headers.get(KEY_HEADER, "")
        return found if KEY.fullmatch(found) else ""

    def is_signed(self) -> bool:
        """Whether that key has signed this."""
        return bool(self.key and self.installation) and is_signed(
            self.key,
            self.headers.get(SIGNATURE_HEADER, ""),
            self.subject,
            self.headers.get("Nats-Msg-Id", ""),
            self.data,
        )

    def document(self) -> dict[str, object] | None:
        """The document of its installation; None where it is none."""
        if len(self.data) > LARGEST:
            return None
        try:
            found = json.loads(self.data, parse_constant=_refuse)
        except (ValueError, RecursionError):
            return None
        if not isinstance(found, dict) or found.get("installation") != self.installation:
            return None
        return found


def _refuse(name: str) -> object:
    raise ValueError(name)
