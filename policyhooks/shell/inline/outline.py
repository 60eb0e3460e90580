"""Inline code in outline: its calls, what its names are bound to, its strings. The readers of languages fill it in.

Nothing here knows the syntax of a language, nor what a call does.
"""

from __future__ import annotations

from policyhooks.shell.inline.nodes import Literal, Several

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.nodes import Call, Node


class Outline:
    """The code of one text, as its reader saw it."""

    __slots__ = (
        "bindings", "calls", "imports", "mentions", "names", "opaque", "parsed", "references", "shown", "strings",
    )  # fmt: skip

    def __init__(self, *, parsed: bool = True) -> None:
        self.calls: list[Call] = []
        self.references: list[Node] = []  # names that are used without being called
        self.bindings: dict[str, list[Node]] = {}
        self.names: dict[str, str] = {}  # local name -> full name
        self.imports: dict[str, None] = {}
        self.strings: dict[str, None] = {}
        self.mentions: dict[str, int] = {}
        self.shown: dict[str, int] = {}  # how often a string is only compared, searched for or printed
        self.opaque = False
        self.parsed = parsed

    def bind(self, name: str, node: Node) -> None:
        self.bindings.setdefault(name, []).append(node)

    def mention(self, text: str) -> None:
        self.strings[text] = None
        self.mentions[text] = self.mentions.get(text, 0) + 1

    def show(self, node: Node) -> None:
        """The strings in it are text to the program."""
        waiting = [node]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Literal):
                self.shown[item.text] = self.shown.get(item.text, 0) + 1
            elif isinstance(item, Several):
                waiting += item.items


def module_name(text: str) -> str:
    """`node:fs/promises` is `fs.promises`, `Net::HTTP` is `Net.HTTP`."""
    text = text.removeprefix("node:").removeprefix("jsr:").removeprefix("npm:")
    return text.replace("::", ".").replace("/", ".") if not text.startswith((".", "/")) else text
