"""A scan for machines: its figures, and every finding with the id of its tool use."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from policyhooks.history.scanning import Scan


def render(found: Scan, policies: str) -> str:
    """One object, indented."""
    return json.dumps({"policies": policies, **found.as_json()}, indent=2) + "\n"
