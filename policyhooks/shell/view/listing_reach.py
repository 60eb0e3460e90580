"""Lists of names that feed a writer or a deleter: a deed on every protected place that the listing can name.

What reaches what is in the reading: pipes, substitutions, variables, and commands that a listing starts itself.
"""

from __future__ import annotations

import posix

from policyhooks.core.looks import look
from policyhooks.shell.ceilings import reach
from policyhooks.shell.pathtext import normalize
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.view.feeds import feeds_of, ids_by_text, sources_of
from policyhooks.shell.view.folder_reach import Kept, kept_places, kind_of, project_folders, refer, roots
from policyhooks.shell.view.globs import match, simplify
from policyhooks.shell.view.guarded import matches_each
from policyhooks.shell.view.kept_places import INSIDE, STATE
from policyhooks.shell.view.listed_files import holds_needle, is_known
from policyhooks.shell.view.listers import names_project
from policyhooks.shell.view.listing_expressions import literal, regex_glob
from policyhooks.shell.view.rights import leaves
from policyhooks.shell.walk.listed_paths import paths_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.shell_records import PathRef
    from policyhooks.shell.expansion.state import Word
    from policyhooks.shell.view.feeds import Feed
    from policyhooks.shell.view.listers import Listing
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.reading import Reading

DEEDS = ("write", "delete", "link", "chmod", "append")
FOLDER_DEEDS = ("delete", "link", "chmod")  # what is done to a folder is done to all in it
DEEPEST = 4  # folders in folders that are looked into
MOST_INSIDE = 400  # names that are held against a filter


def listed_reach(command: Command, found: list[PathRef]) -> list[PathRef]:
    """Paths of the protected places that lists of names bring to a command; one of each kind of tags is enough."""
    reached: dict[tuple[str, tuple[str, ...]], PathRef] = {}
    sources = sources_of(command.reading)
    feeds = feeds_of(command, sources)
    if not feeds:
        return []
    own = ids_by_text(command)
    reaching = {given: {feed.lister.id for feed in feeds_of(command, sources, given)} for given in set(own.values())}
    done = [
        (feed, op, raw)
        for feed in feeds
        for op, raw in fed_deeds(command, found, feed)
        if raw not in own or feed.lister.id in reaching[own[raw]]
    ]
    kept = contents(command.reading) if done else []
    for feed, op, raw in done:
        repaired = op == "chmod" and leaves(command, only_files=feed.listing.only_files) == "owner"
        for item in kept:
            if not (repaired and item.kind in ("project", "git")) and is_listed(feed, item, op):
                made = refer(command, raw, item.place, op)
                reached.setdefault((op, tuple(made.tags)), made)
    return list(reached.values())


def contents(reading: Reading) -> list[Kept]:
    """Every protected place, and what is in those that are folders."""
    settings, listed = reading.settings, reading.listed
    found = kept_places(settings)
    folders = [
        Kept(place=f"{root}/{name}", kind="project") for root in roots(settings.workspace, settings) for name in INSIDE
    ]
    folders += [item for item in found if item.place.endswith("/policyhooks")]
    folders += [Kept(place=root, kind="state") for place in settings.guarded[:1] for root in roots(place, settings)]
    for folder in folders:
        if settings.links and folder.place not in listed:
            listed[folder.place] = inside(folder.place, DEEPEST)
        names = listed.get(folder.place, [])
        if len(names) >= MOST_INSIDE:
            reach("too_many_values")
        names = names or ([] if folder.kind == "project" else [*STATE])
        found += [Kept(place=f"{folder.place}/{name}", kind=folder.kind) for name in names]
    return found


def inside(folder: str, depth: int) -> list[str]:
    """The names below a folder, as many as are looked at."""
    found = list(names := look("inside", folder, lambda: _names_in(folder)))
    for name in names:
        if depth > 1 and len(found) < MOST_INSIDE:
            found += [f"{name}/{inner}" for inner in inside(f"{folder}/{name}", depth - 1)]
    return found[:MOST_INSIDE]


def _names_in(folder: str) -> list[str]:
    try:
        return posix.listdir(folder)[:MOST_INSIDE]
    except (OSError, ValueError):
        return []


def fed_deeds(command: Command, found: list[PathRef], feed: Feed) -> list[tuple[str, str]]:
    """What a command does to the names that it is given, and how they stand in its words."""
    if command is feed.lister:
        return [("delete", path.raw) for path in found if path.op == "delete"][:1]
    texts = {word.text for word in paths_of(feed.lister)}
    deeds = {
        path.op: path.raw
        for path in found
        if path.op in DEEDS and (path.raw in texts or path.dynamic or (path.glob and not grown(path.raw, texts)))
    }
    if command.stdin_args and not deeds:
        tokens = command.parsed.entry.get("operands", "").split()
        deeds = {op: "" for token in tokens[-1:] for op in role_of(token.rstrip("?*+")).ops if op in DEEDS}
    return list(deeds.items())


