"""The patch of an apply_patch call as the files of an event. What a patch says: core/patch_text.py."""

from __future__ import annotations

from policyhooks.clients.errors import MalformedPayload
from policyhooks.core import patch_text
from policyhooks.core.records import File
from policyhooks.core.shell_records import PathRef


def read_patch(patch: str) -> list[File]:
    """One File for every path in the patch, with what is added to and removed from it.

    Raises MalformedPayload for a text without a single file: the client's own reader may be
    more tolerant than this one, so not understanding it must not mean "writes nothing".
    """
    changes = patch_text.read_patch(patch)
    if not changes:
        raise MalformedPayload("patch", "is too long or names no file")
    return [
        File(
            path=PathRef(raw=change.path, op=change.op),
            op=change.op,
            via="tool",
            added="\n".join(change.added),
            removed="\n".join(change.removed),
            content="\n".join(change.added) if change.op == "write" else "",
        )
        for change in changes
    ]
