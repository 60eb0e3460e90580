"""Trees for people: a label a node, a value at the right. It knows nothing of what the nodes mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from policyhooks.report.screen.style import PLAIN, Style, columns, one_line, shorten

NOTE_GAP = "   "


@dataclass(frozen=True)
class Branch:
    """One line of a tree: what it is, its value, a remark behind it, and what is under it."""

    label: str
    value: str = ""
    note: str = ""
    children: Sequence[Branch] = ()
    colours: tuple[str, ...] = ()


def draw(branches: Sequence[Branch], *, style: Style = PLAIN, limit: int = 64) -> list[str]:
    """Lines of a tree, values aligned in one column no further right than `limit`."""
    lines = list(_walk(branches, ""))
    labels = [columns(stem) + columns(one_line(branch.label)) for stem, branch in lines if branch.value]
    column = min(max(labels, default=0), limit)
    return [_line(stem, branch, column, style) for stem, branch in lines]


def _walk(branches: Sequence[Branch], indent: str) -> Iterator[tuple[str, Branch]]:
    for at, branch in enumerate(branches):
        last = at == len(branches) - 1
        yield indent + ("└─ " if last else "├─ "), branch
        yield from _walk(branch.children, indent + ("   " if last else "│  "))


def _line(stem: str, branch: Branch, column: int, style: Style) -> str:
    label = one_line(branch.label)
    room = max(0, column - columns(stem) - columns(label))
    text = style.paint(stem, "dim") + label
    plain = columns(stem) + columns(label)
    if branch.value:
        text += " " * room + "  " + style.paint(one_line(branch.value), *branch.colours)
        plain += room + 2 + columns(one_line(branch.value))
    if branch.note:
        left = style.width - plain - len(NOTE_GAP) if style.width else 0
        note = shorten(one_line(branch.note), max(left, 12) if style.width else 0)
        text += NOTE_GAP + style.paint(note, "dim")
    return text.rstrip()
