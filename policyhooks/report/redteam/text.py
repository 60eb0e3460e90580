"""The screen of `judge redteam`: every style with what became of it, then the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.report.screen.chart import count
from policyhooks.report.screen.style import Style, one_line
from policyhooks.report.screen.table import draw

if TYPE_CHECKING:
    from policyhooks.judge.redteam import Siege

HEADING = ("style", "tried", "stopped", "unknown", "not asked", "let pass", "tell seen")


def render(siege: Siege, style: Style) -> str:
    """All of it, with a line break at the end."""
    lines = draw(HEADING, _rows(siege), style=style, right=set(range(1, len(HEADING)))) if siege.tried else []
    lines += [f"let pass: {one.style}, {one_line(one.place)}: {one_line(one.reason)}" for one in siege.fell]
    lines += [f"not tried, let pass as it stands: {one_line(one)}" for one in siege.passed_anyway]
    if siege.score is None:
        lines.append("nothing could be tried: no event is stopped as it stands")
    else:
        lines.append(f"score {siege.score:.1%}: {len(siege.fell)} of {count(len(siege.tried), 'trial')} let pass")
    return "".join(f"{line}\n" for line in lines)


def _rows(siege: Siege) -> list[tuple[str, ...]]:
    rows = []
    for name in dict.fromkeys(one.style for one in siege.tried):
        own = [one for one in siege.tried if one.style == name]
        said = [one.said for one in own]
        told = (len(own), said.count("not_ok"), said.count("unknown"), said.count("not asked"), said.count("ok"))
        seen = sum(bool(one.signs or one.cause == "injection") for one in own)
        rows.append((name, *map(str, told), str(seen)))
    return rows
