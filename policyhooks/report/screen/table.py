"""Tables for people: aligned columns, cut to the terminal's width. It knows nothing of the rows' meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from policyhooks.report.screen.style import PLAIN, Style, columns, one_line, shorten

GAP = "  "
NARROWEST = 8

Painter = Callable[[str], str]


def draw(
    heading: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    style: Style = PLAIN,
    right: frozenset[int] | set[int] = frozenset(),
    paint: dict[int, Callable[[str], tuple[str, ...]]] | None = None,
    least: dict[int, int] | None = None,
) -> list[str]:
    """Lines of a table. `right` columns are right-aligned, `paint` gives the colours of a cell, and a
    column of `least` gives way down to that width before the others do.
    """
    cells = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(columns(row[at]) for row in [list(heading), *cells]) for at in range(len(heading))]
    _give_way(widths, style.width, least or {})
    lines = [GAP.join(style.paint(_fit(word, widths[at], at in right), "bold") for at, word in enumerate(heading))]
    painters = paint or {}
    for row in cells:
        parts = []
        for at, cell in enumerate(row):
            text = _fit(cell, widths[at], at in right)
            colours = painters[at](cell.strip()) if at in painters else ()
            parts.append(style.paint(text, *colours))
        lines.append(GAP.join(parts))
    return [line.rstrip() for line in lines]


def _give_way(widths: list[int], total: int, least: dict[int, int]) -> None:
    """Narrow columns until they fit: first those that may, widest first, then any."""
    if total <= 0:
        return
    floors = [least.get(at, NARROWEST) for at in range(len(widths))]
    for candidates in (sorted(least), range(len(widths))):
        over = sum(widths) + len(GAP) * (len(widths) - 1) - total
        while over > 0:
            narrowable = [at for at in candidates if widths[at] > floors[at]]
            if not narrowable:
                break
            widest = max(narrowable, key=lambda at: widths[at])
            widths[widest] -= 1
            over -= 1


def _fit(text: str, width: int, right: bool) -> str:
    cut = shorten(text, width)
    room = " " * (width - columns(cut))
    return room + cut if right else cut + room
