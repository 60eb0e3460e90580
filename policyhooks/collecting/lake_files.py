"""Writes the lake's Parquet files: private, whole or not there, on the disk before they have their name.

A file counts once the catalog names it. One that it does not name was left by a killed process.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.collecting.lake_rows import Row
from policyhooks.collecting.lake_schema import RECORDS, TABLES, arrow_schema
from policyhooks.errors import EnvironmentBroken

if TYPE_CHECKING:
    import pyarrow as pa

ENDING = ".parquet"
DRAFT = ".draft"
LOCK = "lock"
NAME = re.compile(r"[0-9a-f]{32}", re.ASCII)
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def make_lake_folder(folder: Path) -> Path:
    """The folder of a lake, private to this user. Raises EnvironmentBroken where it is not ours alone."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.lstat()
    except OSError as problem:
        raise EnvironmentBroken(f"{folder} cannot be made: {(problem.strerror or 'unknown').lower()}") from None
    if folder.is_symlink() or status.st_uid != os.geteuid() or status.st_mode & 0o077:
        raise EnvironmentBroken(f"{folder} is not private to this user", f"chmod 700 {folder}, or name another one")
    return folder


def partition(table: str, day: str, installation: str) -> str:
    """The folder of a table's rows, below the lake. INVARIANT: nothing else of a message gets into a path."""
    if not DAY.fullmatch(day) or (table == RECORDS and not NAME.fullmatch(installation)):
        raise ValueError("no partition")
    place = f"{table}/day={day}"
    return f"{place}/installation={installation}" if table == RECORDS else place


def write_rows(lake: Path, table: str, place: str, name: str, rows: Sequence[Row]) -> tuple[str, int]:
    """A file of rows; its path below the lake and its size. Raises OSError, and then there is no such file."""
    import pyarrow as pa

    schema = arrow_schema(table)
    columns = [pa.array([row.get(field.name) for row in rows], field.type) for field in schema]
    return write_table(lake, place, name, pa.Table.from_arrays(columns, schema=schema))


def write_table(lake: Path, place: str, name: str, table: pa.Table) -> tuple[str, int]:
    """The same of a table in memory."""
    from pyarrow import parquet

    folder = lake
    for part in place.split("/"):
        folder = folder / part
        folder.mkdir(mode=0o700, exist_ok=True)
    path, draft = folder / f"{name}{ENDING}", folder / f"{name}{DRAFT}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as out:
            parquet.write_table(table, out, compression="zstd", write_statistics=True)
            out.flush()
            os.fsync(out.fileno())
            size = out.tell()
        draft.replace(path)
        _settle(folder)
    except BaseException:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    return f"{place}/{path.name}", size


def _settle(folder: Path) -> None:
    """Put a folder's names on the disk: the catalog must not outlive what it names."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def find_files(lake: Path) -> Iterator[str]:
    """Every file of the tables, drafts too, as paths below the lake."""
    for table in TABLES:
        for folder, _, names in os.walk(lake / table):
            below = os.path.relpath(folder, lake)
            yield from (f"{below}/{name}" for name in names if name.endswith((ENDING, DRAFT)))


def remove(lake: Path, path: str) -> None:
    """A file, and the folders that it leaves empty."""
    file = lake / path
    file.unlink(missing_ok=True)
    with suppress(OSError):
        for folder in list(file.parents)[:2]:
            if folder != lake:
                folder.rmdir()


@contextmanager
def held(lake: Path) -> Iterator[None]:
    """The right to fill a lake, until the process ends. Raises EnvironmentBroken where another has it."""
    descriptor = os.open(lake / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise EnvironmentBroken(f"another process collects into {lake} already", "end that one first") from None
        yield
    finally:
        os.close(descriptor)
