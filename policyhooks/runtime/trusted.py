"""The user's and the project's layers of a decision: which apply to an event, and are still what was trusted.

Programs of layers stand in the image and were compiled on this machine. A project's sources are
looked at only to see that they are still the ones that were trusted; when they are not, the layer is
ignored, and the record of the decision says so. A layer can only tighten (combine.py, law 6), so
leaving one out never tightens or loosens what the layers above decide.
"""

from __future__ import annotations

import posix

from policyhooks.core.program import Rule
from policyhooks.core.verdict import Decision, RuleResult
from policyhooks.runtime.platform import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.runtime.selection import LoadedProgram

    # layer, folders it speaks for, folder of its sources, {file: sha256}; and what opens its program
    Layer = tuple[tuple[str, Sequence[str], str, Mapping[str, str]], Callable[[], LoadedProgram]]

IGNORED = "policyhooks/layer-ignored"
SOURCES = ".policyhooks"  # in a project, or in a home folder
LONGEST = 4 << 20
MOST = 1000
S_IFMT, S_IFREG, S_IFDIR = 0o170000, 0o100000, 0o040000


class Changed(Exception):
    """The sources are not those that were trusted."""


def add_layers(
    event: Event, programs: Sequence[LoadedProgram], layers: Sequence[Layer]
) -> tuple[list[LoadedProgram], list[RuleResult]]:
    """The programs with those of the layers that apply, and a result for each that had to be left out."""
    chosen = list(programs)
    ignored = []
    places = [event.event.workspace, event.event.cwd, *event.event.workspaces]
    for (layer, folders, sources, files), open_layer in layers:
        if folders and not any(inside(place, folder) for place in places for folder in folders):
            continue
        try:
            unchanged = digests_of(sources) == files
        except (OSError, Changed):
            unchanged = False
        if unchanged:
            chosen.append(open_layer())
        else:
            ignored.append(_left_out(layer, f"the {layer} policies in {sources} are not those that were trusted"))
    known = [sources for (_, _, sources, _), _ in layers]
    for place in {event.event.workspace or event.event.cwd, *event.event.workspaces}:
        sources = f"{place.rstrip('/')}/{SOURCES}"
        if place and sources not in known and _is_folder(sources):
            ignored.append(_left_out("project", f"the project policies in {sources} were never trusted"))
    return chosen, ignored


def _left_out(layer: str, why: str) -> RuleResult:
    return RuleResult(rule=Rule(id=IGNORED, layer=layer), outcome="skipped", why=why)


def _is_folder(path: str) -> bool:
    try:
        return posix.stat(path).st_mode & S_IFMT == S_IFDIR
    except (OSError, ValueError):
        return False


def note(decision: Decision, ignored: Sequence[RuleResult]) -> Decision:
    """The decision, its record naming the layers that were left out."""
    return Decision(**{**decision.__dict__, "results": [*decision.results, *ignored]})


def inside(path: str, folder: str) -> bool:
    """Whether a path is the folder or lies below it."""
    return (bool(path) and (path.rstrip("/") or "/") == folder) or path.startswith(folder.rstrip("/") + "/")


def digests_of(folder: str) -> dict[str, str]:
    """sha256 of every file below a folder. Raises Changed on links, devices and on more than can be policies."""
    found: dict[str, str] = {}
    waiting = [""]
    while waiting:
        here = waiting.pop()
        for name in posix.listdir(f"{folder}/{here}"):
            path = f"{here}{name}"
            kind = posix.lstat(f"{folder}/{path}").st_mode & S_IFMT
            if kind == S_IFDIR:
                waiting.append(path + "/")
            elif kind == S_IFREG and len(found) < MOST:
                found[path] = _digest(f"{folder}/{path}")
            else:
                raise Changed
    return found


def _digest(path: str) -> str:
    descriptor = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NOFOLLOW | posix.O_NONBLOCK)
    try:
        data = posix.read(descriptor, LONGEST + 1)
    finally:
        posix.close(descriptor)
    if len(data) > LONGEST:
        raise Changed
    return str(sha256(data).hexdigest())
