"""How a change of a client's file is shown: how much of it changes, and line by line for whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.report.screen.chart import count
from policyhooks.report.screen.style import Style, one_line

if TYPE_CHECKING:
    from policyhooks.installation.change import Change

WHOLE = "--diff shows the change line by line"


def show_change(change: Change, style: Style) -> None:
    """The diff, lines in their colours and whole: what a client will run is not for guessing."""
    if not change.changes:
        print(sum_up(change))
        return
    for line in change.diff().splitlines():
        colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1], "")
        print(style.paint(one_line(line), colour) if colour else one_line(line))


def sum_up(change: Change) -> str:
    """The file, and how many of its lines come and go."""
    if not change.changes:
        return f"{change.place.file} is as it should be"
    lines = change.diff().splitlines()[2:]  # behind the two names
    come, go = (sum(line.startswith(sign) for line in lines) for sign in "+-")
    if change.before.data is None:
        return f"{change.place.file}, new, {count(come, 'line')}"
    if change.after is None:
        return f"{change.place.file}, which goes: it held nothing but our entries"
    told = [f"{count(number, 'line')} {word}" for number, word in ((come, "more"), (go, "less")) if number]
    return f"{change.place.file}, {' and '.join(told)}"
