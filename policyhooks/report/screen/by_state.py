"""Rows of several installations, by the state folder that each of them came from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]
Found = Mapping[str, Sequence[Row]]


def write_json(found: Found) -> str:
    """One list for programs, in which every row says its state."""
    return json.dumps([{"state": state, **row} for state, rows in found.items() for row in rows], indent=2)
