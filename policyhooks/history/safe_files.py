"""Opens files that others may have put there: regular ones of this user alone, never through a link, within limits.

What is not read is counted under a few words that say why, and nothing of it is ever quoted. It knows no format.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from policyhooks.core.strict_json import RejectedJson, parse

LONGEST_LINE = 16 << 20
LARGEST_FILE = 1 << 30
MOST_FILES = 200_000
MOST_BYTES = 64 << 30
SMALL = 1 << 12
PIECE = 1 << 20

# Why something was skipped.
LINK = "a link, not followed"
NOT_REGULAR = "not a regular file"
NOT_OURS = "of another user"
UNREADABLE = "cannot be opened"
TOO_LARGE = f"a file larger than {LARGEST_FILE >> 20} MiB"
TOO_LONG = f"a line longer than {LONGEST_LINE >> 20} MiB"
CUT_OFF = "a last line that was cut off"
NOT_JSON = "a line that is not strict JSON"
NOT_OBJECT = "a line that is no JSON object"
TOO_MANY = f"beyond {MOST_FILES} files"
OLDER = "calls before the asked time"
TOO_MUCH = f"beyond {MOST_BYTES >> 30} GiB"

Skipped = Counter[str]
Numbered = tuple[int, Mapping[str, object]]


class Refused(Exception):
    """The file is not one to read; the text is one of the reasons above."""


def open_regular(path: str | Path, largest: int = LARGEST_FILE) -> BinaryIO:
    """The file, once it is known to be regular and this user's. Raises Refused."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        raise Refused(LINK if os.path.islink(path) else UNREADABLE) from None
    status = os.fstat(descriptor)
    why = ""
    if not stat.S_ISREG(status.st_mode):
        why = NOT_REGULAR
    elif status.st_uid != os.geteuid():
        why = NOT_OURS
    elif status.st_size > largest:
        why = TOO_LARGE
    if why:
        os.close(descriptor)
        raise Refused(why)
    return os.fdopen(descriptor, "rb")


def read_small(path: str | Path) -> str:
    """The text of a small file; empty where it is not one to read."""
    try:
        with open_regular(path, SMALL) as stream:
            return stream.read(SMALL).decode("utf-8", "replace")
    except (Refused, OSError):
        return ""


def read_records(path: str | Path, skipped: Skipped) -> Iterator[Numbered]:
    """The JSON objects of a file with the numbers of their lines; whatever else it holds is counted."""
    for number, line in _lines_of(path, skipped):
        record = _record(line, skipped)
        if record is not None:
            yield number, record


def _lines_of(path: str | Path, skipped: Skipped) -> Iterator[tuple[int, bytes]]:
    try:
        with open_regular(path) as stream:
            yield from _lines(stream, skipped)
    except Refused as why:
        skipped[str(why)] += 1
    except OSError:
        skipped[UNREADABLE] += 1


def _lines(stream: BinaryIO, skipped: Skipped) -> Iterator[tuple[int, bytes]]:
    """Lines that are not too long; a longer one is passed over without being held."""
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            skipped[TOO_LONG] += 1
            while line and not line.endswith(b"\n"):
                line = stream.readline(PIECE)
        elif line.strip():
            yield number, line


def _record(line: bytes, skipped: Skipped) -> Mapping[str, object] | None:
    try:
        found = parse(line)
    except (RejectedJson, RecursionError, MemoryError):
        skipped[NOT_JSON if line.endswith(b"\n") else CUT_OFF] += 1
        return None
    if isinstance(found, dict):
        return found
    skipped[NOT_OBJECT] += 1
    return None


def walk(folder: Path, depth: int, wanted: Callable[[str], bool], skipped: Skipped) -> Iterator[Path]:
    """The files below a folder whose relative names are wanted, in the order of their names; links are counted."""
    count = total = 0
    for entry, relative in _entries(folder, "", depth, skipped):
        if not wanted(relative):
            continue
        if entry.is_symlink():
            skipped[LINK] += 1
            continue
        count += 1
        total += _size(entry)
        if count > MOST_FILES or total > MOST_BYTES:
            skipped[TOO_MANY if count > MOST_FILES else TOO_MUCH] += 1
            continue
        yield Path(entry.path)


def _entries(folder: Path, prefix: str, depth: int, skipped: Skipped) -> Iterator[tuple[os.DirEntry[str], str]]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        skipped[UNREADABLE] += 1
        return
    for entry in entries:
        relative = f"{prefix}{entry.name}"
        if not entry.is_dir(follow_symlinks=False):
            yield entry, relative
        elif depth > 0:
            yield from _entries(Path(entry.path), f"{relative}/", depth - 1, skipped)


def _size(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat(follow_symlinks=False).st_size
    except OSError:
        return 0
