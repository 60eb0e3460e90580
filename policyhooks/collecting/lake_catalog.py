"""The lake's catalog: which files count, which installations there are, and how far each has come. One SQLite file.

INVARIANT: a batch is one transaction of the catalog. What it names is on the disk before, so that a killed process
leaves the lake as it was before the batch or behind it.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from policyhooks.collecting.lake_schema import FORMAT
from policyhooks.errors import EnvironmentBroken

FILE = "catalog.sqlite"
WAIT_S = 10.0
TABLES = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    # `dropped` is when a file was replaced: readers that began before may still have it open.
    """CREATE TABLE files (path TEXT PRIMARY KEY, part TEXT NOT NULL, day TEXT NOT NULL, installation TEXT NOT NULL,
        rows INTEGER NOT NULL, bytes INTEGER NOT NULL, first INTEGER, last INTEGER, dropped REAL) STRICT""",
    "CREATE INDEX files_by_day ON files (part, day, installation)",
    """CREATE TABLE keys (key TEXT PRIMARY KEY, tenant TEXT NOT NULL, token TEXT NOT NULL, enrolled INTEGER NOT NULL,
        revoked INTEGER) STRICT""",
    # `versions`: what its last health said, to see what has become older.
    """CREATE TABLE installations (installation TEXT PRIMARY KEY, key TEXT NOT NULL, first_seen INTEGER,
        last_seen INTEGER, records INTEGER NOT NULL DEFAULT 0, silent TEXT NOT NULL DEFAULT '',
        versions TEXT NOT NULL DEFAULT '{}') STRICT""",
    """CREATE TABLE epochs (installation TEXT NOT NULL, epoch INTEGER NOT NULL, seq INTEGER NOT NULL,
        chain TEXT NOT NULL, PRIMARY KEY (installation, epoch)) STRICT""",
    """CREATE TABLE gaps (finding TEXT PRIMARY KEY, installation TEXT NOT NULL, epoch INTEGER NOT NULL,
        first INTEGER NOT NULL, last INTEGER NOT NULL) STRICT""",
    "CREATE TABLE streams (stream TEXT PRIMARY KEY, created TEXT NOT NULL, seq INTEGER NOT NULL) STRICT",
    """CREATE TABLE tokens (token TEXT PRIMARY KEY, tenant TEXT NOT NULL, until INTEGER NOT NULL, used_by TEXT,
        revoked INTEGER) STRICT""",
    # What was told of a thing last, and how often it was not told since.
    "CREATE TABLE told (name TEXT PRIMARY KEY, at REAL NOT NULL, held INTEGER NOT NULL) STRICT",
    """CREATE TABLE alerts (id INTEGER PRIMARY KEY, at REAL NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL,
        state TEXT NOT NULL) STRICT""",
    """CREATE TABLE spend (day TEXT NOT NULL, installation TEXT NOT NULL, cost REAL NOT NULL, calls INTEGER NOT NULL,
        PRIMARY KEY (day, installation)) STRICT""",
)


def open_catalog(lake: Path, *, make: bool = False) -> sqlite3.Connection:
    """The catalog, to read and to write it. Raises EnvironmentBroken where there is none that can be used."""
    path = lake / FILE
    if not make and not path.is_file():
        raise EnvironmentBroken(f"{lake} is no lake", "name the folder that `policyhooks collect` fills")
    try:
        if make:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
        found = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None)
        found.execute("PRAGMA journal_mode = WAL")
        found.execute("PRAGMA synchronous = FULL")
        if make:
            _make_tables(found)
        known = found.execute("SELECT value FROM meta WHERE name = 'format'").fetchone()
    except (sqlite3.Error, OSError) as problem:
        raise EnvironmentBroken(f"{path} cannot be used: {_why(problem)}") from None
    if known != (str(FORMAT),):
        found.close()
        raise EnvironmentBroken(f"{path} is of another format", "use the version of policyhooks that made it")
    return found


def _make_tables(catalog: sqlite3.Connection) -> None:
    with transaction(catalog):
        if catalog.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            for statement in TABLES:
                catalog.execute(statement)
            set_meta(catalog, "format", str(FORMAT))
            set_meta(catalog, "lake", secrets.token_hex(16))


@contextmanager
def transaction(catalog: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing."""
    catalog.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        catalog.execute("ROLLBACK")
        raise
    catalog.execute("COMMIT")


def meta(catalog: sqlite3.Connection, name: str, default: str = "") -> str:
    found = catalog.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return str(found[0]) if found else default


def set_meta(catalog: sqlite3.Connection, name: str, value: str) -> None:
    catalog.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))


def add_file(
    catalog: sqlite3.Connection, path: str, rows: int, size: int, numbers: tuple[int | None, int | None] = (None, None)
) -> None:
    """Let a file count; its partition is in its path. `numbers` are the first and the last of its records."""
    part, day, *rest = path.split("/")
    installation = rest[0].removeprefix("installation=") if len(rest) > 1 else ""
    catalog.execute(
        "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)",
        (path, part, day.removeprefix("day="), installation, rows, size, *numbers),
    )


def live_files(
    catalog: sqlite3.Connection, part: str, *, since: str = "", until: str = "9999", installations: Sequence[str] = ()
) -> list[str]:
    """The files that count, of days from `since` to `until`; of some installations, or of all."""
    of = f" AND installation IN ({', '.join('?' * len(installations))})" if installations else ""
    found = catalog.execute(
        f"SELECT path FROM files WHERE part = ? AND day BETWEEN ? AND ? AND dropped IS NULL{of} ORDER BY path",  # noqa: S608
        (part, since, until, *installations),
    )
    return [str(path) for (path,) in found]


def _why(problem: Exception) -> str:
    return str(getattr(problem, "strerror", "") or problem).lower()
