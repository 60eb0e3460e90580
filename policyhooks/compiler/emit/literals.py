"""Python literals of data. Texts become ASCII string literals and nothing else: no text of a policy becomes code."""

from __future__ import annotations

from collections.abc import Mapping

WIDTH = 108


def literal(value: object, indent: int = 0) -> str:
    """A literal that reads back as the value; long collections over several lines."""
    flat = flatten(value)
    if len(flat) + indent <= WIDTH or not isinstance(value, (tuple, list, frozenset, Mapping)):
        return flat
    pad = " " * (indent + 4)
    if isinstance(value, Mapping):
        lines = [f"{pad}{flatten(key)}: {literal(item, indent + 4)}," for key, item in value.items()]
        return "{\n" + "\n".join(lines) + "\n" + " " * indent + "}"
    items = [literal(item, indent + 4) for item in ordered(value)]
    body = "\n".join(pack(items, pad))
    if isinstance(value, frozenset):
        return "frozenset((\n" + body + "\n" + " " * indent + "))"
    return "(\n" + body + "\n" + " " * indent + ")"


def pack(items: list[str], pad: str) -> list[str]:
    """Items, as many on a line as fit."""
    lines: list[str] = []
    line = ""
    for item in items:
        if line and (len(line) + len(item) + 2 > WIDTH or "\n" in item):
            lines.append(line)
            line = ""
        line = f"{line} {item}," if line else f"{pad}{item},"
    return [*lines, line] if line else lines


def flatten(value: object) -> str:
    """A literal on one line."""
    if isinstance(value, str):
        return ascii(value)
    if value is None or isinstance(value, (bool, int)):
        return repr(value)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise ValueError("a number that is no number has no literal")
        return repr(value)
    if isinstance(value, frozenset):
        return f"frozenset({flatten(tuple(ordered(value)))})"
    if isinstance(value, (tuple, list)):
        inner = ", ".join(flatten(item) for item in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flatten(key)}: {flatten(item)}" for key, item in value.items()) + "}"
    raise TypeError(f"no literal for {type(value).__name__}")


def ordered(value: tuple[object, ...] | list[object] | frozenset[object]) -> list[object]:
    """The items; those of a set sorted, so that the source does not depend on hashes."""
    return sorted(value, key=flatten) if isinstance(value, frozenset) else list(value)
