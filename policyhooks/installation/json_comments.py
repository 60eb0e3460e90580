"""Where a text stops being strict JSON, in words for whoever wrote it: a comment, a comma too many, or a plain mistake.

Editors write settings as JSON with comments, and some clients read that; we change files by the byte and do not.
"""

from __future__ import annotations

import json
import re

# Strings first, so that what looks like a comment inside one is none.
_PARTS = re.compile(r'"(?:[^"\\\n]|\\.)*"|(?P<line>//)|(?P<block>/\*)|(?P<hash>#)|(?P<comma>,)(?=\s*[}\]])')
_WORDS = {
    "line": "a comment (`//`)",
    "block": "a comment (`/*`)",
    "hash": "a comment (`#`)",
    "comma": "a comma behind the last value",
}


def find_fault(text: str) -> tuple[str, str]:
    """What is wrong with its line, and what to do; empty words where it is no matter of one place."""
    for part in _PARTS.finditer(text):
        if part.lastgroup is not None:
            line = text.count("\n", 0, part.start()) + 1
            what = f"line {line} has {_WORDS[part.lastgroup]}: it is JSON with comments"
            return what, "take that out; the file was not touched"
    try:
        json.loads(text)
    except json.JSONDecodeError as problem:
        what = f"line {problem.lineno}, column {problem.colno}: {problem.msg.lower()}"
        return what, "repair it; it was not touched"
    except RecursionError:
        return "", ""
    return "", ""
