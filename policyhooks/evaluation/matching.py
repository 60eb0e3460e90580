"""Our own functions on paths and hosts: `glob`, `path_under`, `host_matches`. All run in time linear in both texts
times the number of wildcards; none of them fails."""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError
from policyhooks.evaluation.globs import components_match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MOST_READ = 1_000  # patterns that are remembered
_read: dict[str, Sequence[Sequence[str]]] = {}


def _texts(*values: Any) -> None:
    for value in values:
        if type(value) is not str:
            raise EvaluationError("no such overload: a string is needed")


def glob(path: Any, pattern: Any) -> bool:
    """Whether the whole path fits: `*` and `?` stay inside a segment, `[a-z]` and `[!a]` are one character,
    `{a,b}` is either, `**` as a segment is any number of segments. `/a/**` also fits `/a` itself: what guards a
    folder's content guards the folder."""
    _texts(path, pattern)
    wanted = _read.get(pattern)
    if wanted is None:
        wanted = _remember(pattern)
    segments = path.split("/")
    return any(components_match(segments, one, False) for one in wanted)


def _remember(pattern: str) -> Sequence[Sequence[str]]:
    """A pattern's alternatives as segments; those that were read are kept, because a rule asks of many paths."""
    wanted: Sequence[Sequence[str]] = (pattern.split("/"),)
    if "{" in pattern or "[" in pattern or "\\" in pattern:
        from policyhooks.evaluation.glob_reader import read_path_glob

        wanted = read_path_glob(pattern, strict=False)
    if len(_read) >= MOST_READ:
        _read.clear()
    _read[pattern] = wanted
    return wanted


def path_under(path: Any, folder: Any) -> bool:
    """Whether a path is the folder or lies below it, after `.` and `..` are resolved in the text.
    A relative path is below no absolute folder, an empty one below none."""
    _texts(path, folder)
    if not path or not folder or (path[0] == "/") != (folder[0] == "/"):
        return False
    inner, outer = _parts(path), _parts(folder)
    return ".." not in inner and inner[: len(outer)] == outer


def _parts(path: str) -> list[str]:
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part == ".." and path[0] == "/":
            continue
        elif part not in ("", "."):
            parts.append(part)
    return parts


def host_matches(host: Any, pattern: Any) -> bool:
    """Whether a host name fits: itself, or `*.example.com` for every name below. Case and a final dot do not count."""
    _texts(host, pattern)
    name, wanted = host.lower().rstrip("."), pattern.lower().rstrip(".")
    if not name:
        return False
    if wanted == "*":
        return True
    if wanted.startswith("*."):
        return bool(name.endswith(wanted[1:])) and len(name) >= len(wanted)
    return bool(name == wanted)
