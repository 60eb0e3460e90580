"""The seam of destinations: what carries messages, and the two ways in which that fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from policyhooks.shipping.message import Message
from policyhooks.shipping.signature import Signer

WAIT_S = 10.0  # for a connection, and for each answer


class Undelivered(Exception):
    """Nobody has it for certain, and it is worth another try; not before `after` seconds where the receiver says so."""

    def __init__(self, why: str, after: float = 0.0) -> None:
        super().__init__(why)
        self.why = why
        self.after = after


class Refused(Exception):
    """The receiver will never take this as it is: fewer at once may do, else it is left out and told."""


class Delivery(Protocol):
    """One open way to a destination."""

    most: int  # messages at once
    hears_health: bool  # whether it is told how the machine is, beside its records

    def send(self, messages: Sequence[Message]) -> None:
        """Deliver all of them, in order. Raises Undelivered or Refused: then the caller sends again."""

    def close(self) -> None:
        """Let go of connections."""


@dataclass(frozen=True)
class Credentials:
    """What proves to a receiver who we are: the text of a private file; never shown."""

    token: str = field(default="", repr=False)
    signer: Signer | None = None  # for a collector, where this state was enrolled
