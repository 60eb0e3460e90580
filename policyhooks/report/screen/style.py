"""Colour and width of a screen: on for a terminal, off for a pipe. It knows nothing of what is shown."""

from __future__ import annotations

import os
import shutil
import unicodedata
from dataclasses import dataclass
from typing import TextIO

CODES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}

# One colour a verdict, everywhere.
VERDICT_COLOURS = {"deny": "red", "ask": "yellow", "allow": "green", "pass": "dim", "warn": "magenta"}


@dataclass(frozen=True)
class Style:
    """How one output stream is written to. `width` 0 means: never cut."""

    colour: bool = False
    width: int = 0

    def paint(self, text: str, *names: str) -> str:
        """`text` in the named colours, or as it is where there is no colour."""
        if not self.colour or not text or not names:
            return text
        return f"\x1b[{';'.join(CODES[name] for name in names)}m{text}\x1b[0m"

    def verdict(self, word: str, pad: int = 0) -> str:
        """A verdict or modifier in its colour; padding stays outside of it."""
        colours = ("bold", VERDICT_COLOURS[word]) if word in ("deny", "ask") else (VERDICT_COLOURS.get(word, "cyan"),)
        return self.paint(word, *colours) + " " * max(0, pad - len(word))


PLAIN = Style()


def style_of(stream: TextIO) -> Style:
    """Colour and cutting only on a terminal that wants it (NO_COLOR and TERM=dumb do not)."""
    if not stream.isatty():
        return PLAIN
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(colour=colour, width=shutil.get_terminal_size((100, 30)).columns)


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
    return sum(_columns_of(char) for char in text)


def _columns_of(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def shorten(text: str, width: int) -> str:
    """At most `width` columns, the cut shown as an ellipsis. Width 0 or less does not cut."""
    if width <= 0 or columns(text) <= width:
        return text
    kept, used = [], 0
    for char in text:
        used += _columns_of(char)
        if used > width - 1:
            break
        kept.append(char)
    return "".join(kept).rstrip() + "…"
