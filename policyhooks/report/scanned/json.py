"""A scan for machines: its figures, and every finding with the id of its tool use."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from policyhooks.doctor.flight_recorder import Recorded
    from policyhooks.history.scanning import Scan


def render(found: Scan, policies: str, recorded: Recorded | None = None) -> str:
    """One object, indented; a measured coverage in `coverage`."""
    measured = {} if recorded is None else {"coverage": recorded.as_json()}
    return json.dumps({"policies": policies, **found.as_json(), **measured}, indent=2) + "\n"
