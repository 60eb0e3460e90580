"""A measured coverage for a fleet: the figures, the findings with what to do, and the calls behind them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from policyhooks.doctor.flight_recorder import Recorded


def render(found: Recorded) -> str:
    """One object, indented."""
    return json.dumps(found.as_json(), indent=2) + "\n"
