"""How a change of a client's file is shown before it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.report.screen.style import Style, one_line, shorten

if TYPE_CHECKING:
    from policyhooks.installation.change import Change


def show_change(change: Change, style: Style) -> None:
    """The diff, lines in their colours and never longer than the screen."""
    if not change.changes:
        print(f"{change.place.file} is as it should be")
        return
    for line in change.diff().splitlines():
        colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1], "")
        text = shorten(one_line(line), style.width)
        print(style.paint(text, colour) if colour else text)
