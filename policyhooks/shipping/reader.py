"""Reads a journal on from a position: across rotation, purges and torn lines, with gaps told. It takes no lock.

A journal that has no such position any more has begun anew, or its end was cut off: then all that is there is read
again, under the next epoch, and the receivers hear of it.
"""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from policyhooks.inspect.journal import Record, read_record
from policyhooks.runtime.ports.journal import FILE, FOLDER, read_end
from policyhooks.shipping.checkpoint import Position

PIECE = 1 << 20
LONGEST_LINE = 32 << 20
RECORD, GAP, BEGIN = "record", "gap", "begin"
ANEW = "the journal began anew, or its end was cut off"


@dataclass(frozen=True)
class Item:
    """One thing to deliver, and the position behind it. `told` says what a gap or a beginning is.

    `forked`: its number was there already, with another record.
    """

    kind: str
    position: Position
    record: Record | None = None
    told: Record | None = None
    forked: bool = False


class JournalReader:
    """One pass over a journal, held open between two looks. `next_epoch` is asked when the journal has begun anew."""

    def __init__(self, state: Path, position: Position, next_epoch: Callable[[int], int]) -> None:
        self.folder = state / FOLDER
        self.position = position
        self.next_epoch = next_epoch
        self.file = -1
        self.at = 0
        self.ready: deque[bytes] = deque()
        self.rest = b""
        self.searching = False  # the position's own record has not been found yet in what is read
        self.passed = False  # records before it were

    def read(self, most: int, bytes_most: int) -> list[Item]:
        """The next items, about so many; none where nothing has come yet. Raises OSError."""
        found: list[Item] = [] if self.position.epoch else [self._begin(None)]
        size = 0
        while len(found) < most and (size < bytes_most or not found):
            if self.ready:
                line = self.ready.popleft()
                size += len(line)
                found += self._take(line)
            elif self.searching and self.passed and self._is_at_end():
                found.append(self._begin(self.position))
            elif not self._fill():
                break
        return found

    def close(self) -> None:
        """Let go of the file; the next look opens one by the position."""
        if self.file >= 0:
            os.close(self.file)
        self.file, self.rest = -1, b""
        self.ready.clear()

    def _fill(self) -> bool:
        """More bytes of this file, or another file. False where there is nothing yet."""
        if self.file < 0:
            return self._open()
        # INVARIANT: looked up before the read. Nobody writes to a file that was put aside before, so its end is one.
        current = self._is_current()
        if os.fstat(self.file).st_size < self.at:  # cut in place
            self.close()
            return True
        data = os.read(self.file, PIECE)
        if not data and not current:
            self.close()
            return self._open()
        self.at += len(data)
        *lines, self.rest = (self.rest + data).split(b"\n")
        self.rest = self.rest[-LONGEST_LINE:]
        self.ready.extend(line for line in lines if line)
        return bool(data)

    def _open(self) -> bool:
        """The file in which the position's next record is, or will be."""
        try:
            folder = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        try:
            aside = sorted(name for name in os.listdir(folder) if _number(name) > self.position.seq)
            self.file = _open_regular(aside[0] if aside else FILE, folder)
        except FileNotFoundError:
            return False
        finally:
            os.close(folder)
        self.at, self.rest = 0, b""
        self.searching, self.passed = self.position.seq > 0, False
        return True

    def _is_current(self) -> bool:
        try:
            return os.stat(self.folder / FILE, follow_symlinks=False).st_ino == os.fstat(self.file).st_ino
        except FileNotFoundError:
            return False

    def _is_at_end(self) -> bool:
        """Whether this is the newest file, read to its end."""
        return self.file >= 0 and self._is_current() and os.fstat(self.file).st_size == self.at

    def _take(self, line: bytes) -> list[Item]:
        """What a line comes to; a torn one is none."""
        last = self.position
        if self.searching and (end := read_end(line + b"\n")) is not None and end[0] < last.seq:
            self.passed = True
            return []
        record = read_record(line)
        if record is None:
            return []
        seq, chain = int(str(record["seq"])), str(record["chain"])
        if self.searching and seq <= last.seq:
            if (seq, chain) == (last.seq, last.chain):
                self.searching = False
                return []
            return [self._begin(last)]
        self.searching = False
        if seq <= last.seq:
            return [Item(RECORD, last, record, forked=True)]
        self.position = Position(last.epoch, seq, chain)
        found = Item(RECORD, self.position, record)
        if not last.seq or seq == last.seq + 1:
            return [found]
        missing = {"from": last.seq + 1, "to": seq - 1}
        return [Item(GAP, Position(last.epoch, seq - 1, last.chain), told=missing), found]

    def _begin(self, ended: Position | None) -> Item:
        """The beginning of an epoch: of the first one, or of what has taken another's place."""
        self.close()
        self.searching = False
        self.position = Position(self.next_epoch(self.position.epoch))
        told: dict[str, object] = {}
        if ended is not None:
            told = {"before": {"epoch": ended.epoch, "seq": ended.seq, "chain": ended.chain}, "why": ANEW}
        return Item(BEGIN, self.position, told=told)


def _number(name: str) -> int:
    """The last record of a file that was put aside; zero for others."""
    digits = name.removeprefix("journal-").removesuffix(".jsonl")
    return int(digits) if digits.isdecimal() and digits.isascii() else 0


def _open_regular(name: str, folder: int) -> int:
    """A file of the journal: a regular one, of the folder's owner, never through a link."""
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode) or status.st_uid != os.fstat(folder).st_uid:
        os.close(descriptor)
        raise PermissionError(1, "not a plain file of the journal's owner")
    return descriptor
