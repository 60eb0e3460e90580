"""The screen of `bundle diff`: a line for each difference, in the order in which they were found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from policyhooks.report.screen.style import Style, one_line

if TYPE_CHECKING:
    from policyhooks.bundle.comparison import Difference

COLOURS = {"loosened": "red", "changed": "yellow", "tightened": "green"}


def render(found: Sequence[Difference], style: Style) -> str:
    """All of it, with a line break at the end."""
    if not found:
        return "no rule, param or option differs\n"
    return "".join(
        f"{style.paint(f'{one.direction:<9}', COLOURS[one.direction])} {one_line(one.subject)}: {one_line(one.text)}\n"
        for one in found
    )
