"""The paths and addresses that a tool's free-form input names, by key and by look, and what is done to the paths.

A superset is wanted: a value that only looks like a path costs a look at the file rules, one that is missed slips
past them. It knows no rules.
"""

from __future__ import annotations

from policyhooks.runtime.engine.argument_keys import (
    ARGUMENT_KEYS,
    BASE_KEYS,
    CONTENT_KEYS,
    DEED_KEYS,
    DELETING,
    PROGRAM_KEYS,
    READING,
    SOURCE_KEYS,
    TARGET_KEYS,
    TEXT_KEYS,
    URL_KEYS,
    WRITING,
    is_command_key,
    is_path_key,
)
from policyhooks.runtime.engine.argument_leaves import plain_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.runtime.engine.argument_leaves import Leaf

    Named = tuple[str, str]  # path, operation

MOST_PATHS = 1000
LONGEST_PATH = 4096  # what Linux takes
_STARTS = ("/", "~/", "./", "../", "file://", "$HOME", "${HOME}")
_NO_PATH = "\n\0<>|\"'`*?=,;()[]{}"


def paths_in(leaves: Sequence[Leaf], tool: str) -> tuple[list[Named], str]:
    """Every path with each operation that may be meant, once; and the problem, where there are too many."""
    found: dict[Named, None] = {}
    for leaf in leaves:
        if not leaf.text or not is_path(leaf) or is_part_of_command(leaf, tool):
            continue
        ops = operations(tool, leaf)
        for path in places_of(leaf):
            found.update(dict.fromkeys((path, op) for op in ops))
        if len(found) > MOST_PATHS:
            return list(found)[:MOST_PATHS], "too_many_values"
    return list(found), ""


def is_path(leaf: Leaf) -> bool:
    """By its key, by the way it begins, or by a slash or a leading dot in a lone word under a key that says nothing."""
    text, key = leaf.text, leaf.key
    if len(text) > LONGEST_PATH or "\n" in text or "\0" in text:
        return False
    if is_path_key(key):
        return text.startswith("file://") or "://" not in text
    lone = " " not in text.strip()
    if text.startswith(_STARTS):
        return lone or key not in TEXT_KEYS
    if key in TEXT_KEYS or key in CONTENT_KEYS or not lone or "://" in text:
        return False
    if len(text) < 2 or any(sign in text for sign in _NO_PATH):
        return False
    return "/" in text or text[0] == "." or (("." in text or "_" in text) and names_secret(text))


def names_secret(name: str) -> bool:
    """`credentials.json`, `id_rsa`: a file that is known by its name alone."""
    from policyhooks.shell.places import tag

    return "credential" in tag(name.casefold())


def is_part_of_command(leaf: Leaf, tool: str) -> bool:
    """What a command names is told by reading the command."""
    if is_command_key(leaf.key) or leaf.key in PROGRAM_KEYS:
        return True
    return leaf.listed and leaf.key in ARGUMENT_KEYS and not named_operations(tool)


def places_of(leaf: Leaf) -> list[str]:
    """The path as written, and below each folder that stands beside it; file urls without their scheme."""
    text = leaf.text
    if text.startswith("file://"):
        return ["/" + text[7:].partition("/")[2]]
    if leaf.key in BASE_KEYS or text.startswith(("/", "~", "$")):
        return [text]
    bases = [leaf.owner[key] for key in sorted(BASE_KEYS & leaf.owner.keys())]
    return [text, *(f"{base.rstrip('/')}/{text}" for base in bases if isinstance(base, str) and base)]


def operations(tool: str, leaf: Leaf) -> tuple[str, ...]:
    """What is done to a path: by the words of the tool's name, a word beside the path, the key; unknown: both."""
    ops = list(named_operations(tool))
    for key in DEED_KEYS:
        word = leaf.owner.get(key)
        said = named_operations(word) if isinstance(word, str) and " " not in word else ()
        if said:
            ops = list(said) if key == "command" or not ops else [*ops, *said]
    if leaf.key in TARGET_KEYS:
        ops.append("write")
    elif leaf.key in SOURCE_KEYS and TARGET_KEYS & leaf.owner.keys() and "write" in ops:
        ops = ["read", *(op for op in ops if op != "write")]
        if words_of(tool) & {"move", "rename"}:
            ops.append("delete")
    elif leaf.key in BASE_KEYS and leaf.key not in ("directory", "dir", "folder", "root") and len(leaf.owner) > 1:
        ops = ["read"]  # where it runs
    return tuple(dict.fromkeys(ops)) or ("read", "write")


def named_operations(name: str) -> tuple[str, ...]:
    """What the words of a name say; nothing where they say nothing."""
    words = words_of(name)
    found = (("read", READING), ("delete", DELETING), ("write", WRITING))
    return tuple(op for op, known in found if words & known)


def words_of(name: str) -> set[str]:
    return set(plain_key(name).split("_"))


def urls_in(leaves: Sequence[Leaf]) -> tuple[list[str], list[str]]:
    """Strings that are urls, and of them those whose key says so."""
    urls = [leaf for leaf in leaves if "://" in leaf.text[:32] and is_url(leaf.text)]
    pages = [leaf.text for leaf in urls if leaf.key in URL_KEYS]
    return list(dict.fromkeys(leaf.text for leaf in urls)), list(dict.fromkeys(pages))


def is_url(text: str) -> bool:
    return not text.startswith("file://") and len(text) <= LONGEST_PATH and " " not in text.strip()


def base_of(owner: Mapping[str, object]) -> str:
    """Where a command beside it runs: the first folder that a key of that kind names."""
    for key in ("cwd", "workdir", "working_directory", "working_dir", *sorted(BASE_KEYS)):
        folder = owner.get(key)
        if isinstance(folder, str) and folder and key != "parent":
            return folder
    return ""
