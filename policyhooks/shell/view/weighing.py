"""Second thoughts on tags: of places that are unknown in part, and of workspaces and homes in odd places.

A tag that makes a place less worrying (temporary, a cache) needs to be certain; one that makes it more so does not.
It looks at no disk.
"""

from __future__ import annotations

from policyhooks.shell.pathtext import is_partial
from policyhooks.shell.places import tag

SPARING = ("temp", "cache")
LEAST = 3  # characters of a protected folder's name, its dot included, that tell it from others


def unknown_tags(tags: list[str], text: str, norm: str) -> list[str]:
    """Of a path of which parts are not known: what its own text says, and nothing sparing from where it may lie."""
    found = [name for name in tags if name not in SPARING] + tag(text.casefold())
    for part in norm.casefold().split("/"):
        if is_partial(part) or "}" in part:
            found += part_tags(part.rstrip("}"))
    return found


def part_tags(part: str) -> list[str]:
    """`.cl$x`, `$x.claude`, `${x:-.claude`: tags of the folders that one component may turn out to be."""
    from policyhooks.shell.tags import FOLDERS

    start = part.partition("$")[0].partition("`")[0]
    end = part[part.rfind(".") :] if "." in part else ""
    return [
        name
        for folder, tags in FOLDERS.items()
        if (len(start) >= LEAST and folder.startswith(start)) or folder == end
        for name in tags
        if name not in SPARING
    ]


def spare(tags: list[str], norm: str, real: str, text: str, cwd: str, ours: tuple[str, str, str]) -> list[str]:
    """What the first folder says does not hold in the user's own: the workspace (as written, and real), the home."""
    workspace, root, home = ours
    if "temp" in tags and is_ours(norm, real, text, cwd, ours):
        tags = [name for name in tags if name != "temp"]
    if "system" in tags:
        owned = [folder for folder in (workspace, root, home) if folder == home or folder.count("/") > 1]
        if not is_system(norm, owned) and (real == norm or not is_system(real, owned)):
            tags = [name for name in tags if name != "system"]
    return tags


def is_ours(norm: str, real: str, text: str, cwd: str, ours: tuple[str, str, str]) -> bool:
    """In the workspace or home, above them, or reached from there: what lies there is kept, also below /tmp."""
    if text[:1] != "/" and any(lies_in(cwd, folder) for folder in ours):
        return True
    return any(
        lies_in(path, folder) or holds(path, folder) for path in (norm, real) for folder in ours if folder.strip("/")
    )


def is_system(path: str, owned: list[str]) -> bool:
    """By more than its first folder, or lying in no folder of the user's."""
    for folder in owned:
        if lies_in(path, folder):
            return "system" in tag(path[len(folder.rstrip("/")) :].lstrip("/").casefold())
    return "system" in tag(path.casefold())


def lies_in(path: str, folder: str) -> bool:
    folder = folder.rstrip("/")
    return bool(folder) and (path == folder or path.startswith(folder + "/"))


def holds(path: str, folder: str) -> bool:
    """Whether a path, or something that a pattern names, is above a folder."""
    from policyhooks.shell.view.guarded import matches_each

    parts, place = path.split("/"), folder.rstrip("/").split("/")
    return len(parts) <= len(place) and matches_each(parts, place)
