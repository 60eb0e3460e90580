"""Judges of installations as nested names and values, a blank line between installations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def render(states: Sequence[Mapping[str, object]]) -> str:
    """All of them, with a line break at the end."""
    return "\n\n".join("\n".join(_lines(state)) for state in states) + "\n"


def _lines(values: Mapping[str, object], indent: str = "") -> list[str]:
    lines = []
    for name, inner in values.items():
        if isinstance(inner, dict):
            lines += [f"{indent}{name}:" + ("" if inner else " none"), *_lines(inner, indent + "  ")]
        else:
            lines.append(f"{indent}{name}: {inner}")
    return lines
