"""Deeds on folders above protected places: moved, removed, replaced, unpacked or copied over, they are deeds on these.

For every such place that a command reaches there is a path of its own, so that rules on it hold. It is loaded where
a command changes a folder that can lie above one (`may_reach` in reach_signs.py).
"""

from __future__ import annotations

import posix

from policyhooks.core.looks import look
from policyhooks.core.values import Record, but
from policyhooks.shell.pathtext import is_partial, normalize
from policyhooks.shell.programs.lookup import read_options
from policyhooks.shell.programs.parsed import has_code
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.view.globs import is_pattern
from policyhooks.shell.view.guarded import matches_each
from policyhooks.shell.view.kept_places import GIT, HOME, MACHINE, PROJECT, PROJECT_VARIABLES, STATE
from policyhooks.shell.view.paths import path_ref, workspace_root
from policyhooks.shell.view.rights import is_left, leaves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.shell_records import PathRef
    from policyhooks.shell.expansion.state import Word
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.reading import Settings

NO_FOLDER = "-T|--no-target-directory|-n|--no-dereference|-h"
GUARDING = frozenset(("agent_config", "policy_state", "policy_engine", "interpreter", "persistence", "git_hook"))


class Kept(Record):
    """A protected place: where it lies, and whether in the project, in a place of the running hook, or elsewhere."""

    place: str
    kind: str  # project, git, state, interpreter, home


class Deed(Record):
    """What a command does to a folder: all of it goes or is another one, or things of unknown names come into it."""

    folder: str
    op: str
    whole: bool
    source: str = ""  # the folder whose content comes, where it is known
    named: bool = False  # the folder is one that comes: it has a name of its own
    leaves: str = ""  # who still reads all of it under a change of rights (rights.py), where that is known


def reach_paths(command: Command, found: list[PathRef]) -> list[PathRef]:
    """Paths of the protected places that the deeds on some paths reach; one of each kind of tags is enough."""
    settings = command.reading.settings
    reached: dict[tuple[str, tuple[str, ...]], PathRef] = {}
    kept = kept_places(settings)
    kinds: dict[str, str] = {}  # of protected places: every path may reach the same ones
    code = has_code(command)
    done = [(path.raw, deed) for path in found for deed in deeds_on(command, path, code)]
    for raw, deed in done:
        for place in below(deed, kept, settings, kinds):
            made = refer(command, raw, place, deed.op)
            if place != deed.folder or not GUARDING.isdisjoint(made.tags):
                reached.setdefault((deed.op, tuple(made.tags)), made)
    return list(reached.values())


def refer(command: Command, raw: str, place: str, op: str) -> PathRef:
    """A path that a command reaches without naming it."""
    settings = command.reading.settings
    made = path_ref(
        place, cwd="/", workspace=settings.workspace, home=settings.home, op=op, links=settings.links,
        guarded=settings.guarded, seen=command.reading.seen,
    )  # fmt: skip
    return but(made, raw=raw)


def kept_places(settings: Settings) -> list[Kept]:
    """Every protected place, as written and behind links."""
    found = []
    for number, place in enumerate(settings.guarded):
        kind = "interpreter" if number else "state"
        names = ("",) if number else STATE
        found += [
            Kept(place=f"{root}/{name}".rstrip("/"), kind=kind) for root in roots(place, settings) for name in names
        ]
    for root in roots(settings.workspace, settings):
        found += [Kept(place=f"{root}/{name}", kind="project") for name in PROJECT]
        found += [Kept(place=f"{root}/{name}", kind="git") for name in GIT]
    for root in roots(settings.home, settings):
        found += [Kept(place=f"{root}/{name}", kind="home") for name in HOME]
    return found + [Kept(place=place, kind="home") for place in MACHINE]


def roots(place: str, settings: Settings) -> list[str]:
    """A folder as written, and its real place; none where it is the root or not known."""
    both = (place.rstrip("/"), workspace_root(place, settings.links))
    return [root for root in dict.fromkeys(both) if root.strip("/")]


def deeds_on(command: Command, path: PathRef, code: bool) -> list[Deed]:
    """What a command, which may carry code, does to the folder that one of its paths names."""
    folders = anchored(command, path) if path.dynamic else list(dict.fromkeys((path.norm, path.real)))
    spreads = command.parsed.spreads
    if path.glob and not is_pattern(path.norm):
        return []  # one of the names that a listing gives: listing_reach.py
    deeds: list[Deed] = []
    for folder in folders:
        if not folder or spreads == "nothing":
            continue
        if spreads == "over" or (path.op in ("delete", "chmod") and is_recursive(command, path.op, code)):
            left = leaves(command) if path.op == "chmod" else ""
            deeds.append(Deed(folder=folder, op=path.op, whole=True, leaves=left))
        elif path.op in ("write", "link") and spreads == "entries":
            deeds += entry_deeds(command, path, folder)
        elif path.op in ("write", "link") and (spreads == "inside" or code):
            deeds.append(Deed(folder=folder, op=path.op, whole=False))
    return deeds


def is_recursive(command: Command, op: str, code: bool) -> bool:
    """Whether a folder goes or changes with all that is in it: of programs that ask for it, where it is asked for."""
    if code:
        return True
    options = read_options(command.parsed.entry.get("options", ""))
    asks = "-r" in options or "-R" in options
    return command.parsed.has("-r|-R|--recursive") if asks or op == "chmod" else True


