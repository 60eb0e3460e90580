"""Paths as text: joined, dots resolved, known in full or in part. No file system."""

from __future__ import annotations


def normalize(path: str, cwd: str) -> str:
    """Absolute and without `.`, `..`, doubled slashes; empty where a relative path meets an unknown directory.

    Below a directory of which only the end is known (`$X/conf`) the result has no slash in front. A `..` behind
    something unknown may lead anywhere: a `$` stands for all before it.
    """
    if not path.startswith("/"):
        if not cwd:
            return ""
        path = cwd + "/" + path
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if parts and is_partial(parts.pop()):
                parts = ["$"]
        elif part and part != ".":
            parts.append(part)
    return ("/" if path[0] == "/" and parts[:1] != ["$"] else "") + "/".join(parts)


def is_partial(text: str) -> bool:
    """Whether a text holds something that is only known when it runs."""
    return "$" in text or "`" in text


def is_certain(place: str) -> bool:
    """Whether a directory is known in full."""
    return place.startswith("/") and not is_partial(place)


def lead(text: str, glob: bool, places: tuple[str, ...]) -> tuple[str, ...]:
    """Where a change to a directory leads from each of some others; of what is not known at least the end."""
    if glob and not is_partial(text):
        return tuple("$" + normalize(text, place) for place in places)
    if text[:1] in ("$", "`", "~"):
        return (normalize(text, "$").removeprefix("$/"),)  # it may begin anywhere
    return tuple(dict.fromkeys(normalize(text, place) for place in places))
