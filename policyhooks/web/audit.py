"""What was changed over the page: one line beside the journal for each change, written before it is made.

A change that cannot be written down is not made.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from policyhooks.errors import EnvironmentBroken
from policyhooks.runtime import platform
from policyhooks.runtime.ports.journal import FOLDER
from policyhooks.secrets.masking import mask

FILE = "page-changes.jsonl"
VERSION = 1
NOBODY = "nobody"


def note_change(state: Path, who: str, what: str, about: str = "", detail: str = "") -> None:
    """Write down that somebody is about to do something. Raises EnvironmentBroken, and then nothing may be done."""
    told = {
        "v": VERSION,
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "uid": os.getuid(),
        "who": name_of(who),
        "by": who.partition(" ")[0] or NOBODY,
        "what": what,
        "about": about,
        "detail": mask(detail),
    }
    line = json.dumps(told).encode("ascii") + b"\n"
    path = state / FOLDER / FILE
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            platform.lock(descriptor)
            size = os.fstat(descriptor).st_size
            if os.write(descriptor, line) != len(line):
                os.ftruncate(descriptor, size)
                raise OSError(28, "No space left on device")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as problem:
        raise EnvironmentBroken(
            f"nothing was changed, because it cannot be written down in {path}: {(problem.strerror or '').lower()}"
        ) from None


def name_of(who: str) -> str:
    """Whom the record names: of a proxy the person that it has told us, of a browser not its cookie.

    `by` beside it tells a person whom a proxy calls `browser` from a browser.
    """
    by, _, rest = who.partition(" ")
    return (rest if by == "proxy" else by) or NOBODY
