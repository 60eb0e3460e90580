"""Writes what a replay or a scan came to as Parquet: a row a record, and the counts as the file's metadata."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from policyhooks.errors import EnvironmentBroken, UsageError

FILE = "results.parquet"
COUNTS = "policyhooks"
LISTS, NUMBERS = ("rules",), ("line",)
REPLAY = (
    "kind", "before", "after", "rules", "text", "client", "event", "tool", "session", "use_id", "at", "person",
    "machine", "source", "line",
)  # fmt: skip
SCAN = (
    "verdict", "rules", "severity", "text", "client", "event", "tool", "session", "use_id", "at", "agent", "source",
    "line",
)  # fmt: skip


def write_results(folder: Path, told: Mapping[str, object]) -> None:
    """Write `as_json` of a replay or a scan into a new private folder. Raises UsageError, EnvironmentBroken."""
    import pyarrow as pa
    from pyarrow import parquet

    names, key = (SCAN, "findings") if "findings" in told else (REPLAY, "records")
    schema = pa.schema([(name, _type(name, pa)) for name in names])
    counts = json.dumps({name: value for name, value in told.items() if name != key}, sort_keys=True)
    table = pa.Table.from_pylist(_rows(told[key]), schema=schema.with_metadata({COUNTS: counts}))
    try:
        folder.mkdir(mode=0o700, parents=True)
        place = folder / FILE
        descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            parquet.write_table(table, out, compression="zstd")
    except FileExistsError:
        raise UsageError(f"{folder} exists already", "name a new folder for --results") from None
    except OSError as problem:
        why = (problem.strerror or "unknown").lower()
        raise EnvironmentBroken(f"{folder} cannot be written: {why}", "what is in it is not whole: remove it") from None


def _type(name: str, pa: object) -> object:
    if name in LISTS:
        return pa.list_(pa.string())  # type: ignore[attr-defined]
    return pa.int64() if name in NUMBERS else pa.string()  # type: ignore[attr-defined]


def _rows(records: object) -> list[dict[str, object]]:
    assert isinstance(records, list)
    return [{name: _plain(value) for name, value in one.items()} for one in records]


def _plain(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    return [_plain(one) for one in value] if isinstance(value, list) else value
