"""Keeps the lake's files few and its days bounded: merges small files of a partition, removes days that are too old.

Readers may have a file open that was replaced: it is removed from the disk a while after it stopped to count.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from policyhooks.collecting import lake_catalog as known
from policyhooks.collecting.lake_files import remove, write_table
from policyhooks.collecting.lake_rows import Finding
from policyhooks.collecting.lake_schema import FINDINGS, RECORDS, arrow_schema

MOST_FILES = 16  # of a partition of today
LINGER_S = 600.0
MOST_AT_ONCE = 20  # partitions in one go
LARGEST_ROWS = 500_000  # of a merged file


def merge(lake: Path, catalog: sqlite3.Connection, today: str) -> int:
    """Merge partitions with too many files: of past days, with more than one. How many were merged."""
    found = catalog.execute(
        "SELECT part, day, installation FROM files WHERE dropped IS NULL GROUP BY 1, 2, 3"
        " HAVING count(*) > CASE WHEN day < ? THEN 1 ELSE ? END AND sum(rows) <= ? LIMIT ?",
        (today, MOST_FILES, LARGEST_ROWS, MOST_AT_ONCE),
    ).fetchall()
    for part, day, installation in found:
        _merge(lake, catalog, part, day, installation)
    return len(found)


def _merge(lake: Path, catalog: sqlite3.Connection, part: str, day: str, installation: str) -> None:
    """One partition: the new file counts in the same moment in which the old ones cease to."""
    import pyarrow as pa
    from pyarrow import parquet

    rows = catalog.execute(
        "SELECT path, rows, first, last FROM files WHERE part = ? AND day = ? AND installation = ? AND dropped IS NULL"
        " ORDER BY first, path",
        (part, day, installation),
    ).fetchall()
    schema = arrow_schema(part)
    tables = [parquet.read_table(lake / path, schema=schema, partitioning=None) for path, *_ in rows]
    table = pa.concat_tables(tables)
    if part == RECORDS:
        table = table.sort_by([("epoch", "ascending"), ("seq", "ascending")])
    place = str(Path(rows[0][0]).parent)
    path, size = write_table(lake, place, f"merged-{time.time_ns()}", table)
    numbers = (min(row[2] or 0 for row in rows), max(row[3] or 0 for row in rows))
    with known.transaction(catalog):
        catalog.executemany("UPDATE files SET dropped = ? WHERE path = ?", [(time.time(), row[0]) for row in rows])
        known.add_file(catalog, path, table.num_rows, size, numbers)


def purge(catalog: sqlite3.Connection, oldest: str, now: float) -> Finding | None:
    """Let days before `oldest` count no more; what was purged. Findings are kept: they are few."""
    with known.transaction(catalog):
        (days, rows) = catalog.execute(
            "SELECT count(DISTINCT day), sum(rows) FROM files WHERE day < ? AND part != ? AND dropped IS NULL",
            (oldest, FINDINGS),
        ).fetchone()
        if not days:
            return None
        catalog.execute(
            "UPDATE files SET dropped = ? WHERE day < ? AND part != ? AND dropped IS NULL", (now, oldest, FINDINGS)
        )
        catalog.execute("DELETE FROM spend WHERE day < ?", (oldest,))
    return Finding("purged", "", f"{rows} rows of {days} days before {oldest} were removed")


def clear(lake: Path, catalog: sqlite3.Connection, now: float) -> None:
    """Remove from the disk what stopped to count a while ago."""
    rows = catalog.execute("SELECT path FROM files WHERE dropped < ?", (now - LINGER_S,)).fetchall()
    for (path,) in rows:
        remove(lake, path)
    with known.transaction(catalog):
        catalog.executemany("DELETE FROM files WHERE path = ?", rows)
