"""Judges of installations as nested names and values, a blank line between installations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import PLAIN, Style


def render(states: Sequence[Mapping[str, object]], style: Style = PLAIN) -> str:
    """All of them, with a line break at the end."""
    return "\n\n".join("\n".join(_lines(state, style)) for state in states) + "\n"


def _lines(values: Mapping[str, object], style: Style, indent: str = "") -> list[str]:
    lines: list[str] = []
    for name, inner in values.items():
        if isinstance(inner, dict):
            lines += [f"{indent}{name}:" + ("" if inner else " none"), *_lines(inner, style, indent + "  ")]
        else:
            lines += hang(f"{indent}{name}: ", str(inner), style, label_colours=())
    return lines
