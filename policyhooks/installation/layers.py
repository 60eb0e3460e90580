"""Which rules of a program have no effect where they are installed: lower layers may only tighten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.installation.places import Place
from policyhooks.runtime.combine import LOOSENING, OUTSIDE_KINDS

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled


def idle_rules(place: Place, compiled: Compiled) -> list[str]:
    """Ids of the rules of this client that a scope below `managed` keeps from acting.

    A rule with `native: true` is a hook of the client's own and acts all the same.
    """
    if place.layer == "managed":
        return []
    return [
        rule.id
        for rule in compiled.rules
        if (rule.kind in OUTSIDE_KINDS or rule.effect in LOOSENING)
        and not (rule.model.judge is not None and rule.model.judge.native)
        and rule.mode != "disabled"
        and any(row.client == place.client for row in rule.rows)
    ]
