"""What stands in files that a listing names, and whether git knows them. What cannot be read may hold anything."""

from __future__ import annotations

import posix

from policyhooks.core.looks import look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.view.listers import Listing

LONGEST_FILE = 262144  # bytes of a protected file that are searched for a text


def holds_needle(place: str, needle: str) -> bool:
    """Whether a file holds a text; what cannot be read may."""
    return not needle or look("holds", f"{needle}\n{place}", lambda: _holds(place, needle))


def _holds(place: str, needle: str) -> bool:
    data = _read(place, LONGEST_FILE)
    return data is None or needle.encode("utf-8", "surrogateescape") in data


def is_known(listing: Listing, folder: str, rest: list[str]) -> bool:
    """Whether git knows a file, where only such are listed. An index that is not there or in another form may."""
    name = "/".join(rest)
    return not listing.tracked or look("tracked", f"{folder}\n{name}", lambda: _is_tracked(folder, name))


def _is_tracked(folder: str, name: str) -> bool:
    data = _read(folder + "/.git/index", LONGEST_FILE * 64) or b""
    return data[:4] != b"DIRC" or data[7:8] not in (b"\x02", b"\x03") or name.encode() in data.lower()


def _read(path: str, longest: int) -> bytes | None:
    """A whole file; None where it cannot be read or is as long as that."""
    try:
        descriptor = posix.open(path, posix.O_RDONLY)
        try:
            data = posix.read(descriptor, longest)
        finally:
            posix.close(descriptor)
    except OSError:
        return None
    return data if len(data) < longest else None