def anchored(command: Command, path: PathRef) -> list[str]:
    """Of `$X/.local/state` the place below home that it may be, of `$CLAUDE_PROJECT_DIR` the project; else nothing."""
    settings = command.reading.settings
    parts = path.norm.split("/")
    # A shell below a folder with wild cards: what stands behind the mark is the pattern.
    found = ["/".join(("", *parts[1:]))] if parts[0] == "$" else []
    found += project_folders(parts, settings.workspace)
    last = max((at for at, part in enumerate(parts) if is_partial(part)), default=-1)
    tail = parts[last + 1 :]
    if tail and tail[0][:1] == ".":
        found.append("/".join((settings.home, *tail)))
    return found


def project_folders(parts: list[str], workspace: str) -> list[str]:
    """Of `$CLAUDE_PROJECT_DIR/x`, in components: the folder x of the project."""
    return [
        "/".join((workspace, *parts[start + 1 :]))
        for start, part in enumerate(parts)
        if part.strip("${}") in PROJECT_VARIABLES
    ]


def entry_deeds(command: Command, path: PathRef, folder: str) -> list[Deed]:
    """cp, mv, ln: sources come into a folder under their own names, or one of them takes its place."""
    parsed = command.parsed
    sources = [word for role, word, option in parsed.roles if not option and not {"read", "link"}.isdisjoint(ops(role))]
    sources = sources if parsed.has("-t|--target-directory") or path.op == "write" else sources[:-1]
    if parsed.has(NO_FOLDER):
        return [Deed(folder=folder, op=path.op, whole=True)]
    deeds = [source_deed(command, word, path.op, folder) for word in sources]
    takes_folders = parsed.entry.get("copies") != "copy" or any(role == "move" for role, _, _ in parsed.roles)
    takes_folders = takes_folders or parsed.has("-r|-R|--recursive|-a|--archive")
    if takes_folders and len(sources) < 2 and not is_folder(command, path, folder):
        deeds.append(Deed(folder=folder, op=path.op, whole=True))
    return deeds


def source_deed(command: Command, word: Word, op: str, folder: str) -> Deed:
    """One source: it comes under its own name, or its content comes, or nobody knows."""
    parsed = command.parsed
    text = word.text
    base = text.rpartition("/")[2]
    if base == "" and not parsed.entry.get("slash_is_content"):
        base = text.rstrip("/").rpartition("/")[2]
    # Only where nothing else in the text could have filled it, and nothing is taken away for it.
    known = len(command.reading.commands) == 1 and not any(flag.startswith("--del") for flag in parsed.flags)
    source = normalize(text, command.effective_cwd) if known and not word.dynamic and not word.glob else ""
    if word.dynamic or base in ("", ".", ".."):
        return Deed(folder=folder, op=op, whole=False, source=source)
    return Deed(folder=f"{folder}/{base}", op=op, whole=False, source=source, named=True)


def ops(role: str) -> tuple[str, ...]:
    return role_of(role).ops


def is_folder(command: Command, path: PathRef, folder: str) -> bool:
    """Whether a target is certainly a folder, so that sources come into it."""
    settings = command.reading.settings
    if path.raw.endswith(("/", "/.", "..")) or path.raw in (".", "~") or command.parsed.has("-t|--target-directory"):
        return True
    if folder in (settings.workspace, settings.home, command.effective_cwd):
        return True
    return settings.links and kind_of(folder) == "folder"


def below(deed: Deed, kept: list[Kept], settings: Settings, kinds: dict[str, str]) -> list[str]:
    """The protected places that a deed reaches: below the folder, or what comes there itself."""
    parts = deed.folder.casefold().split("/")
    found = [deed.folder] if deed.named else []
    for item in kept:
        names = item.place.casefold().split("/")
        if len(parts) <= len(names) and matches_each(parts, names) and is_reached(deed, item, settings, kinds):
            found.append(item.place)
    return found


def is_reached(deed: Deed, item: Kept, settings: Settings, kinds: dict[str, str]) -> bool:
    """Whether it matters that one place lies below the folder of a deed.

    In the project a folder that goes takes only what is there, and what is unpacked or copied over it only counts
    where a hook is set up: people unpack archives in their projects. Other rights count where they take reading away.
    """
    if item.kind == "interpreter":
        return deed.whole
    if item.kind not in ("project", "git"):
        return True
    if is_left(deed.leaves, deed.folder, item.place, look_there=settings.links):
        return False
    if item.kind == "git" and not deed.whole:
        return False
    if settings.links and not kinds:
        kinds[settings.workspace] = kind_of(settings.workspace)
    if settings.links and item.place not in kinds:
        kinds[item.place] = kind_of(item.place)
    there = kinds.get(item.place, "") != ""
    if deed.whole:
        return there or kinds.get(settings.workspace, "") == ""
    return there and not lacks(deed, item)


def lacks(deed: Deed, item: Kept) -> bool:
    """Whether the folder that is copied is there, and has nothing for a place."""
    rest = item.place[len(deed.folder) :]
    return kind_of(deed.source) == "folder" and kind_of(deed.source + rest) == ""


def kind_of(path: str) -> str:
    """What is at a path: a `folder`, something `else`, or nothing."""
    return look("kind", path, lambda: _kind_of(path))


def _kind_of(path: str) -> str:
    try:
        return "folder" if posix.stat(path).st_mode & 0o170000 == 0o040000 else "else"
    except (OSError, ValueError):
        return ""
