"""Whether one condition surely holds wherever another does, as far as that can be seen by comparing their parts.

"No" means that it cannot be seen. It takes conditions as policy files have them: a text, lists of texts, or none.
"""

from __future__ import annotations

from typing import Any

from policyhooks.cel.nodes import Logical, Node
from policyhooks.cel.problems import CelSyntaxError
from policyhooks.cel.syntax import parse


def is_wider(condition: Any, *, than: Any) -> bool:
    """Whether `condition` holds wherever `than` does: the same one, none at all, or one with more alternatives."""
    if condition is None or condition == than:
        return True
    if isinstance(condition, str) and isinstance(than, str):
        return _is_wider_text(condition, than)
    if isinstance(condition, dict) and isinstance(than, dict):
        return _are_wider_lists(condition, than)
    return False


def _are_wider_lists(condition: dict[str, Any], than: dict[str, Any]) -> bool:
    """`all` and `none` with no more members, `any` with no fewer; an `any` that is not there asks for nothing."""
    new, old = ({key: {*(one.get(key) or ())} for key in ("all", "any", "none")} for one in (condition, than))
    alternatives = not new["any"] or (bool(old["any"]) and old["any"] <= new["any"])
    return alternatives and new["all"] <= old["all"] and new["none"] <= old["none"]


def _is_wider_text(condition: str, than: str) -> bool:
    try:
        more = _parts(than, "||") <= _parts(condition, "||")
        return more or _parts(condition, "&&") <= _parts(than, "&&")
    except (CelSyntaxError, ImportError):  # a machine without the grammar cannot tell
        return False


def _parts(text: str, operator: str) -> set[str]:
    """The operands of a chain, as they are written; a condition that is no such chain is its own one part."""
    node: Node = parse(text)
    if isinstance(node, Logical) and node.operator == operator:
        return {" ".join(text[one.start : one.end].split()) for one in node.operands}
    return {" ".join(text.split())}
