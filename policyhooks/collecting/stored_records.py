"""Looks up what the lake has of one installation's numbers, to tell a repetition from another record."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

from policyhooks.collecting.follower import FACTS, Stored, facts_of
from policyhooks.collecting.lake_schema import RECORDS

COLUMNS = ["epoch", "seq", "chain", *FACTS]


def look_up(
    lake: Path, catalog: sqlite3.Connection, installation: str, first: int, last: int
) -> Mapping[int, Sequence[Stored]]:
    """By number, everything that is stored between two numbers. Raises OSError where a file is gone."""
    import pyarrow as pa
    from pyarrow import parquet

    found: dict[int, list[Stored]] = {}
    paths = catalog.execute(
        "SELECT path FROM files WHERE part = ? AND installation = ? AND dropped IS NULL AND last >= ? AND first <= ?",
        (RECORDS, installation, first, last),
    ).fetchall()
    for (path,) in paths:
        wanted = [("seq", ">=", first), ("seq", "<=", last)]
        table = parquet.read_table(lake / path, columns=COLUMNS, filters=wanted, partitioning=None)
        at = table.schema.get_field_index("time")
        table = table.set_column(at, "time", table.column("time").cast(pa.int64()))
        for row in table.to_pylist():
            found.setdefault(row["seq"], []).append(Stored(row["epoch"], row["chain"], facts_of(row)))
    return found
