"""PathRefs: a written path against a directory, made absolute, links followed, folded, tagged.

INVARIANT: `in_workspace` is true only where both the written and the real path lie in the workspace and nothing of
the path is unknown. What a link points to may change before the command runs: a hook cannot close that gap.
"""

from __future__ import annotations

import posix

from policyhooks.core.looks import look
from policyhooks.core.shell_records import PathRef
from policyhooks.shell.pathtext import is_certain, normalize
from policyhooks.shell.places import tag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_LINKS = 40
DESCRIPTORS = ("/dev/fd", "/proc/self/fd", "/proc/thread-self/fd")
_real_workspaces: dict[str, str] = {}

TEMP_VARIABLES = ("$TMPDIR", "$TMP", "$TEMP", "$RUNNER_TEMP")


def path_ref(
    raw: str,
    *,
    cwd: str,
    workspace: str,
    home: str,
    op: str,
    links: bool,
    dynamic: bool = False,
    glob: bool = False,
    made: Mapping[str, str] | None = None,
    guarded: Sequence[str] = (),
    seen: dict[str, str] | None = None,
) -> PathRef:
    """One path. `made`: links that the command creates, new -> old; `seen`: known ones; `guarded`: see guarded.py."""
    text = expand_home(raw, home)
    dynamic = dynamic or text.startswith("~")
    if text.startswith("file://"):
        text = text[7:].removeprefix("localhost")
    norm = normalize(through_proc(text, cwd), cwd)
    if norm[:1] != "/" or (text[:1] != "/" and not is_certain(cwd)) or is_descriptor(norm):
        norm, dynamic, glob = norm or text, True, glob or any(char in norm for char in "*?[")
    real = norm if dynamic or not made else through_made(norm, made)
    real = real if dynamic or not links or not real else real_path(real, glob, seen)
    if not real:
        real, dynamic = norm, True  # more links than are followed: it may be anywhere
    root = workspace_root(workspace, links)
    inside = not dynamic and is_under(norm, workspace) and is_under(real, root)
    tags = all_tags(norm, real, glob)
    tags = weigh_tags(tags, norm, real, text, cwd, dynamic, (workspace, root, home))
    tags += own_tags(norm, real, glob, guarded, links)
    tags += names_besides(real, home, workspace, guarded) if links and not dynamic else ()
    tags += ("temp",) if dynamic and below_temp_variable(raw) else ()
    return PathRef(
        raw=raw,
        norm=norm,
        real=real,
        folded=norm.casefold(),
        op=op,
        dynamic=dynamic,
        glob=glob,
        in_workspace=inside,
        is_workspace_root=bool(workspace) and is_root(norm, workspace, real, root, glob),
        tags=[*dict.fromkeys(tags), "workspace" if inside else "outside"],
    )


def all_tags(norm: str, real: str, glob: bool) -> list[str]:
    """Of the written and of the real place; of a pattern, those of every protected place that it can name."""
    folded = norm.casefold()
    tags = tag(folded)
    if real != norm:
        tags += tag(real.casefold())
    if glob:
        from policyhooks.shell.view.globs import tag_pattern

        tags += tag_pattern(folded)
    return tags


def weigh_tags(
    tags: list[str], norm: str, real: str, text: str, cwd: str, dynamic: bool, ours: tuple[str, str, str]
) -> list[str]:
    """Tags of a place that is unknown in part, or temporary or system by its first folder only."""
    if not dynamic and "temp" not in tags and "system" not in tags:
        return tags
    from policyhooks.shell.view.weighing import spare, unknown_tags

    tags = unknown_tags(tags, text, norm) if dynamic else tags
    return spare(tags, norm, real, text, cwd, ours)


def names_besides(real: str, home: str, workspace: str, guarded: Sequence[str]) -> list[str]:
    """Tags of protected files that the same file is under another name; nearly no file has one."""
    return look("names", real, lambda: _names_besides(real, home, workspace, guarded))


def _names_besides(real: str, home: str, workspace: str, guarded: Sequence[str]) -> list[str]:
    try:
        found = posix.stat(real)
    except (OSError, ValueError):
        return []
    if found.st_nlink < 2 or found.st_mode & 0o170000 != 0o100000:
        return []
    from policyhooks.shell.view.hard_links import tags_of_names

    return tags_of_names((found.st_dev, found.st_ino), home, workspace, guarded)


