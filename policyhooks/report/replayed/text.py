"""The screen of a replay: what the change does, by rule, then an example of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from policyhooks.report.screen.chart import count, ranked
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import Style, one_line, shorten
from policyhooks.report.screen.table import draw

if TYPE_CHECKING:
    from policyhooks.history.replaying import Replay

WIDTH = 80
COLOURS = {"denied": "red", "asked": "yellow", "freed": "magenta", "redacted": "cyan"}
RULES = 8
EXAMPLES = 3


def render(found: Replay, sides: tuple[str, str], style: Style) -> str:
    """All of it, with a line break at the end."""
    return "".join(f"{line}\n" for line in _lines(found, sides, style, style.width or WIDTH))


def _lines(found: Replay, sides: tuple[str, str], style: Style, width: int) -> Iterator[str]:
    spread = Style(style.colour, width)
    yield from hang("before    ", sides[0], spread)
    yield from hang("after     ", sides[1], spread)
    parts = [f"{style.paint(kind, COLOURS[kind])} {found.counts[kind]}" for kind in COLOURS]
    yield f"newly     {'   '.join(parts)}"
    unknown = sum(found.unknown.values())
    yield f"of        {count(found.events, 'event')}: {found.same} the same, {unknown} not known"
    yield from _rules(found, spread)
    for kind, colour in COLOURS.items():
        examples = [one for one in found.records if one.kind == kind][:EXAMPLES]
        if examples:
            yield ""
            yield style.paint(f"{kind}, such as", "bold", colour)
        for one in examples:
            yield shorten(one_line(f"  {one.before} -> {one.after}: {one.text}"), width)
    for title, reasons in (("not known", found.unknown), ("skipped", found.skipped)):
        if reasons:
            told = "; ".join(f"{number} {why}" for why, number in ranked(reasons, 4))
            yield from hang(f"{title:<10}", told, spread)


def _rules(found: Replay, style: Style) -> Iterator[str]:
    rows = sorted(found.by["rule"].items(), key=lambda row: (-sum(row[1].values()), row[0]))[:RULES]
    if rows:
        yield ""
        cells = [[rule, *(str(counts[kind]) for kind in COLOURS)] for rule, counts in rows]
        yield from draw(["rule", *COLOURS], cells, style=style, right=(1, 2, 3, 4), least={0: 20})
