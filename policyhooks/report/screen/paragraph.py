"""A label and text behind it that goes on under itself, where it does not fit into one line."""

from __future__ import annotations

from collections.abc import Sequence

from policyhooks.report.screen.style import PLAIN, Style, one_line


def hang(
    label: str,
    text: str,
    style: Style = PLAIN,
    *,
    colours: Sequence[str] = (),
    label_colours: Sequence[str] = ("dim",),
) -> list[str]:
    """The lines. The label is ours, with the blanks around it; the text may be of others."""
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=0)
    cells = [Text(one_line(text), style=" ".join(colours))]
    if label:  # a column without anything would still take one of the terminal's
        grid.add_column(no_wrap=True)
        cells.insert(0, Text(label, style=" ".join(label_colours)))
    grid.add_column(overflow="fold")
    grid.add_row(*cells)
    return style.draw(grid)
