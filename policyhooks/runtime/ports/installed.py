"""Whether the client's file that this state was installed for still has our entry for another event.

What it finds can only tighten: a file that anybody may edit is never believed to loosen. Loaded only when a
question is to be left to that event.
"""

from __future__ import annotations

import posix

from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.runtime import platform

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "installs"  # of the state: installation/records.py
LONGEST = 4 << 20


def has_entry(state: str, client: str, native: str, ending: str) -> bool:
    """True also where nothing is recorded: then nobody can tell. The client's file ends so, in small letters."""
    files = [file for file in _recorded(state) if file.lower().endswith(ending)]
    return not files or any(_holds(file, client, native) for file in files)


def _recorded(state: str) -> Iterator[str]:
    folder = f"{state}/{FOLDER}"
    try:
        names = posix.listdir(folder) if state else []
    except OSError:
        return
    for name in names:
        record = _read(f"{folder}/{name}") if name.endswith(".json") else None
        if isinstance(record, dict) and isinstance(record.get("file"), str):
            yield record["file"]


def _holds(file: str, client: str, native: str) -> bool:
    document = _read(file)
    hooks = document.get("hooks") if isinstance(document, dict) else None
    entries = hooks.get(native) if isinstance(hooks, dict) else None
    for entry in entries if isinstance(entries, list) else ():
        command = entry.get("command") if isinstance(entry, dict) else None
        if not isinstance(command, str) or f" {client} {native} " not in command:
            continue
        if "/bin/hook" in command or "hook.py" in command:
            return True
    return False


def _read(path: str) -> object:
    try:
        descriptor = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NONBLOCK)
        try:
            return parse(platform.read_all(descriptor, LONGEST, []).removeprefix(b"\xef\xbb\xbf"))
        finally:
            posix.close(descriptor)
    except (OSError, platform.TooLong, RejectedJson):
        return None
