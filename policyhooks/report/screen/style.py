"""Colour and width of a screen: on for a terminal, off for a pipe. It knows nothing of what is shown.

rich draws; it is loaded when something has to be drawn, because many commands only print a line.
"""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import RenderableType

# One colour a verdict, everywhere.
VERDICT_COLOURS = {"deny": "red", "ask": "yellow", "allow": "green", "pass": "dim", "warn": "magenta"}
BLANK = re.compile(r" +((?:\x1b\[0m)?)$")  # at the end of a line, inside its colours or behind them
ENDLESS = 100_000  # columns where nothing is cut


@dataclass(frozen=True)
class Style:
    """How one output stream is written to. `width` 0 means: never cut."""

    colour: bool = False
    width: int = 0

    def paint(self, text: str, *names: str) -> str:
        """`text` in the named colours, or as it is where there is no colour."""
        if not self.colour or not text or not names:
            return text
        from rich.color import ColorSystem
        from rich.style import Style as Painter

        return Painter.parse(" ".join(names)).render(text, color_system=ColorSystem.STANDARD)

    def verdict(self, word: str, pad: int = 0) -> str:
        """A verdict or modifier in its colour; padding stays outside of it."""
        return self.paint(word, *verdict_colours(word)) + " " * max(0, pad - len(word))

    def draw(self, drawn: RenderableType) -> list[str]:
        """The lines of what rich draws."""
        from rich.console import Console

        console = Console(
            width=self.width or ENDLESS,
            color_system="standard" if self.colour else None,
            force_terminal=self.colour,
            no_color=not self.colour,
            legacy_windows=False,
            _environ={},
        )
        with console.capture() as captured:
            console.print(drawn, markup=False, emoji=False, highlight=False, soft_wrap=False)
        return [BLANK.sub("\\1", line) for line in captured.get().splitlines()]


PLAIN = Style()


def verdict_colours(word: str) -> tuple[str, ...]:
    """The colours of a verdict or modifier: what stops something is bold too."""
    colour = VERDICT_COLOURS.get(word, "cyan")
    return ("bold", colour) if word in ("deny", "ask") else (colour,)


def style_of(stream: TextIO) -> Style:
    """Colour and cutting only on a terminal that wants it (NO_COLOR and TERM=dumb do not)."""
    if not stream.isatty() or not can_draw():
        return PLAIN
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(colour=colour, width=shutil.get_terminal_size((100, 30)).columns)


def can_draw() -> bool:
    """Whether rich is there: a portable file runs with nothing but Python."""
    try:
        import rich  # noqa: F401
    except ImportError:
        return False
    return True


def one_line(text: str) -> str:
    """Text of others on one line: control and format characters are escaped, so it cannot steer a terminal."""
    return "".join(
        char if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") else _escape(char)
        for char in text
    )


def _escape(char: str) -> str:
    return {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(char) or ascii(char)[1:-1]


def columns(text: str) -> int:
    """How many terminal columns a text takes."""
    from rich.cells import cell_len

    return cell_len(text)


def shorten(text: str, width: int) -> str:
    """At most `width` columns, the cut shown as an ellipsis. Width 0 or less does not cut."""
    if width <= 0 or (len(text) * 2 <= width or columns(text) <= width):
        return text
    from rich.cells import set_cell_size

    return set_cell_size(text, width - 1).rstrip() + "…"
