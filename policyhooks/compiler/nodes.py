"""A YAML file as a tree in which every key and scalar knows its place. Knows nothing of policies."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from policyhooks.errors import Diagnostic

Step = str | int
Place = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Scalar:
    """A key or value. `start` and `end` are indexes into the file's text, quotes and headers included."""

    value: str
    style: str  # "" plain, "'" or '"' quoted, "|" literal, ">" folded
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys in their order. INVARIANT: no key occurs twice."""

    entries: dict[str, tuple[Scalar, Node]]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Listing:
    """The items of a list."""

    items: tuple[Node, ...]
    start: int
    end: int


Node = Scalar | Mapping | Listing


@dataclass(frozen=True)
class Document:
    """One file: its text and its tree."""

    path: str
    text: str
    root: Node
    memo: dict[Place, object] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def line_starts(self) -> list[int]:
        """Where each line begins."""
        return line_starts(self.text)

    def node(self, place: Sequence[Step]) -> Node | None:
        """The value at a place such as ("rules", 3, "when"); None where there is none."""
        here: Node = self.root
        for step in place:
            if isinstance(here, Mapping) and step in here.entries:
                here = here.entries[str(step)][1]
            elif isinstance(here, Listing) and isinstance(step, int) and step < len(here.items):
                here = here.items[step]
            else:
                return None
        return here

    def key(self, place: Sequence[Step]) -> Scalar | None:
        """The key that names a place, where it is named by one."""
        owner = self.node(place[:-1]) if place else None
        if isinstance(owner, Mapping) and place[-1] in owner.entries:
            return owner.entries[str(place[-1])][0]
        return None

    def position(self, index: int) -> tuple[int, int]:
        """Line and column, from 1, of an index into the text."""
        line = bisect_right(self.line_starts, index)
        return line, index - self.line_starts[line - 1] + 1

    def diagnose(
        self, code: str, message: str, start: int, end: int, help: str = "", label: str = "", severity: str = "error"
    ) -> Diagnostic:
        """A problem with the characters from start to end; the caret stays on the first line."""
        line, column = self.position(start)
        last = self.text.find("\n", start)
        stop = min(end, last if last >= 0 else len(self.text))
        width = max(1, stop - start)
        return Diagnostic(code, message, self.path, line, column, column + width, label, help, severity)


def line_starts(text: str) -> list[int]:
    """Where each line of a text begins."""
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def plain_data(node: Node) -> object:
    """The node as plain Python data, by the scalar rules of YAML 1.2 with decimal numbers only."""
    if isinstance(node, Mapping):
        return {key: plain_data(value) for key, (_, value) in node.entries.items()}
    if isinstance(node, Listing):
        return [plain_data(item) for item in node.items]
    return node.value if node.style else plain_value(node.value)


def plain_value(text: str) -> object:
    """What an unquoted scalar means."""
    if text in CONSTANTS:
        return CONSTANTS[text]
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 19 and (digits == "0" or digits[0] != "0"):
        return int(text)
    whole, dot, fraction = digits.partition(".")
    if dot and (whole + fraction).isascii() and whole.isdigit() and fraction.isdigit():
        return float(text)
    return text


CONSTANTS: dict[str, object] = {"": None, "~": None, "null": None, "true": True, "false": False}
