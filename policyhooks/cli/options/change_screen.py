"""How a change of a client's file is shown before it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.report.screen.style import Style, one_line

if TYPE_CHECKING:
    from policyhooks.installation.change import Change


def show_change(change: Change, style: Style) -> None:
    """The diff, lines in their colours and whole: what a client will run is not for guessing."""
    if not change.changes:
        print(f"{change.place.file} is as it should be")
        return
    for line in change.diff().splitlines():
        colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1], "")
        print(style.paint(one_line(line), colour) if colour else one_line(line))
