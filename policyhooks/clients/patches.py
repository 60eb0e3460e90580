"""Reads the text of an apply_patch call: which files it adds, updates, moves and deletes."""

from __future__ import annotations

from policyhooks.clients.errors import MalformedPayload
from policyhooks.core.records import File, PathRef

_HEADS = {
    "*** Add File: ": "write",
    "*** Update File: ": "edit",
    "*** Delete File: ": "delete",
    "*** Move to: ": "write",
}


def read_patch(patch: str) -> list[File]:
    """One File for every path in the patch, with what is added to and removed from it.

    Raises MalformedPayload for a text without a single file: the client's own reader may be
    more tolerant than this one, so not understanding it must not mean "writes nothing".
    """
    found: list[tuple[str, str, list[str], list[str]]] = []
    for line in patch.splitlines():
        head = next((one for one in _HEADS if line.lstrip().startswith(one)), None)
        if head is not None:
            found.append((line.lstrip()[len(head) :].strip(), _HEADS[head], [], []))
        elif found and line.startswith("+"):
            found[-1][2].append(line[1:])
        elif found and line.startswith("-"):
            found[-1][3].append(line[1:])
    if not found:
        raise MalformedPayload("patch", "names no file")
    return [
        File(
            path=PathRef(raw=path, op=operation),
            op=operation,
            via="tool",
            added="\n".join(added),
            removed="\n".join(removed),
            content="\n".join(added) if operation == "write" else "",
        )
        for path, operation, added, removed in found
    ]
