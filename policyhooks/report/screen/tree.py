"""Trees for people: what became of a node, the node, a remark behind it. It knows nothing of what the nodes mean."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from policyhooks.report.screen.style import PLAIN, Style, columns, one_line

if TYPE_CHECKING:
    from rich.text import Text
    from rich.tree import Tree

GAP = "  "


@dataclass(frozen=True)
class Branch:
    """One node: its value, what it is, a remark behind it, and what is under it."""

    label: str
    value: str = ""
    note: str = ""
    children: Sequence[Branch] = ()
    colours: tuple[str, ...] = ()


def draw(root: Branch, *, style: Style = PLAIN) -> list[str]:
    """Lines of a tree, the root's remark under it. A long node goes on in the next line, beside its stem."""
    from rich.tree import Tree

    margin = "\n" + " " * (columns(root.value) + len(GAP))
    tree = Tree(_label(root, columns(root.value), margin, style.width), guide_style="dim")
    _grow(tree, root.children)
    return style.draw(tree)


def _grow(tree: Tree, branches: Sequence[Branch]) -> None:
    """Values of the same branch stand under each other."""
    width = max((columns(one_line(branch.value)) for branch in branches), default=0)
    for branch in branches:
        _grow(tree.add(_label(branch, width)), branch.children)


def _label(branch: Branch, width: int, before_note: str = " " + GAP, room: int = 0) -> Text:
    """The node; a remark that begins a line of its own goes on behind the same margin where it is wider than `room`."""
    from rich.text import Text

    value = one_line(branch.value)
    text = Text(overflow="fold")
    if width:
        text.append(value, style=" ".join(branch.colours)).append(" " * (width - columns(value)) + GAP)
    text.append(one_line(branch.label))
    if branch.note:
        note, size = one_line(branch.note), max(1, room - columns(before_note.strip("\n")))
        pieces = textwrap.wrap(note, size, break_on_hyphens=False) if room else [note]
        text.append("".join(before_note + piece for piece in pieces), style="dim")
    return text
