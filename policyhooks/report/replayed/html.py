"""A replay as one page to send to somebody: nothing is loaded from anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.report.screen.chart import count, ranked
from policyhooks.report.screen.page import draw_page, draw_table

if TYPE_CHECKING:
    from policyhooks.history.replaying import Replay

MOST = 2000
KINDS = ("denied", "asked", "freed", "redacted")
HEADING = ("change", "before", "after", "rules", "what", "client", "tool", "time", "tool use")


def render(found: Replay, sides: tuple[str, str]) -> str:
    """The page."""
    told = [
        f"Before: {sides[0]}.",
        f"After: {sides[1]}.",
        f"{count(found.events, 'event')}, {found.same} the same, {sum(found.unknown.values())} not known.",
        f"Newly {', '.join(f'{kind} {found.counts[kind]}' for kind in KINDS)}.",
    ]
    rows = [
        (one.kind, one.before, one.after, ", ".join(one.rules), one.text, one.client, one.tool, one.at, one.use_id)
        for one in found.records[:MOST]
    ]
    if len(found.records) + found.unlisted > MOST:
        told.append(f"{MOST} of {len(found.records) + found.unlisted} changes are listed.")
    tables = []
    for name, by in found.by.items():
        counts = [(key, *(row[kind] for kind in KINDS)) for key, row in sorted(by.items())]
        tables.append(draw_table(f"By {name}", (name, *KINDS), counts))
    tables += [
        draw_table("Changes", HEADING, rows),
        draw_table("Not known", ("why", "events"), ranked(found.unknown)),
        draw_table("Skipped", ("what", "times"), ranked(found.skipped)),
    ]
    return draw_page("What a change of policies does", told, tables)
