"""Makes an installation forget: a person's act, recorded. What is cleared is empty from then on, not unknown."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

from policyhooks.errors import EnvironmentBroken
from policyhooks.runtime.ports import memory_index as index
from policyhooks.runtime.ports.journal import NotStored, append
from policyhooks.runtime.ports.journal_key import read_key
from policyhooks.runtime.ports.memory import FOLDER
from policyhooks.runtime.ports.memory_commit import LOCK, replace, take

WAIT_S = 10.0


def forget(state: Path, keys: Sequence[str]) -> int:
    """Clear what is kept under these keys; how many there were. That it was done, and by whom, is recorded first."""
    folder = f"{state}/{FOLDER}"
    if not os.path.isdir(folder):
        return 0
    try:
        lock = take(f"{folder}/{LOCK}", WAIT_S)
        try:
            return clear(state, folder, keys)
        finally:
            os.close(lock)
    except (NotStored, OSError) as problem:
        raise EnvironmentBroken(f"what {state} remembers cannot be cleared: {problem}") from None


def clear(state: Path, folder: str, keys: Sequence[str]) -> int:
    """The same, under the lock: the record, the files, the index."""
    rows = list(index.rows(index.read_index(folder)))
    gone = [row.key for row in rows if row.key in keys]
    if gone:
        record_clearing(state, gone)
        for key in gone:
            Path(folder, key).unlink(missing_ok=True)
        replace(f"{folder}/{index.FILE}", b"".join(index.write_row(row) for row in rows if row.key not in gone))
    return len(gone)


def record_clearing(state: Path, keys: Sequence[str]) -> None:
    record: dict[str, object] = {
        "time": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime()),
        "kind": "forgotten",
        "forgotten": list(keys),
        "uid": os.geteuid(),
    }
    append(str(state), record, key=read_key(str(state)))
