"""Paths as text: joined, dots resolved. No file system."""

from __future__ import annotations


def normalize(path: str, cwd: str) -> str:
    """Absolute and without `.`, `..`, doubled slashes; empty where a relative path meets an unknown directory."""
    if not path.startswith("/"):
        if not cwd:
            return ""
        path = cwd + "/" + path
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part and part != ".":
            parts.append(part)
    return "/" + "/".join(parts)
