"""The screen of `bundle diff`: a line for each difference, in the order in which they were found, and texts below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import ndiff
from typing import TYPE_CHECKING

from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import Style, one_line

if TYPE_CHECKING:
    from policyhooks.bundle.comparison import Difference

MARKS = {"-": "red", "+": "green"}
COLOURS = {"loosened": "red", "changed": "yellow", "tightened": "green"}


def render(found: Sequence[Difference], style: Style) -> str:
    """All of it, with a line break at the end."""
    if not found:
        return "no rule, param or option differs\n"
    return "".join(line + "\n" for one in found for line in (*_headline(one, style), *_texts(one, style)))


def _headline(one: Difference, style: Style) -> list[str]:
    return hang(f"{one.direction:<9} ", f"{one.subject}: {one.text}", style, label_colours=(COLOURS[one.direction],))


def _texts(one: Difference, style: Style) -> Iterator[str]:
    """What was written and what is, line by line: `-` is gone, `+` is new."""
    for line in ndiff(one.before.splitlines(), one.after.splitlines()):
        mark, text = line[0], one_line(line[2:])
        if mark != "?":
            shown = f"    {mark} {text}".rstrip()
            yield style.paint(shown, MARKS[mark]) if mark in MARKS else shown
