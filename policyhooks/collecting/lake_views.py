"""The lake as views in a DuckDB in memory: what the catalog names, and nothing else that is on the machine.

INVARIANT: before anybody asks, DuckDB can read the lake's own tables, no other file, no network and no extension, and
nobody can change that.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.collecting.lake_catalog import live_files, meta, open_catalog
from policyhooks.collecting.lake_schema import FINDINGS, HEALTH, RECORDS, TABLES, TEXT, TEXTS
from policyhooks.errors import EnvironmentBroken

if TYPE_CHECKING:
    import sqlite3

    import duckdb

SILENT_AFTER_H = 72.0
LOCKS = (
    "SET temp_directory = ''",
    "SET max_temp_directory_size = '0B'",
    "SET memory_limit = '1GB'",
    "SET threads = 2",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET allow_community_extensions = false",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)
SQL_TYPES = {TEXT: "VARCHAR", TEXTS: "VARCHAR[]", "number": "BIGINT", "real": "DOUBLE", "moment": "TIMESTAMP"}
SQL_RULE = (
    "STRUCT(id VARCHAR, outcome VARCHAR, effect VARCHAR, would VARCHAR, mode VARCHAR, why VARCHAR, severity VARCHAR)[]"
)
# What the catalog says of installations, as rows.
INSTALLATIONS = {
    "installation": "VARCHAR",
    "tenant": "VARCHAR",
    "key": "VARCHAR",
    "enrolled": "TIMESTAMP",
    "revoked": "TIMESTAMP",
    "first_seen": "TIMESTAMP",
    "last_seen": "TIMESTAMP",
    "records": "BIGINT",
    "epoch": "BIGINT",
    "last_seq": "BIGINT",
}
VIEWS = (
    """CREATE VIEW decisions AS SELECT * FROM records WHERE kind = 'decision'""",
    """CREATE VIEW rules AS SELECT r.id AS record, installation, time, client, verdict, one.id AS rule,
        one.outcome, one.effect, one.would, one.mode, one.why, one.severity
        FROM records r, unnest(r.rules) AS listed(one)""",
    """CREATE VIEW tags AS SELECT id AS record, installation, time, client, verdict, unnest(tags) AS tag
        FROM records""",
    """CREATE VIEW open_findings AS SELECT * FROM findings
        WHERE kind NOT IN ('filled', 'back', 'purged', 'settled')
            AND id NOT IN (SELECT "of" FROM findings WHERE "of" IS NOT NULL)""",
    """CREATE VIEW last_health AS SELECT * FROM health
        QUALIFY row_number() OVER (PARTITION BY installation ORDER BY received DESC, id DESC) = 1""",
    """CREATE VIEW fleet AS
        WITH told AS (SELECT installation, count(*) AS findings, list(DISTINCT kind ORDER BY kind) AS kinds
            FROM open_findings GROUP BY 1)
        SELECT i.*, h.time AS health_at, h.policyhooks, h.system, h.client, h.scope, h.bundle, h.bundle_version,
            h.bundle_serial, h.generation, h.programs, h.journal, h.uncovered, h.behind,
            coalesce(t.findings, 0) AS findings, coalesce(t.kinds, []) AS kinds,
            CASE WHEN i.revoked IS NOT NULL THEN 'revoked'
                WHEN list_contains(kinds, 'fork') THEN 'forked'
                WHEN list_contains(kinds, 'cut') THEN 'cut'
                WHEN list_contains(kinds, 'changed') THEN 'changed'
                WHEN list_contains(kinds, 'gap') THEN 'gap'
                WHEN list_contains(kinds, 'downgraded') THEN 'downgraded'
                WHEN i.last_seen IS NULL THEN 'unheard'
                WHEN list_contains(kinds, 'silent') OR i.last_seen < now_utc() - silent_after() THEN 'silent'
                ELSE 'ok' END AS status
        FROM installations i LEFT JOIN last_health h USING (installation) LEFT JOIN told t USING (installation)""",
)


def open_lake(
    lake: Path,
    *,
    since: str = "",
    until: str = "9999",
    installations: Sequence[str] = (),
    now: float | None = None,
) -> duckdb.DuckDBPyConnection:
    """A connection with the views of docs/reference/lake.md; `records` of the days from `since` to `until` alone.

    It shows the lake as it is now: open another one to see more. Raises EnvironmentBroken where there is no lake.
    """
    try:
        import duckdb
    except ImportError:
        raise EnvironmentBroken(
            "a lake needs a package that is not installed", "pip install 'policyhooks[collect]'"
        ) from None
    lake = lake.absolute()
    catalog = open_catalog(lake)
    try:
        connection = duckdb.connect(":memory:")
        files = live_files(catalog, RECORDS, since=since, until=until, installations=installations)
        _make_view(connection, lake, RECORDS, files)
        for table in (HEALTH, FINDINGS):
            _make_view(connection, lake, table, live_files(catalog, table))
        _fill(connection, "installations", INSTALLATIONS, _installations(catalog))
        limit = float(meta(catalog, "silent_after_h", str(SILENT_AFTER_H)))
    finally:
        catalog.close()
    moment = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(now if now is not None else time.time()))
    connection.execute(f"CREATE MACRO now_utc() AS TIMESTAMP '{moment}'")
    connection.execute(f"CREATE MACRO silent_after() AS to_seconds({int(limit * 3600)})")
    for view in VIEWS:
        connection.execute(view)
    _lock(connection, lake)
    return connection


def _make_view(connection: duckdb.DuckDBPyConnection, lake: Path, table: str, files: Sequence[str]) -> None:
    """A view of these files and of no other; of none, the same columns without rows."""
    columns = TABLES[table]
    if files:
        listed = ", ".join(_quoted(f"{lake}/{file}") for file in files)
        names = ", ".join(f'"{name}"' for name in columns)
        source = f"SELECT {names} FROM read_parquet([{listed}], hive_partitioning = false, union_by_name = false)"  # noqa: S608 - our own names
    else:
        empty = ", ".join(f'NULL::{SQL_TYPES.get(kind, SQL_RULE)} AS "{name}"' for name, kind in columns.items())
        source = f"SELECT {empty} WHERE false"
    connection.execute(f"CREATE VIEW {table} AS {source}")


def _installations(catalog: sqlite3.Connection) -> list[dict[str, object]]:
    found = catalog.execute(
        """SELECT i.installation, tenant, i.key, enrolled, revoked, first_seen, last_seen, records, e.epoch, e.seq
        FROM installations i JOIN keys k ON k.key = i.key LEFT JOIN epochs e ON e.installation = i.installation
            AND e.epoch = (SELECT max(epoch) FROM epochs WHERE installation = i.installation)
        ORDER BY 1"""
    )
    return [dict(zip(INSTALLATIONS, map(str_or_none, row), strict=True)) for row in found]


def str_or_none(value: object) -> object:
    return value if value is None else str(value)


def _fill(
    connection: duckdb.DuckDBPyConnection, name: str, columns: Mapping[str, str], rows: Sequence[Mapping[str, object]]
) -> None:
    """A table of rows that are handed over as one text of JSON: values are data, whatever is in them."""
    shape = json.dumps([dict.fromkeys(columns, "VARCHAR")])
    taken = ", ".join(
        f'epoch_ms(one."{column}"::BIGINT) AS "{column}"'
        if kind == "TIMESTAMP"
        else f'one."{column}"::{kind} AS "{column}"'
        for column, kind in columns.items()
    )
    connection.execute(
        f"CREATE TABLE {name} AS SELECT {taken} FROM (SELECT unnest(from_json(?, '{shape}')) AS one)",  # noqa: S608
        [json.dumps(rows)],
    )


def _lock(connection: duckdb.DuckDBPyConnection, lake: Path) -> None:
    allowed = ", ".join(_quoted(f"{lake}/{table}/") for table in TABLES)
    connection.execute("SET parquet_metadata_cache = true")
    connection.execute(f"SET allowed_directories = [{allowed}]")
    for lock in LOCKS:
        connection.execute(lock)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
