"""Places that only a running hook knows: its own state folder and its own interpreter, wherever they were put.

What lies there is tagged as if the tables named it. `guarded` lists them: first the state folder, then the interpreter
and its libraries, each absolute or empty. It knows neither settings nor the disk: whoever runs says where.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

STATE = ("agent_config", "policy_state", "policy_engine")
INTERPRETER = ("interpreter",)
# Below an interpreter's library: packages of others, which the hook never loads.
PACKAGES = ("site-packages", "dist-packages")


def guarded_tags(norm: str, real: str, glob: bool, guarded: Sequence[str], resolve: Callable[[str], str]) -> list[str]:
    """Tags of a path by the places that it lies in, as written or behind links; a pattern counts if it could."""
    tags: list[str] = []
    paths = {norm.casefold(), real.casefold()}
    for number, place in enumerate(guarded):
        if not place.strip("/"):
            continue
        places = {place.casefold(), resolve(place).casefold()}
        if any(lies_in(path, one, glob, PACKAGES if number else ()) for path in paths for one in places):
            tags += INTERPRETER if number else STATE
    return tags


def lies_in(path: str, place: str, glob: bool, spared: tuple[str, ...] = ()) -> bool:
    """Whether a path is a place or below it, and not in a folder there that is spared."""
    place = place.rstrip("/")
    if path == place:
        return True
    if path.startswith(place + "/"):
        return path[len(place) + 1 :].partition("/")[0] not in spared
    return glob and could_name(path.split("/"), place.split("/"))


def could_name(pattern: list[str], place: list[str]) -> bool:
    """Whether a pattern can name the place or something below it, component by component."""
    return len(pattern) >= len(place) and matches_each(pattern, place)


def matches_each(pattern: list[str], place: list[str]) -> bool:
    """Whether each component of a pattern matches the one of a path, as far as both go."""
    from policyhooks.shell.view.globs import is_pattern, match, simplify

    for part, name in zip(pattern, place, strict=False):
        if not is_pattern(part):
            if part != name:
                return False
        elif (name[:1] == "." and part[0] in "*?") or not match(simplify(part), name):
            return False
    return True
