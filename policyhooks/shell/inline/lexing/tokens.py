"""A token of inline code, and how the readers of its languages say that they refuse a text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.nodes import Node


class Broken(Exception):
    """The text is not code of that language."""


class TooMuch(Broken):
    """The text may be code, but is longer or deeper than what is read."""


class Token:
    """One token: names and operators have a text, literals a node.

    Kinds: `op`, `name`, `num`, `str`, `template` (a string in backquotes), `cmd` (a command in quotes), `angle`
    (Perl's `<*.txt>`), `re` (a regular expression, not followed), `code` and `code twice` (Perl's replacements that
    are run), `end`.
    """

    __slots__ = ("kind", "node", "spaced", "text")

    def __init__(self, kind: str, text: str, node: Node, spaced: bool) -> None:
        self.kind = kind
        self.text = text
        self.node = node
        self.spaced = spaced  # blanks stand before it
