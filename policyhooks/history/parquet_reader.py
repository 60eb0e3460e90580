"""Reads events from Parquet. A file may come from anybody: what is not of our schema, or is torn, is counted.

An installation's files are one segment, in the order of their days, so that what sessions remember holds over
midnight. INVARIANT: rows are read a few at a time, whatever a file says about itself, without Arrow's extension types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.history.event_rows import COLUMNS, JSON, NUMBER, TEXT, TEXTS, event_of
from policyhooks.history.past_events import PARQUET, PastEvent, Segment
from policyhooks.history.safe_files import Refused, Skipped, open_regular

if TYPE_CHECKING:
    import pyarrow as pa

ENDING = ".parquet"
DAY, INSTALLATION = "day=", "installation="
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
PIECE = 256  # rows that are held at once
BUFFER = 1 << 20
MOST_ROWS = 20_000_000  # of one file
MOST_MEMORY = 8 << 30  # address space of a process that reads files of others

TORN = "a Parquet file, or the rest of one, that cannot be read"
OTHER_SCHEMA = "a Parquet file of another schema"
TOO_MANY_ROWS = f"a Parquet file of more than {MOST_ROWS:,} rows"
NO_READER = "a Parquet file, and pyarrow is not here"


def units_of(paths: Iterable[Path], since_day: str = "") -> list[Segment]:
    """Files by their installation, as the folder above them says it; days before `since_day` are left out."""
    found: dict[str, list[Path]] = {}
    for path in paths:
        if not since_day or _part(path, DAY, since_day) >= since_day:
            found.setdefault(_part(path, INSTALLATION, ""), []).append(path)
    ordered = {name: tuple(map(str, sorted(files))) for name, files in sorted(found.items())}
    return [Segment(PARQUET, files[0], machine=name, files=files) for name, files in ordered.items()]


def _part(path: Path, key: str, missing: str) -> str:
    return next((part.removeprefix(key) for part in path.parts if part.startswith(key)), missing)


def read_unit(segment: Segment, skipped: Skipped) -> Iterator[PastEvent]:
    """The events of an installation, file after file."""
    for path in segment.files:
        for row in _rows(path, skipped):
            event = event_of(row, segment.machine, skipped)
            if event is not None:
                yield event


def _rows(path: str, skipped: Skipped) -> Iterator[Mapping[str, object]]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        skipped[NO_READER] += 1
        return
    try:
        with open_regular(path) as stream:
            file = parquet.ParquetFile(stream, buffer_size=BUFFER, pre_buffer=False, arrow_extensions_enabled=False)
            why = _refuse(file)
            if why:
                skipped[why] += 1
                return
            for batch in file.iter_batches(PIECE, columns=list(COLUMNS), use_threads=False):
                yield from batch.to_pylist()
    except Refused as why:
        skipped[str(why)] += 1
    except (pa.ArrowException, OSError, ValueError, OverflowError, MemoryError, TypeError, RecursionError):
        skipped[TORN] += 1


def _refuse(file: pa.parquet.ParquetFile) -> str:
    """Why a file is not read; empty where it is."""
    schema = file.schema_arrow
    if any(schema.get_all_field_indices(name).__len__() != 1 for name in COLUMNS):
        return OTHER_SCHEMA
    wanted = arrow_schema()
    if any(schema.field(name).type != wanted.field(name).type for name in COLUMNS):
        return OTHER_SCHEMA
    return TOO_MANY_ROWS if file.metadata.num_rows > MOST_ROWS else ""


def arrow_schema() -> pa.Schema:
    """The columns as Arrow has them. Raises ImportError."""
    import pyarrow as pa

    types = {TEXT: pa.string(), JSON: pa.string(), NUMBER: pa.int64(), TEXTS: pa.list_(pa.string())}
    return pa.schema([pa.field(name, types[kind], nullable=False) for name, kind in COLUMNS.items()])
