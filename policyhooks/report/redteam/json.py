"""How a rule holds against text for its reviewer, for machines."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from policyhooks.judge.redteam import Siege


def render(siege: Siege) -> str:
    """One object, indented."""
    told = {
        "score": siege.score,
        "seen": siege.seen,
        "tried": [asdict(one) for one in siege.tried],
        "passed_anyway": list(siege.passed_anyway),
    }
    return json.dumps(told, indent=2) + "\n"