def grown(raw: str, texts: set[str]) -> bool:
    """`{}.bak`: another name than the one that was listed."""
    return any(raw.startswith(text) and raw != text for text in texts)


def is_listed(feed: Feed, item: Kept, op: str) -> bool:
    """Whether a listing can name a protected place, or for some deeds a folder above it."""
    listing, settings = feed.listing, feed.lister.reading.settings
    if item.kind == "interpreter" or (item.kind == "git" and not listing.alternatives):
        return False
    for root in listing.roots:
        for folder in folders_of(feed, root):
            rest = below(folder, item.place, root.glob)
            if rest is None or not (names_root(feed, rest, op) or chooses(feed, root.text, rest, op)):
                continue
            if not settings.links or root.glob or not rest:
                return True  # one that is named itself may come to be there
            if kind_of(folder) == "" and (listing.alternatives or listing.needle):
                return True  # it may come to be there
            kind = kind_of(item.place)
            if (
                kind
                and not (kind == "folder" and listing.only_files)
                and holds_needle(item.place, listing.needle)
                and is_known(listing, folder, rest)
            ):
                return True
    return False


def folders_of(feed: Feed, root: Word) -> list[str]:
    """Where a root may lie; one that is not known, in the project or home where names decide."""
    settings = feed.lister.reading.settings
    if not root.dynamic:
        return [normalize(root.text, cwd) for cwd in (feed.lister.effective_cwd, *feed.lister.maybe_cwds)]
    if names_project(root):
        return project_folders(root.text.split("/"), settings.workspace) or [settings.workspace]
    return [settings.workspace, settings.home] if feed.listing.alternatives else []


def below(folder: str, place: str, glob: bool) -> list[str] | None:
    """The components of a place below a folder; None where it is not there."""
    parts, names = folder.rstrip("/").casefold().split("/"), place.casefold().split("/")
    if len(parts) > len(names) or not (matches_each(parts, names) if glob else names[: len(parts)] == parts):
        return None
    return names[len(parts) :]


def names_root(feed: Feed, rest: list[str], op: str) -> bool:
    """Whether a root is listed that is the place, or above it where that is enough."""
    listing = feed.listing
    if not rest:
        return True
    return op in FOLDER_DEEDS and listing.own and not listing.only_files and not listing.alternatives


def chooses(feed: Feed, root: str, rest: list[str], op: str) -> bool:
    """Whether the tests of a listing let the path through, or a folder on the way to it."""
    listing = feed.listing
    if not listing.hidden and any(name[:1] == "." for name in rest):
        return False
    least = 1 if op in FOLDER_DEEDS and not listing.only_files else len(rest)
    lengths = range(least, min(len(rest), listing.depth) + 1)
    return any(
        passes(listing, root, rest[:length]) and passes_filters(feed.filters, root, rest[:length]) for length in lengths
    )


def passes(listing: Listing, root: str, rest: list[str]) -> bool:
    skipped = listing.skipped
    start = root.casefold().rstrip("/")
    texts = ["/".join((start, *rest[: number + 1])) for number in range(len(rest))]
    if any(fits(pattern, name) for pattern in skipped.names for name in rest):
        return False
    if any(fits(pattern, text) for pattern in skipped.folders for text in texts):
        return False
    if any(fits(pattern, texts[-1]) for pattern in skipped.paths):
        return False
    return not listing.alternatives or any(
        all(fits(name, rest[-1]) for name in item.names) and all(fits(path, texts[-1]) for path in item.paths)
        for item in listing.alternatives
    )


def passes_filters(filters: tuple[Command, ...], root: str, rest: list[str]) -> bool:
    """Whether a line with the path comes through the greps on the way."""
    text = "/".join((root.casefold().rstrip("/"), *rest))
    for command in filters:
        words = [word for word in command.parsed.operands[:1] if not word.dynamic]
        if not words or command.parsed.has("-e|--regexp|-f|--file"):
            continue
        if command.parsed.has("-v|--invert-match"):
            plain = literal(words[0].text)
            if plain and plain.casefold() in text:
                return False
        elif regex_glob(words[0].text) and not fits(regex_glob(words[0].text), text):
            return False
    return True


def fits(pattern: str, text: str) -> bool:
    return match(simplify(pattern.casefold()), text)
