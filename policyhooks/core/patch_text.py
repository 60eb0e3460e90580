"""The text of a patch: which files it adds, changes, moves and deletes. Envelopes of apply_patch, and diffs.

A superset is wanted: a diff names a file several times, programs choose between the names by what they find on the
disk, and every name counts. It knows neither clients nor shells.
"""

from __future__ import annotations

from policyhooks.core.values import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LONGEST_PATCH = 1 << 22
ENVELOPE = "*** Begin Patch"
NOWHERE = "/dev/null"
_HEADS = {
    "*** Add File:": "write",
    "*** Update File:": "edit",
    "*** Delete File:": "delete",
    "*** Move to:": "write",
}
# A line that names a file, in small letters; what follows is the name. The first two come from diffs alone.
_NAMES = {
    "--- ": "old",
    "+++ ": "new",
    "*** ": "old",
    "index: ": "new",
    "rename from ": "moved",
    "rename to ": "named",
    "copy from ": "",
    "copy to ": "named",
}
_STARTS = ("diff ", "--- ", "*** ", "Index: ", "index: ", "From ", "rename ", "GIT binary patch")
_ESCAPES = {"n": "\n", "t": "\t", "a": "\a", "b": "\b", "f": "\f", "r": "\r", "v": "\v"}


class Change(Record):
    """One file of a patch."""

    path: str = ""
    op: str = "write"  # write, edit or delete
    added: Sequence[str] = ()
    removed: Sequence[str] = ()


def looks_like_patch(text: str) -> bool:
    """Whether a text begins as patches do, with a line that names a file behind it."""
    start = text[:4096].lstrip()
    return start.startswith(_STARTS) and (
        ENVELOPE in start
        or any(mark in text for mark in ("\n+++ ", "\n@@ ", "\nrename to ", "\n--- ", "\ndeleted file"))
    )


def read_patch(text: str, strip: int | None = None, reverse: bool = False) -> list[Change] | None:
    """Every file that the patch changes; None where it cannot be read: too long, or it names no file.

    `strip` is how many leading folders are taken off the names of a diff: -1 all of them, None where nobody says, so
    that both readings count.
    """
    if len(text) > LONGEST_PATCH:
        return None
    lines = text.splitlines()
    if any(line.lstrip().startswith(tuple(_HEADS)) for line in lines):
        return _read_envelope(lines)
    found = _read_diff(lines, strip, reverse)
    return found or None


def _read_envelope(lines: Sequence[str]) -> list[Change]:
    found: list[tuple[str, str, list[str], list[str]]] = []
    for line in lines:
        head = next((one for one in _HEADS if line.lstrip().startswith(one)), None)
        if head is not None:
            found.append((line.lstrip()[len(head) :].strip(), _HEADS[head], [], []))
        elif found and line.startswith("+"):
            found[-1][2].append(line[1:])
        elif found and line.startswith("-"):
            found[-1][3].append(line[1:])
    return [Change(path=path, op=op, added=added, removed=removed) for path, op, added, removed in found]


def _read_diff(lines: Sequence[str], strip: int | None, reverse: bool) -> list[Change]:
    """Every name that a line of a diff gives, with what becomes of the file."""
    found: dict[str, str] = {}
    gone = False
    for at, line in enumerate(lines):
        if line.startswith("diff "):
            gone = _goes(lines, at)
        for name, kind in _names_in(line):
            if name == NOWHERE:
                continue
            if kind == "old" and not _is_header(lines, at):
                continue
            deleted = (gone or _pairs_with_nothing(lines, at, kind)) and kind != "named" and not reverse
            op = "delete" if deleted or kind == "moved" else "write"
            for path in _stripped(name, strip, kind in ("moved", "named", "")):
                found[path] = op if found.get(path, op) == op else "write"
    return [Change(path=path, op=op) for path, op in found.items()]


