"""The trusted layers of a decision: which of them speak for an event, and what has become of their sources.

Programs of layers stand in the image and were compiled on this machine. A layer can only tighten
(combine.py, law 6), so it stays in force as it was trusted until it is trusted anew or removed:
a changed, missing or unreadable source is told in the record of the decision and takes nothing away.
Folders are compared as places, not as texts: by real path, and by device and inode.
"""

from __future__ import annotations

import posix

from policyhooks.core.program import Rule
from policyhooks.core.values import but
from policyhooks.core.verdict import RuleResult
from policyhooks.runtime.platform import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision
    from policyhooks.runtime.engine.selection import LoadedProgram

    # layer, folders it speaks for, folder of its sources, {file: sha256}; and what opens its program
    Layer = tuple[tuple[str, Sequence[str], str, Mapping[str, str]], Callable[[], LoadedProgram]]
    Identity = tuple[int, int]

CHANGED = "policyhooks/layer-changed"  # in force as it was trusted, its sources are others now
IGNORED = "policyhooks/layer-ignored"  # nobody has trusted it
SOURCES = ".policyhooks"  # in a project, or in a home folder
LONGEST = 4 << 20
MOST = 1000
MOST_BYTES = 16 << 20
S_IFMT, S_IFREG, S_IFDIR = 0o170000, 0o100000, 0o040000


class Changed(Exception):
    """The sources are not those that were trusted."""


def add_layers(
    event: Event, programs: Sequence[LoadedProgram], layers: Sequence[Layer]
) -> tuple[list[LoadedProgram], list[RuleResult]]:
    """The programs with those of the layers that apply, and a result for each whose sources have something to tell."""
    chosen = list(programs)
    told = []
    places = real_places([event.event.workspace, event.event.cwd, *event.event.workspaces]) or real_places(["."])
    around = identities(places)
    for (layer, folders, sources, files), open_layer in layers:
        if folders and not speaks_for(folders, places, around):
            continue
        chosen.append(open_layer())
        why = what_changed(sources, files)
        if why:
            told.append(_told(CHANGED, f"{why} in {sources}: the trusted {layer} policies stay in force"))
    known = [sources for (_, _, sources, _), _ in layers]
    alike = {identity(sources) for sources in known}
    for place in real_places([event.event.workspace or event.event.cwd, *event.event.workspaces]):
        sources = f"{place.rstrip('/')}/{SOURCES}"
        if sources not in known and _is_folder(sources) and identity(sources) not in alike:
            told.append(_told(IGNORED, f"the project policies in {sources} were never trusted"))
    return chosen, told


def _told(rule_id: str, why: str) -> RuleResult:
    return RuleResult(rule=Rule(id=rule_id, rank=0), outcome="skipped", why=why)


def note(decision: Decision, told: Sequence[RuleResult]) -> Decision:
    """The decision, its record telling what is to be said of the layers."""
    return but(decision, results=[*decision.results, *told])


def real_places(paths: Iterable[str]) -> list[str]:
    """The real paths of an event's folders, each once; a relative one counts from where the hook was started."""
    from policyhooks.shell.view.paths import real_path

    found: dict[str, None] = {}
    for path in paths:
        if path:
            found[real_path(path if path.startswith("/") else f"{_here()}/{path}", False)] = None
    return list(found)


def _here() -> str:
    try:
        return posix.getcwd()
    except OSError:
        return ""


def speaks_for(folders: Sequence[str], places: Sequence[str], around: set[Identity]) -> bool:
    """Whether one of the places lies in one of the folders. `around` is what `identities` says of the places.

    The second look finds a folder under another name: another case, a mount, a link made since.
    """
    if any(inside(place, folder) for place in places for folder in folders):
        return True
    return any(identity(folder) in around for folder in folders)


def inside(path: str, folder: str) -> bool:
    """Whether a path is the folder or lies below it."""
    return (bool(path) and (path.rstrip("/") or "/") == folder) or path.startswith(folder.rstrip("/") + "/")


def identities(places: Iterable[str]) -> set[Identity]:
    """Device and inode of every folder that the places are, or lie in."""
    found: set[Identity] = set()
    for place in places:
        while place:
            one = identity(place)
            if one is not None:
                found.add(one)
            place = place.rpartition("/")[0]
    return found


def identity(path: str) -> Identity | None:
    """Device and inode; None where there is nothing."""
    try:
        status = posix.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def _is_folder(path: str) -> bool:
    try:
        return posix.stat(path).st_mode & S_IFMT == S_IFDIR
    except (OSError, ValueError):
        return False


def what_changed(sources: str, files: Mapping[str, str]) -> str:
    """What has become of trusted sources, in a few words; empty when they are as they were."""
    try:
        return "" if digests_of(sources) == files else "the files have changed"
    except Changed:
        return "there is something else than policies"
    except FileNotFoundError:
        return "the files are gone"
    except OSError:
        return "the files cannot be read"


def digests_of(folder: str) -> dict[str, str]:
    """sha256 of every file below a folder. Raises Changed as `read_sources` does."""
    return {path: str(sha256(data).hexdigest()) for path, data in read_sources(folder).items()}


def read_sources(folder: str) -> dict[str, bytes]:
    """Every file below a folder. Raises Changed on links, devices and on more than can be policies."""
    found: dict[str, bytes] = {}
    if posix.lstat(folder).st_mode & S_IFMT != S_IFDIR:
        raise Changed
    waiting = [""]
    seen = size = 0
    while waiting:
        here = waiting.pop()
        for name in posix.listdir(f"{folder}/{here}"):
            path = f"{here}{name}"
            seen += 1
            kind = posix.lstat(f"{folder}/{path}").st_mode & S_IFMT
            if seen > MOST or kind not in (S_IFDIR, S_IFREG):
                raise Changed
            if kind == S_IFDIR:
                waiting.append(path + "/")
                continue
            found[path] = _read(f"{folder}/{path}")
            size += len(found[path])
            if size > MOST_BYTES:
                raise Changed
    return found


def _read(path: str) -> bytes:
    descriptor = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NOFOLLOW | posix.O_NONBLOCK)
    try:
        data = b""
        while len(data) <= LONGEST:
            piece = posix.read(descriptor, LONGEST + 1 - len(data))
            if not piece:
                return data
            data += piece
    finally:
        posix.close(descriptor)
    raise Changed
