"""Tables for people: aligned columns that fit the terminal. It knows nothing of the rows' meaning."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal

from policyhooks.report.screen.style import PLAIN, Style, columns, one_line

GAP = 2
NOTHING: Mapping[int, int] = {}


def draw(
    heading: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    style: Style = PLAIN,
    right: Collection[int] = (),
    paint: Mapping[int, Callable[[str], tuple[str, ...]]] | None = None,
    least: Mapping[int, int] = NOTHING,
    drop: Sequence[int] = (),
) -> list[str]:
    """Lines of a table. `right` columns are right-aligned, `paint` gives the colours of a cell.

    Where it is too wide, the columns of `drop` go, the first of them first, until the others have room; then those of
    `least` are cut, down to that width.
    """
    from rich.table import Table
    from rich.text import Text

    cells = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(columns(row[at]) for row in [list(heading), *cells]) for at in range(len(heading))]
    shown = _kept(widths, style.width, least, drop)
    _narrow(widths, shown, style.width, least)
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for at in shown:
        side: Literal["left", "right"] = "right" if at in right else "left"
        table.add_column(Text(heading[at]), justify=side, no_wrap=True, overflow="ellipsis", width=widths[at])
    painters = paint or {}
    for row in cells:
        table.add_row(
            *(Text(row[at], style=" ".join(painters[at](row[at].strip()) if at in painters else ())) for at in shown)
        )
    return Style(style.colour).draw(table)


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)


def _kept(widths: Sequence[int], room: int, least: Mapping[int, int], drop: Sequence[int]) -> list[int]:
    """The columns that are shown."""
    shown = list(range(len(widths)))
    for at in drop:
        if not room or _total([min(widths[one], least.get(one, widths[one])) for one in shown]) <= room:
            break
        shown.remove(at)
    return shown


def _narrow(widths: list[int], shown: Sequence[int], room: int, least: Mapping[int, int]) -> None:
    """Make the widest of those that may be cut a column narrower, until all fit."""
    while room and _total([widths[at] for at in shown]) > room:
        wide = [at for at in shown if widths[at] > least.get(at, widths[at])]
        if not wide:
            return
        widths[max(wide, key=lambda at: widths[at])] -= 1
