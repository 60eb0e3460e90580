"""A replay for machines: its counts, and the records behind them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from policyhooks.history.replaying import Replay


def render(found: Replay, sides: tuple[str, str]) -> str:
    """One object, indented."""
    return json.dumps({"against": sides[0], "policies": sides[1], **found.as_json()}, indent=2) + "\n"
