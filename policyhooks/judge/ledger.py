"""The judge's one database: cached verdicts, spending, the state of breakers. It knows none of their rules.

A file that is no database any more is set aside and begun anew; a disk that takes nothing makes
every statement raise sqlite3.Error, and its callers decide what that means.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

FORMAT = 1
TABLES = """
CREATE TABLE IF NOT EXISTS verdicts (
    key BLOB PRIMARY KEY, rule TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL, model TEXT NOT NULL,
    created REAL NOT NULL, expires REAL NOT NULL, mac BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS spending (
    scope TEXT NOT NULL, name TEXT NOT NULL, calls INTEGER NOT NULL DEFAULT 0, tokens INTEGER NOT NULL DEFAULT 0,
    cost REAL NOT NULL DEFAULT 0, unpriced INTEGER NOT NULL DEFAULT 0, used REAL NOT NULL, PRIMARY KEY (scope, name));
CREATE TABLE IF NOT EXISTS breakers (
    model TEXT PRIMARY KEY, alias TEXT NOT NULL, failures INTEGER NOT NULL, rests_until REAL NOT NULL);
CREATE TABLE IF NOT EXISTS forms (model TEXT PRIMARY KEY, form TEXT NOT NULL, learned REAL NOT NULL);
CREATE TABLE IF NOT EXISTS thinkers (model TEXT PRIMARY KEY, learned REAL NOT NULL);
CREATE TABLE IF NOT EXISTS counts (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
"""


class Ledger:
    """An open database. One process uses one connection; several processes may share the file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = self._open()

    @contextlib.contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def rows(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        """The rows of a query."""
        return self._connection.execute(query, values).fetchall()

    def count(self, name: str) -> None:
        """Add one to a counter that `judge status` shows; a counter is never worth an error."""
        with contextlib.suppress(sqlite3.Error), self.change() as connection:
            connection.execute(
                "INSERT INTO counts VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1", (name,)
            )

    def counts(self) -> dict[str, int]:
        """All counters."""
        return {str(name): int(str(value)) for name, value in self.rows("SELECT name, value FROM counts ORDER BY name")}

    def close(self) -> None:
        self._connection.close()

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.DatabaseError as problem:
            if isinstance(problem, sqlite3.OperationalError):
                raise
            self._path.replace(self._path.with_suffix(".broken"))
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        # A short wait: the caller has a deadline, and a busy ledger is worth a missed cache.
        connection = sqlite3.connect(self._path, timeout=0.5, isolation_level=None, check_same_thread=False)
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version not in (0, FORMAT):
                raise sqlite3.DatabaseError("another format")
            connection.executescript(f"PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; {TABLES}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
        except BaseException:
            connection.close()
            raise
        return connection