def _names_in(line: str) -> Iterator[tuple[str, str]]:
    """The names on a line of a diff's head, each with what it is to the change."""
    plain = line.lstrip(" \t>")
    if plain.startswith("diff "):
        words = [word for word in _words(plain[5:].replace("--git ", "", 1)) if not word.startswith("-")]
        for word in words[-2:] if len(words) <= 2 else _halves(plain):
            yield word, "both"
        return
    folded = plain[:12].lower()
    for head, kind in _NAMES.items():
        if folded.startswith(head):
            name = _name(plain[len(head) :])
            if name:
                yield name, kind
            return


def _halves(line: str) -> list[str]:
    """`diff --git a/x y b/x y`: names with blanks are the same but for their first folder."""
    rest = line.removeprefix("diff --git ").strip()
    middle = len(rest) // 2
    if rest[middle : middle + 1] == " ":
        return [rest[:middle], rest[middle + 1 :]]
    return rest.split()


def _words(text: str) -> list[str]:
    """Words, of which some may be quoted."""
    found: list[str] = []
    text = text.strip()
    while text:
        if text[0] == '"':
            word, text = _unquoted(text)
        else:
            word, _, text = text.partition(" ")
        found.append(word)
        text = text.lstrip()
    return found


def _name(text: str) -> str:
    """A name, in quotes or up to the time behind a tab."""
    text = text.lstrip()
    if text.startswith('"'):
        return _unquoted(text)[0]
    name = text.partition("\t")[0].rstrip()
    head, _, tail = name.rpartition("  ")
    return head.rstrip() if head and tail[:4].isdigit() else name


def _unquoted(text: str) -> tuple[str, str]:
    """A name in C's quotes, and what follows it."""
    data = bytearray()
    at = 1
    while at < len(text) and text[at] != '"':
        letter = text[at]
        if letter == "\\" and text[at + 1 : at + 4].isdigit():
            data.append(int(text[at + 1 : at + 4], 8) & 255 if set(text[at + 1 : at + 4]) <= set("01234567") else 63)
            at += 4
            continue
        if letter == "\\":
            at += 1
            letter = _ESCAPES.get(text[at : at + 1], text[at : at + 1])
        data += letter.encode("utf-8", "surrogatepass")
        at += 1
    return data.decode("utf-8", "replace"), text[at + 1 :]


def _is_header(lines: Sequence[str], at: int) -> bool:
    """`--- x` and `*** x` stand before their other half, or before the lines of a hunk; elsewhere they are content."""
    following = lines[at + 1].lstrip(" \t>") if at + 1 < len(lines) else ""
    before = lines[at - 1].lstrip(" \t>") if at else ""
    return following.startswith(("+++ ", "--- ", "@@ ", "***")) or before.startswith("*** ")


def _goes(lines: Sequence[str], at: int) -> bool:
    """Whether the head that begins here says that the file is deleted."""
    for line in lines[at + 1 : at + 6]:
        if line.startswith("diff "):
            return False
        if line.startswith("deleted file"):
            return True
    return False


def _pairs_with_nothing(lines: Sequence[str], at: int, kind: str) -> bool:
    """Whether the new half beside an old name is nowhere."""
    other = lines[at + 1].lstrip(" \t>") if kind == "old" and at + 1 < len(lines) else ""
    return other.startswith(("+++ ", "--- ")) and _name(other[4:]) == NOWHERE


def _stripped(name: str, strip: int | None, bare: bool) -> list[str]:
    """The name without its leading folders. Names of renames have one folder less."""
    if strip is None:
        plain = name[2:] if name[:2] in ("a/", "b/", "c/", "i/", "w/", "o/") else name
        return list(dict.fromkeys((plain, name)))
    if strip < 0:
        return list(dict.fromkeys((name.rstrip("/").rpartition("/")[2], name)))
    counts = (strip, strip - 1) if bare and strip else (strip,)
    return [path for count in counts if (path := _without(name, count))]


def _without(name: str, count: int) -> str:
    """Without so many leading parts; several slashes are one. Nothing where there are not as many."""
    for _ in range(count):
        _, slash, rest = name.partition("/")
        if not slash:
            return ""
        name = rest.lstrip("/")
    return name