def own_tags(norm: str, real: str, glob: bool, guarded: Sequence[str], links: bool) -> list[str]:
    """Tags by the places of the running hook."""
    if not guarded:
        return []
    from policyhooks.shell.view.guarded import guarded_tags

    return guarded_tags(norm, real, glob, guarded, lambda place: workspace_root(place, links))


def expand_home(text: str, home: str) -> str:
    """`~` and `~/x`, and root's home, which is where it is everywhere; other homes stay as written."""
    if text == "~" or text.startswith("~/"):
        return home + text[1:]
    return "/root" + text[5:] if text == "~root" or text.startswith("~root/") else text


def below_temp_variable(raw: str) -> bool:
    """`$TMPDIR/x` and its like: where the environment says temporary files go, and nothing else unknown in it."""
    name, _, rest = raw.replace("${", "$").replace("}", "").partition("/")
    return name in TEMP_VARIABLES and "$" not in rest and "`" not in rest and ".." not in rest.split("/")


def is_root(norm: str, workspace: str, real: str, root: str, glob: bool) -> bool:
    """The workspace itself, or all of its content."""
    if norm == workspace.rstrip("/") or real == root:
        return True
    folder, _, last = norm.rpartition("/")
    return glob and folder == workspace.rstrip("/") and not last.strip("*.?!")


def is_under(path: str, folder: str) -> bool:
    folder = folder.rstrip("/")
    return bool(folder) and (path == folder or path.startswith(folder + "/"))


def workspace_root(workspace: str, links: bool) -> str:
    if not links or not workspace:
        return workspace.rstrip("/")
    if workspace not in _real_workspaces:
        _real_workspaces[workspace] = real_path(workspace, False)
    return _real_workspaces[workspace]


def through_proc(path: str, cwd: str) -> str:
    """`/proc/self/root/x` is `/x`, `/proc/self/cwd/x` is `x`."""
    if path.startswith("/proc/"):
        parts = path.split("/", 4)
        if len(parts) > 3 and parts[3] == "root":
            return "/" + (parts[4] if len(parts) > 4 else "")
        if len(parts) > 3 and parts[3] == "cwd" and parts[2] in ("self", "thread-self"):
            return (cwd or "/proc/self/cwd") + "/" + (parts[4] if len(parts) > 4 else "")
    return path


def through_made(path: str, made: Mapping[str, str]) -> str:
    """The path after links that this very command makes; empty where there are too many."""
    for _ in range(MOST_LINKS):
        for new, old in made.items():
            if is_under(path, new) and path != old:
                path = normalize(old + path[len(new) :], "/")
                break
        else:
            return path
    return ""


def real_path(path: str, glob: bool, seen: dict[str, str] | None = None) -> str:
    """All links followed; what does not exist stays as it is. Stops at a component with wild cards.

    Empty where there are too many links, as of a path that has no file. `seen`: what was looked at for other
    paths of the same event, and is not looked at again.
    """
    seen = {} if seen is None else seen
    rest = [part for part in reversed(path.split("/")) if part]
    done = ""
    left = MOST_LINKS
    while rest:
        part = rest.pop()
        if part == "..":
            done = done.rpartition("/")[0]
            continue
        if part == ".":
            continue
        candidate = done + "/" + part
        if glob and ("*" in part or "?" in part or "[" in part):
            done = candidate
            continue
        target = seen.get(candidate)
        if target is None:
            target = seen[candidate] = link_at(candidate)
        if not target:
            done = candidate
            continue
        left -= 1
        if left < 0:
            return ""
        if target.startswith("/"):
            done = ""
        rest += [piece for piece in reversed(target.split("/")) if piece]
    return done or "/"


def link_at(path: str) -> str:
    """Where a link leads; empty where there is none, and where it is ours alone."""
    if path.startswith("/proc/") and is_own(path):
        return ""
    return look("link", path, lambda: _read_link(path))


def _read_link(path: str) -> str:
    try:
        return posix.readlink(path)
    except (OSError, ValueError):
        return ""


def is_own(path: str) -> bool:
    """What this very process has open or runs: the same words mean something else to the command."""
    owner, _, what = path[len("/proc/") :].partition("/")
    if owner not in ("self", "thread-self", str(posix.getpid())) or not what:
        return False
    return what.rpartition("/")[0].endswith("fd") or what.rpartition("/")[2] == "exe"


def is_descriptor(path: str) -> bool:
    """A descriptor beside the three that every process has: what is behind it is known when it runs."""
    folder, _, number = path.rpartition("/")
    return folder in DESCRIPTORS and number.isdecimal() and int(number) > 2
