"""What was learnt, for machines: every figure, and the proposed policy as it would be written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from policyhooks.history.learning import Lesson


def render(found: Lesson, policies: str) -> str:
    """One object, indented."""
    return json.dumps({"policies": policies, **found.as_json()}, indent=2) + "\n"
