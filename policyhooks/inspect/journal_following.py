"""New records of journals as they are written: whole lines only, across rotation. It waits as it is told."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from policyhooks.inspect.journal import read_record
from policyhooks.inspect.journal_ids import SHORT, Entry, chain_of
from policyhooks.runtime.ports.journal import FILE, FOLDER

LONGEST = 32 << 20


class Tail:
    """The end of one journal."""

    def __init__(self, state: Path) -> None:
        self.state = state
        self.path = state / FOLDER / FILE
        self.number, self.at = self._look()
        self.rest = b""

    def _look(self) -> tuple[int, int]:
        """Which file it is, and how long."""
        try:
            status = self.path.stat()
        except OSError:
            return 0, 0
        return status.st_ino, status.st_size

    def read(self) -> Iterator[Entry]:
        """The records that have come since; a line without its end waits for the rest."""
        number, size = self._look()
        if number != self.number or size < self.at:  # put aside, or cut: what is here now is new
            yield from self._put_aside(self.number)
            self.number, self.at, self.rest = number, 0, b""
        yield from self._take(self.path, size)

    def _put_aside(self, number: int) -> Iterator[Entry]:
        """What was written between the last look and the rotation."""
        for path in sorted((self.state / FOLDER).glob("journal-*.jsonl"), reverse=True)[:2]:
            if number and path.stat().st_ino == number:
                yield from self._take(path, path.stat().st_size)

    def _take(self, path: Path, size: int) -> Iterator[Entry]:
        if size <= self.at:
            return
        try:
            with path.open("rb") as file:
                file.seek(self.at)
                data = file.read(min(size - self.at, LONGEST))
        except OSError:
            return
        self.at += len(data)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            record = read_record(line) if line else None
            if record is not None:
                yield Entry(self.state, record, chain_of(record)[:SHORT])


def follow(tails: Sequence[Tail], known: frozenset[str], wait: Callable[[], None]) -> Iterator[list[Entry]]:
    """What has come, again and again; between two looks it waits. It ends when the wait raises.

    The tails are older than what is known by its chains: so nothing is lost between the two, or told twice.
    """
    while True:
        wait()
        found = [entry for tail in tails for entry in tail.read() if entry.record.get("chain") not in known]
        if found:
            yield sorted(found, key=lambda entry: str(entry.record.get("time", "")))


def readable(state: Path) -> str:
    """Why a journal cannot be read; empty when it can, or when there is none yet."""
    folder = state / FOLDER
    try:
        names = os.listdir(folder)
        for name in names:
            with (folder / name).open("rb"):
                pass
    except FileNotFoundError:
        return ""
    except OSError as problem:
        return (problem.strerror or "unknown").lower()
    return ""
