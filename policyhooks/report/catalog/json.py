"""The catalog for machines: everything that is known of each event."""

from __future__ import annotations

import json
from collections.abc import Sequence

from policyhooks.clients.catalog import Row
from policyhooks.clients.facts import installable
from policyhooks.core.effects import EFFECTS


def render(found: Sequence[Row]) -> str:
    """A list of objects, indented."""
    return json.dumps([_describe(row) for row in found], indent=2) + "\n"


def _describe(row: Row) -> dict[str, object]:
    return {
        "client": row.client,
        "native": row.native,
        "event": row.event,
        "blocks": row.blocks,
        "withholds": row.withholds,
        "deny": row.deny,
        "ask": dict(row.ask),
        "effects": [effect for effect in EFFECTS if effect in row.effects],
        "fields": sorted(row.fields),
        "optional": sorted(row.optional),
        "vouched": row.vouched,
        "evidence": row.evidence,
        "installed": installable(row.client, row.native),
    }
