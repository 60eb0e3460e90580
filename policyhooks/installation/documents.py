"""JSON text with the place of every value, so that a file can be changed without touching the rest of it.

Insertions follow the style of the text around them (indentation, line ends, one line or many).
INVARIANT: an edit changes nothing but the value that it inserts or removes and its comma.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

_SPACE = " \t\r\n"


@dataclass
class Node:
    """One value: `text[start:end]`. Objects have members, arrays have elements."""

    kind: str
    start: int
    end: int = 0
    members: list[tuple[str, int, Node]] = field(default_factory=list)  # key, where the key starts, value
    elements: list[Node] = field(default_factory=list)

    def member(self, key: str) -> Node | None:
        """The value under a key of an object."""
        return next((node for name, _, node in self.members if name == key), None)


def read(text: str) -> Node:
    """The tree of a text that is known to be strict JSON."""
    return _read(text, _skip(text, 0))


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at


def _read(text: str, at: int) -> Node:
    if text[at] == "{":
        return _read_object(text, at)
    if text[at] == "[":
        return _read_array(text, at)
    node = Node("scalar", at)
    _, node.end = json.JSONDecoder().raw_decode(text, at)
    return node


def _read_object(text: str, at: int) -> Node:
    node = Node("object", at)
    at = _skip(text, at + 1)
    while text[at] != "}":
        key, end = json.JSONDecoder().raw_decode(text, at)
        value = _read(text, _skip(text, _skip(text, end) + 1))
        node.members.append((key, at, value))
        at = _skip(text, value.end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    node.end = at + 1
    return node


def _read_array(text: str, at: int) -> Node:
    node = Node("array", at)
    at = _skip(text, at + 1)
    while text[at] != "]":
        value = _read(text, at)
        node.elements.append(value)
        at = _skip(text, value.end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    node.end = at + 1
    return node


@dataclass(frozen=True)
class Style:
    """How a text is laid out: line end, one step of indentation ("" means all on one line)."""

    newline: str
    unit: str


def style_of(text: str) -> Style:
    """The style of a text; two spaces where it shows none."""
    newline = "\r\n" if "\r\n" in text else "\n"
    for line in text.split(newline)[1:]:
        if line.strip():
            step = line[: len(line) - len(line.lstrip(" \t"))]
            if step and line.lstrip()[0] not in "}]":
                return Style(newline, step)
    return Style(newline, "  " if newline in text.strip(_SPACE) or text.strip(_SPACE) in ("", "{}") else "")


# Outside of strings JSON has neither slashes nor stars.
_COMMENT_MARKS = re.compile(r"(?<=[/*])/|(?<=/)\*")


def without_comment_marks(text: str) -> str:
    """The same JSON values without `//`, `/*` and `*/`, for readers that take those for comments inside strings too."""
    return _COMMENT_MARKS.sub(lambda found: "\\/" if found[0] == "/" else "\\u002a", text)


def write(value: object, indent: str | None = None, *, plain: bool = True) -> str:
    """A value as JSON text, without comment marks where it is not `plain`."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text if plain else without_comment_marks(text)


def _dump(value: object, style: Style, margin: str, plain: bool) -> str:
    if not style.unit:
        return write(value, plain=plain)
    return write(value, style.unit, plain=plain).replace("\n", style.newline + margin)


def _margin(text: str, at: int) -> str:
    """The indentation of the line in which a place lies."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def add(text: str, node: Node, value: object, key: str | None = None, *, plain: bool = True) -> str:
    """The text with a value added at the end of an array, or under a key at the end of an object."""
    style = style_of(text)
    starts = [start for _, start, _ in node.members] or [one.start for one in node.elements]
    ends = [one.end for _, _, one in node.members] or [one.end for one in node.elements]
    head = "" if key is None else write(key, plain=plain) + ": "
    if ends:
        before = text[(ends[-2] + 1 if len(ends) > 1 else node.start + 1) : starts[-1]]
        gap = before[len(before.rstrip(_SPACE)) :] if len(ends) > 1 else before
        many = "\n" in gap
        written = _dump(value, style if many else Style(style.newline, ""), _margin(text, starts[-1]), plain)
        return text[: ends[-1]] + "," + (gap or " ") + head + written + text[ends[-1] :]
    if not style.unit:
        return text[: node.start + 1] + head + _dump(value, style, "", plain) + text[node.end - 1 :]
    margin = _margin(text, node.start)
    inner = margin + style.unit
    written = style.newline + inner + head + _dump(value, style, inner, plain) + style.newline + margin
    return text[: node.start + 1] + written + text[node.end - 1 :]


def remove(text: str, node: Node, index: int) -> str:
    """The text without one element of an array or one member of an object."""
    starts = [start for _, start, _ in node.members] or [one.start for one in node.elements]
    ends = [one.end for _, _, one in node.members] or [one.end for one in node.elements]
    if len(starts) == 1:
        return text[: node.start + 1] + text[node.end - 1 :]
    if index == 0:
        return text[: starts[0]] + text[starts[1] :]
    return text[: ends[index - 1]] + text[ends[index] :]
