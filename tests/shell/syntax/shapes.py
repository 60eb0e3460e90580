"""Nodes in the shape in which shfmt writes them, without positions and comments, to compare what two parsers read."""

from __future__ import annotations

from typing import Any

from policyhooks.shell.syntax.decoding import ANY, KINDS, NAME, VALUE, class_of
from policyhooks.shell.syntax.nodes import Node

NAMES = {class_of(name): (kind, fields) for kind, (name, fields) in KINDS.items()}
LISTS = ("Parts", "Exprs")  # fields of any kind that hold several


def shape(value: Any, kind: str = "Stmt", field: str = "") -> Any:
    """The opposite of decoding."""
    if isinstance(value, Node):
        name, fields = NAMES[type(value)]
        result = {"Type": name} if kind == ANY else {}
        for field, (attribute, inner) in fields.items():
            held = getattr(value, attribute)
            if held:
                result[field] = shape(held, inner, field)
        return bare(result)
    if kind == VALUE:
        return value
    if kind == NAME:
        return [{"Value": item} for item in value] if isinstance(value, list) else {"Value": value}
    is_word = kind == "Word" or (kind == ANY and field not in LISTS)
    if is_word and not isinstance(value[0], list):
        word = {"Type": "Word"} if kind == ANY else {}
        return bare({**word, "Parts": [shape(part, ANY) for part in value]})
    return [shape(item, kind) for item in value]


def bare(node: Any) -> Any:
    """What shfmt wrote without positions and comments, neighbouring literals joined."""
    if isinstance(node, list):
        return [bare(item) for item in node]
    if not isinstance(node, dict):
        return node
    result = {
        key: bare(value)
        for key, value in node.items()
        if key not in ("Comments", "Last", "CondLast", "ThenLast", "DoLast")
        and not (isinstance(value, dict) and set(value) <= {"Offset", "Line", "Col"})
    }
    if "Parts" in result:
        parts: list[Any] = []
        for part in result["Parts"]:
            if parts and part["Type"] == "Lit" == parts[-1]["Type"]:
                parts[-1] = {"Type": "Lit", "Value": parts[-1]["Value"] + part["Value"]}
            else:
                parts.append(part)
        result["Parts"] = parts
    return {"Tests": terms(result)} if is_joined(result) else result


def is_joined(node: Any) -> bool:
    return bool(node.get("Type") == "BinaryTest" and node["Op"] in ("&&", "||"))


def terms(node: Any) -> list[Any]:
    """Of `a && b || c` in a test shfmt groups the last two; what matters here is that they stand in this order."""
    sides = [side.get("Tests", [side]) for side in (node["X"], node["Y"])]
    return [*sides[0], node["Op"], *sides[1]]
