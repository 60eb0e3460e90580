"""What a new bundle changes, for machines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from policyhooks.bundle.comparison import Difference


def render(found: Sequence[Difference]) -> str:
    """A list of objects, indented."""
    return json.dumps([asdict(one) for one in found], indent=2) + "\n"
