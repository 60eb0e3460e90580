"""Judges of installations, for machines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence


def render(states: Sequence[Mapping[str, object]]) -> str:
    """A list of objects, indented."""
    return json.dumps(states, indent=2) + "\n"
