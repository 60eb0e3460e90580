"""What doctor found, for a fleet: every installation with its findings, and whether all are healthy."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from policyhooks.doctor.examination import Examined


def render(found: Sequence[Examined]) -> str:
    """One object, indented. Where nothing is installed nothing is healthy."""
    healthy = bool(found) and all(one.healthy for one in found)
    return json.dumps({"healthy": healthy, "installations": [_describe(one) for one in found]}, indent=2) + "\n"


def _describe(examined: Examined) -> dict[str, object]:
    place = examined.target.place
    return {
        "client": place.client,
        "scope": place.scope,
        "file": str(place.file),
        "state": str(place.state),
        "healthy": examined.healthy,
        "findings": [vars(finding) for finding in examined.findings],
    }
