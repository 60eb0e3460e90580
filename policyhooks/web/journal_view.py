"""The records of journals, kept in memory and read on from where the last look ended. It writes nothing."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path

from policyhooks.inspect.journal import journal_files, read_record
from policyhooks.inspect.journal_ids import SHORT, Entry, chain_of

MOST = 100_000  # the newest; older ones are for `policyhooks log`
LONGEST_READ = 512 << 20


class JournalView:
    """What several journals hold, oldest first. A new list whenever something came, so a list that was given stays."""

    def __init__(self, states: Sequence[Path]) -> None:
        self.states = tuple(states)
        self.lock = threading.Lock()
        self.read_to: dict[tuple[Path, int], int] = {}
        self.entries: list[Entry] = []
        self.by_chain: dict[str, Entry] = {}
        self.left_out = 0

    def look(self) -> list[Entry]:
        """Every record there is now."""
        with self.lock:
            files = [(state, path) for state in self.states for path in journal_files(state)]
            sizes = {(state, path): _status(path) for state, path in files}
            known = {(state, number): size for (state, _), (number, size) in sizes.items()}
            if any(known.get(key, -1) < read_to for key, read_to in self.read_to.items()):
                self._forget()  # purged or cut: begin again
            found = [
                entry
                for (state, path), (number, size) in sizes.items()
                for entry in self._read(state, path, number, size)
            ]
            if found:
                self._add(found)
            return self.entries

    def find(self, chain: str) -> Entry | None:
        """The record with this chain."""
        self.look()
        return self.by_chain.get(chain)

    def _forget(self) -> None:
        self.read_to, self.entries, self.by_chain, self.left_out = {}, [], {}, 0

    def _read(self, state: Path, path: Path, number: int, size: int) -> list[Entry]:
        start = self.read_to.get((state, number), 0)
        if size <= start:
            return []
        try:
            with path.open("rb") as file:
                if os.fstat(file.fileno()).st_ino != number:
                    return []  # it was rotated just now: the next look finds it under its new name
                file.seek(start)
                data = file.read(min(size - start, LONGEST_READ))
        except OSError:
            return []
        whole = data.rfind(b"\n") + 1
        self.read_to[state, number] = start + whole
        records = (read_record(line) for line in data[:whole].split(b"\n") if line)
        return [Entry(state, record, chain_of(record)[:SHORT]) for record in records if record is not None]

    def _add(self, found: Sequence[Entry]) -> None:
        together = sorted([*self.entries, *found], key=lambda entry: str(entry.record.get("time", "")))
        self.left_out += max(0, len(together) - MOST)
        self.entries = together[-MOST:]
        self.by_chain = {chain_of(entry.record): entry for entry in self.entries}
        self.by_chain.pop("", None)


def _status(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_ino, status.st_size
