"""Other names of protected files: a hard link is the file itself, so its tags are those of the name that is known.

Files compare by device and inode, and only where a file has more than one name. It knows no commands.
"""

from __future__ import annotations

import posix

from policyhooks.shell.places import tag
from policyhooks.shell.tags import FOLDERS, NAMES, PAIRS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    File = tuple[int, int]  # device, inode

MOST_LISTED = 2000  # of one folder; files that a client keeps beyond them are not compared
DEPTH = 4
REGULAR = 0o100000
KIND = 0o170000
OWN = ("agent_config", "policy_state", "policy_engine")
# What makes a folder's whole content worth comparing.
LISTED = frozenset(("credential", "agent_config", "policy_state", "git_hook", "persistence"))
_known: dict[tuple[str, str], dict[File, list[str]]] = {}


def tags_of_names(file: File, home: str, workspace: str, guarded: Sequence[str]) -> list[str]:
    """The tags of every protected name that a file has besides."""
    place = (home, workspace)
    if place not in _known:
        _known[place] = files_of(home, workspace, guarded)
    return _known[place].get(file, [])


def files_of(home: str, workspace: str, guarded: Sequence[str]) -> dict[File, list[str]]:
    """Every protected file that is there and has several names, by what it is on the disk."""
    found: dict[File, list[str]] = {}
    for path in candidates(home, workspace):
        add(found, path, tag(path.casefold()))
    for folder in guarded[:1]:
        for path in listed(folder):
            add(found, path, OWN)
    return found


def add(found: dict[File, list[str]], path: str, tags: Sequence[str]) -> None:
    try:
        status = posix.lstat(path)
    except (OSError, ValueError):
        return
    if status.st_nlink > 1 and status.st_mode & KIND == REGULAR:
        found.setdefault((status.st_dev, status.st_ino), []).extend(tags)


def candidates(home: str, workspace: str) -> Iterator[str]:
    """The names and pairs of the tables where they count, and what lies in the folders among them."""
    for base in [place.rstrip("/") for place in (home, workspace) if place]:
        yield from (f"{base}/{name}" for name in NAMES)
        for folder, tags in FOLDERS.items():
            if not LISTED.isdisjoint(tags):
                yield from listed(f"{base}/{folder}")
        yield from listed(f"{base}/.ssh")
    for base in dict.fromkeys((home.rstrip("/"), workspace.rstrip("/"), "")):
        for pair, tags in PAIRS.items():
            yield f"{base}/{pair}"
            if not LISTED.isdisjoint(tags):
                yield from listed(f"{base}/{pair}")


def listed(folder: str) -> Iterator[str]:
    """The files below a folder, down to a depth."""
    left = [(folder, DEPTH)]
    count = 0
    while left and count < MOST_LISTED:
        place, depth = left.pop(0)
        try:
            names = sorted(posix.listdir(place))
        except (OSError, ValueError):
            continue
        for name in names[: MOST_LISTED - count]:
            count += 1
            yield f"{place}/{name}"
            if depth > 1:
                left.append((f"{place}/{name}", depth - 1))
