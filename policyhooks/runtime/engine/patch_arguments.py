"""Patches in a tool's free-form input: under keys that say so, and by their look where the key is not for prose."""

from __future__ import annotations

from policyhooks.core.patch_text import looks_like_patch, read_patch
from policyhooks.runtime.engine.argument_keys import CONTENT_KEYS, PATCH_KEYS, TEXT_KEYS
from policyhooks.runtime.engine.argument_leaves import has_path
from policyhooks.runtime.engine.path_arguments import MOST_PATHS, base_of, named_operations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.runtime.engine.argument_leaves import Leaf
    from policyhooks.runtime.engine.path_arguments import Named

_JSON = ("{", "[")


def patches_in(leaves: Sequence[Leaf], tool: str) -> tuple[list[Named], str]:
    """The files that patches change; and the problem, where one cannot be read or changes too many."""
    found: dict[Named, None] = {}
    problem = ""
    if named_operations(tool) == ("read",):
        return [], ""  # it shows patches
    for leaf in leaves:
        if not is_patch(leaf):
            continue
        changes = read_patch(leaf.text)
        if changes is None:
            problem = "" if has_path(leaf.owner) else "unreadable_patch"
        base = base_of(leaf.owner)
        for change in changes or ():
            op = "delete" if change.op == "delete" else "write"
            found[change.path, op] = None
            if base and not change.path.startswith("/"):
                found[f"{base.rstrip('/')}/{change.path}", op] = None
    if len(found) > MOST_PATHS:
        return list(found)[:MOST_PATHS], "too_many_values"
    return list(found), problem


def is_patch(leaf: Leaf) -> bool:
    """Under its own key every text of several lines that is no JSON; elsewhere what looks like one."""
    text = leaf.text
    if not text:
        return False
    if leaf.key in PATCH_KEYS:
        return "\n" in text.strip() and not text.lstrip().startswith(_JSON)
    if leaf.key in TEXT_KEYS or (leaf.key in CONTENT_KEYS and has_path(leaf.owner)):
        return False
    return looks_like_patch(text)
