"""What a command has done, said on stdout in lines that fit the terminal. Notes, which `--quiet` silences: notes.py."""

from __future__ import annotations

import sys

from policyhooks.report.screen.style import one_line, style_of


def say(text: str, label: str = "", *colours: str) -> None:
    """A line which goes on under itself, behind its label; elsewhere than at a terminal it is one line."""
    from policyhooks.report.screen.paragraph import hang

    style = style_of(sys.stdout)
    print(*(hang(label, text, style, label_colours=colours) if style.width else [label + one_line(text)]), sep="\n")
