"""Writes events as Parquet, a folder a day and installation, private, and secrets masked unless all is asked for.

INVARIANT: it writes into a new folder alone, so that no event is there twice. A part has its name when it is whole.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.history.event_rows import Row, row_of
from policyhooks.history.parquet_reader import DATE, DAY, ENDING, INSTALLATION, arrow_schema
from policyhooks.history.past_events import JOURNAL, PastEvent
from policyhooks.inspect.restoring import restore
from policyhooks.runtime.ports.recording import masked

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetWriter

TOLD = "export.json"
NO_DAY = "unknown"
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
MOST_OPEN = 64  # parts that are written at once
ROWS = 2_000  # of a row group, or so many characters
CHARACTERS = 8 << 20


@dataclass
class Part:
    """A file that is being written, and rows that wait for it."""

    path: Path
    writer: ParquetWriter
    sink: BinaryIO
    rows: list[Row] = field(default_factory=list)
    characters: int = 0


class Partitions:
    """Parts of a new folder; `close` makes them whole. Raises EnvironmentBroken, UsageError."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise UsageError(f"{folder} is not empty", "name a new folder: no event is to be there twice")
        except OSError as problem:
            raise _broken(folder, problem) from None
        self.folder = folder
        self.open: OrderedDict[str, Part] = OrderedDict()
        self.events = self.files = 0

    def add(self, past: PastEvent) -> None:
        """One more event, into the part of its day and installation."""
        day = past.at[:10] if DATE.fullmatch(past.at[:10]) else NO_DAY
        name = f"{DAY}{day}/{INSTALLATION}{installation_of(past)}"
        row = row_of(past)
        try:
            part = self._part(name)
            part.rows.append(row)
            part.characters += sum(len(value) for value in row.values() if isinstance(value, str))
            if len(part.rows) >= ROWS or part.characters >= CHARACTERS:
                _write(part)
        except OSError as problem:
            self._abandon()
            raise _broken(self.folder, problem) from None
        self.events += 1

    def _part(self, name: str) -> Part:
        if name not in self.open:
            if len(self.open) >= MOST_OPEN:
                oldest = next(iter(self.open))
                self._end(self.open[oldest])
                del self.open[oldest]
            self.open[name] = self._begin(self.folder / name)
        self.open.move_to_end(name)
        return self.open[name]

    def _begin(self, folder: Path) -> Part:
        from pyarrow.parquet import ParquetWriter

        for one in (folder.parent, folder):
            one.mkdir(mode=0o700, exist_ok=True)
        number = sum(1 for one in folder.iterdir() if one.name.endswith(ENDING))
        path = folder / f"part-{number:05d}{ENDING}"
        descriptor = os.open(_draft(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        sink = os.fdopen(descriptor, "wb")
        return Part(path, ParquetWriter(sink, arrow_schema(), compression="zstd"), sink)

    def _abandon(self) -> None:
        """Let go of what cannot be made whole; its drafts stay, and nobody reads them."""
        for part in self.open.values():
            with suppress(OSError):
                part.writer.close()
            with suppress(OSError):
                part.sink.close()

    def _end(self, part: Part) -> None:
        _write(part)
        part.writer.close()
        part.sink.flush()
        os.fsync(part.sink.fileno())
        part.sink.close()
        os.rename(_draft(part.path), part.path)
        self.files += 1

    def close(self) -> None:
        """Make every part whole, and say in a file of its own how much there is."""
        try:
            for name in list(self.open):
                self._end(self.open[name])
                del self.open[name]
            told = json.dumps({"v": 1, "events": self.events, "files": self.files}) + "\n"
            place = self.folder / TOLD
            descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as out:
                out.write(told)
        except OSError as problem:
            self._abandon()
            raise _broken(self.folder, problem) from None


def export(events: Iterable[PastEvent], folder: Path, *, full: bool) -> Partitions:
    """Write all of them. Without `full` their secrets are masked once more, and long texts are left out."""
    parts = Partitions(folder)
    key = os.urandom(32)  # nobody keeps it: two lengths and hashes tell that texts are the same, and no more
    for past in events:
        parts.add(past if full else hide(past, key))
    parts.close()
    return parts


def hide(past: PastEvent, key: bytes) -> PastEvent:
    """The event with its secrets masked, and with what is not known of it for that."""
    unknown = list(past.unknown)
    changed: dict[str, object] = {}
    for name in ("payload", "after"):
        restored = restore({"input": masked(getattr(past, name), key, "masked")})
        changed[name] = restored.payload or {}
        unknown += restored.unknown
    return replace(past, **changed, unknown=tuple(dict.fromkeys(unknown)))  # type: ignore[arg-type]


def installation_of(past: PastEvent) -> str:
    """The folder that its events lie in: the machine of a journal, else the client."""
    name = past.segment.machine or past.client
    if past.segment.kind == JOURNAL and not NAME.fullmatch(name):
        return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:16]
    return name if NAME.fullmatch(name) else past.client


def _write(part: Part) -> None:
    import pyarrow as pa

    if part.rows:
        part.writer.write_table(pa.Table.from_pylist(part.rows, schema=arrow_schema()))
        part.rows, part.characters = [], 0


def _draft(path: Path) -> Path:
    return path.with_name(f".{path.name}")


def _broken(folder: Path, problem: OSError) -> EnvironmentBroken:
    why = (problem.strerror or "unknown").lower()
    return EnvironmentBroken(f"{folder} cannot be written: {why}", "what is in it is not whole: remove it")
