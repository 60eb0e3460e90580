"""How a state folder is laid out: the version of each of its parts, and the steps that bring an older one up to date.

    layout     {"layout": 2, "parts": {part: version}}; a folder without it has layout 1

Steps run under the state's lock, when something is activated or trusted; a hook never takes one, and
works with what it finds. Every step can be run again: it writes drafts and renames them, and its
version is noted only afterwards. No step touches what a hook of an earlier generation reads, so
that the way back stays open. Below `users` of a shared state nothing is touched at all: those folders
are their users' own, and what lies there (journal, counters, ledger) says its own version.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from policyhooks.errors import EnvironmentBroken
from policyhooks.image.layers import keep_sources
from policyhooks.image.locking import locked
from policyhooks.runtime.ports.journal import NotStored, find_last
from policyhooks.runtime.ports.journal_head import FILE as HEAD
from policyhooks.runtime.ports.journal_head import begin
from policyhooks.runtime.ports.journal_key import FILE as KEY
from policyhooks.runtime.ports.journal_key import read_key
from policyhooks.whole_file import write_whole

FILE = "layout"
LAYOUT = 2

# Every part with the version that this engine writes; 0 where it keeps nothing yet.
PARTS: Mapping[str, int] = {
    "generations": 2,  # 2: the manifest names engine and ranks
    "layers": 2,  # 2: with their sources
    "journal": 2,  # `v` of its records; 2: keyed, with a head
    "counters": 1,
    "judge": 1,  # user_version of the ledger
    "installs": 1,
    "memory": 1,
    "tickets": 1,
}
# The parts of a folder without the file.
FIRST: Mapping[str, int] = {**dict.fromkeys(PARTS, 1), "memory": 0, "tickets": 0}


def leave(_state: Path) -> None:
    """Nothing to do: what is there is read as it is."""


def give_head(state: Path) -> None:
    """A journal of earlier records gets a head; where there is no key, the head is made with it."""
    if (state / KEY).is_file() and not (state / HEAD).exists():
        begin(str(state), make_key(state), *find_last(str(state)))


def make_key(state: Path) -> bytes:
    """The key of a state's journal, made where there is none."""
    try:
        return read_key(str(state))
    except NotStored as problem:
        hint = f"{state / KEY} proves the journal; where it is lost, move it and {HEAD} away, and install again"
        raise EnvironmentBroken(str(problem), hint) from None


# (part, from, to, how), in the order in which they run.
MIGRATIONS: tuple[tuple[str, int, int, Callable[[Path], None]], ...] = (
    ("generations", 1, 2, leave),  # each is read by its own image; a manifest without ranks is understood
    ("layers", 1, 2, keep_sources),
    ("journal", 1, 2, give_head),
    ("memory", 0, 1, leave),  # the first hook that remembers something makes it
    ("tickets", 0, 1, leave),  # the first deny that can be lifted makes it
)


def read_layout(state: Path) -> dict[str, int]:
    """The version of each part. Raises EnvironmentBroken on a folder that is newer than this engine, or damaged."""
    try:
        found = json.loads((state / FILE).read_bytes())
        number, parts = found["layout"], {str(part): int(version) for part, version in found["parts"].items()}
    except (FileNotFoundError, NotADirectoryError):
        return dict(FIRST)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        hint = "it says how the state folder is laid out; remove it only when you know why it is damaged"
        raise EnvironmentBroken(f"{state / FILE} cannot be read", hint) from None
    newer = [part for part, version in sorted(parts.items()) if version > PARTS.get(part, 0)]
    if type(number) is not int or number > LAYOUT or newer:
        what = f"layout {number}" if not newer else f"`{newer[0]}` of version {parts[newer[0]]}"
        hint = "upgrade policyhooks, or choose another folder with --state; this one was not touched"
        raise EnvironmentBroken(f"the state folder {state} has {what}, which this policyhooks does not know", hint)
    return {**FIRST, **parts}


def is_behind(state: Path) -> bool:
    """Whether some part of a state folder waits for a step. Raises as `read_layout` does."""
    return not (state / FILE).exists() or read_layout(state) != PARTS


def bring_up_to_date(state: Path) -> list[str]:
    """Take every step that is missing, each once; the parts that changed. Raises EnvironmentBroken, nothing lost."""
    if not is_behind(state):
        return []
    changed = []
    with locked(state):
        parts = read_layout(state)
        try:
            for part, before, after, step in MIGRATIONS:
                if parts[part] == before:
                    step(state)
                    parts[part] = after
                    _write(state, parts)
                    changed.append(part)
            _write(state, parts)
        except OSError as problem:
            hint = "what is active stays so; make room or repair the folder, then try again"
            reason = (problem.strerror or "unknown").lower()
            raise EnvironmentBroken(f"{state} cannot be brought to layout {LAYOUT}: {reason}", hint) from None
    return changed


def _write(state: Path, parts: Mapping[str, int]) -> None:
    mode = 0o644 if state.stat().st_mode & 0o055 else 0o600
    write_whole(state / FILE, json.dumps({"layout": LAYOUT, "parts": dict(parts)}).encode("ascii"), mode)
