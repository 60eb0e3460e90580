"""A tool's result that Claude Code takes in place of the real one and that holds nothing of it but a reason.

The client ignores a replacement that has not the shape of the tool's own result, and then the real
one goes to the model; `decision: block` only adds its reason to it. Seen on 2.1.325: objects may
hold keys that the tool does not know, so one object fits several tools, and MCP results have no shape.
"""

from __future__ import annotations

from policyhooks.core.json_outline import outline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Tools of which the client was seen to take the object below.
FITTING = frozenset(("Bash", "Read", "Grep", "Glob"))
# Keys of results whose values choose among shapes; a word under them is no output.
_CHOOSING = frozenset(("type", "status", "mode", "cellType"))
_LONGEST_WORD = 24
_DEEPEST = 8


def replace_result(payload: Mapping[str, object], reason: str) -> tuple[object, bool]:
    """What stands in for the result of a call, and whether the client is known to take it."""
    name, result = payload.get("tool_name"), payload.get("tool_response")
    if isinstance(name, str) and name.startswith("mcp__"):
        return [{"type": "text", "text": reason}], True
    if name in FITTING:
        return fitting(reason), True
    if isinstance(result, str):
        return reason, True
    if isinstance(result, dict | list) and result:
        return _emptied(result, reason), False
    return fitting(reason), False


def replace_unread(seen: bytes, reason: str) -> tuple[object, bool]:
    """The same for a payload that could not be read: by what its head still says."""
    found = outline(seen)
    return replace_result(found if isinstance(found, dict) else {}, reason)


def fitting(reason: str) -> dict[str, object]:
    """One object for several tools: a shell's result, a page of a file, matches, file names, a web page."""
    return {
        "stdout": reason,
        "stderr": "",
        "interrupted": False,
        "isImage": False,
        "type": "text",
        "file": {"filePath": "", "content": reason, "numLines": 1, "startLine": 1, "totalLines": 1},
        "mode": "content",
        "content": reason,
        "filenames": [reason],
        "numFiles": 1,
        "numLines": 1,
        "durationMs": 0,
        "truncated": False,
        "result": reason,
        "url": "",
        "bytes": 0,
        "code": 0,
        "codeText": "",
    }


def _emptied(value: object, reason: str, key: str = "", depth: int = 0) -> object:
    """The shape of a value without what it says: one member of each list, zero for numbers, the reason for texts."""
    if isinstance(value, str):
        chooses = key in _CHOOSING and len(value) <= _LONGEST_WORD and value.replace("_", "a").isalpha()
        return value if chooses else reason if value else ""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return 0
    if depth >= _DEEPEST:
        return None
    if isinstance(value, dict):
        return {name: _emptied(inner, reason, str(name), depth + 1) for name, inner in value.items()}
    if isinstance(value, list):
        if any(isinstance(one, dict) and "type" in one for one in value):
            return [{"type": "text", "text": reason}]
        return [_emptied(inner, reason, key, depth + 1) for inner in value[:1]]
    return None
