"""Surroundings of a request whose body is kept: announced like any other, and under a witness. It decides nothing."""

from __future__ import annotations

from policyhooks.runtime.ports.witnessed import Witnessed
from policyhooks.runtime.resident.request import Announced


class Watched(Witnessed, Announced):
    """What is asked outside is announced first, and what was seen and said is noted."""
