"""Answers questions in SQL about journals: their records as two views in a database in memory, and nothing else.

INVARIANT: before a record or a question is read, DuckDB can reach no file, network or extension, and that stays so.
One SELECT is run, within limits of time, memory and rows. What it sees is what the journal holds: masked.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from policyhooks.errors import UsageError

if TYPE_CHECKING:
    import duckdb

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
# The columns of the views, as docs/how-to/ask-the-journal.md tells them.
RECORDS = {
    "id": "VARCHAR",
    "installation": "VARCHAR",
    "seq": "BIGINT",
    "time": "TIMESTAMP",
    "kind": "VARCHAR",
    "client": "VARCHAR",
    "version": "VARCHAR",
    "native": "VARCHAR",
    "event": "VARCHAR",
    "session": "VARCHAR",
    "tool": "VARCHAR",
    "cwd": "VARCHAR",
    "verdict": "VARCHAR",
    "decided_by": "VARCHAR[]",
    "error": "VARCHAR",
    "ms": "DOUBLE",
    "programs": "VARCHAR[]",
    "input": "JSON",
}
RULES = {
    "id": "VARCHAR",
    "time": "TIMESTAMP",
    "client": "VARCHAR",
    "verdict": "VARCHAR",
    "rule": "VARCHAR",
    "outcome": "VARCHAR",
    "effect": "VARCHAR",
    "would": "VARCHAR",
    "mode": "VARCHAR",
    "why": "VARCHAR",
}
SHARED = ("id", "time", "client", "verdict")  # what a row of `rules` has of its record
PIECE = 1000  # records that are handed over at once
MOST_ROWS = 100_000
LONGEST_S = 60.0


@dataclass(frozen=True)
class Answer:
    """The names of the columns, and the rows; `cut`: there were more."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    cut: bool = False


def ask(records: Iterable[Mapping[str, object]], question: str, seconds: float = LONGEST_S) -> Answer:
    """What one SELECT says of records, each with `id` and `installation`. Raises UsageError on any other question."""
    import duckdb

    with duckdb.connect(":memory:") as connection:
        for lock in LOCKS:
            connection.execute(lock)
        try:
            fill(connection, records)
        except duckdb.OutOfMemoryException:
            raise UsageError("these records do not fit into 1 GB", "ask about less, with --since") from None
        return _ask(connection, question, seconds)


def fill(connection: duckdb.DuckDBPyConnection, records: Iterable[Mapping[str, object]]) -> None:
    """Make the views `decisions` and `rules`."""
    for name, columns in (("decisions", RECORDS), ("rules", RULES)):
        listed = ", ".join(f'"{column}" {kind}' for column, kind in columns.items())
        connection.execute(f"CREATE TABLE {name} ({listed})")
    left = iter(records)
    while piece := list(islice(left, PIECE)):
        _add(connection, "decisions", RECORDS, [_flat(record) for record in piece])
        _add(connection, "rules", RULES, [row for record in piece for row in _rules(record)])


def _add(
    connection: duckdb.DuckDBPyConnection, name: str, columns: Mapping[str, str], rows: Sequence[Mapping[str, object]]
) -> None:
    """Rows as one text of JSON: the values are data, whatever is in them. A time that is none is missing."""
    shape = json.dumps([{column: "VARCHAR" if kind == "TIMESTAMP" else kind for column, kind in columns.items()}])
    taken = ", ".join(
        f'TRY_CAST(one."{column}" AS {kind})' if kind == "TIMESTAMP" else f'one."{column}"'
        for column, kind in columns.items()
    )
    connection.execute(
        f"INSERT INTO {name} SELECT {taken} FROM (SELECT unnest(from_json(?, '{shape}')) AS one)",  # noqa: S608 - our own tables
        [json.dumps(rows, ensure_ascii=False).encode("utf-8", "replace").decode()],
    )


def _flat(record: Mapping[str, object]) -> dict[str, object]:
    ms = record.get("ms")
    plain = {name: _text(record.get(name)) for name, kind in RECORDS.items() if kind in ("VARCHAR", "TIMESTAMP")}
    lists = {name: _texts(record.get(name)) for name, kind in RECORDS.items() if kind == "VARCHAR[]"}
    total = ms.get("total") if isinstance(ms, Mapping) else None
    seq = record.get("seq")
    return {
        **plain,
        **lists,
        "decided_by": _texts(record.get("by")),
        "kind": plain["kind"] or "decision",
        "seq": seq if isinstance(seq, int) and 0 <= seq < 1 << 63 else None,
        "ms": total if isinstance(total, int | float) else None,
        "input": record.get("input"),
    }


def _rules(record: Mapping[str, object]) -> Iterator[dict[str, object]]:
    rules = record.get("rules")
    for rule in rules if isinstance(rules, list) else ():
        if isinstance(rule, Mapping):
            told = {**rule, "rule": rule.get("id"), **{name: record.get(name) for name in SHARED}}
            yield {name: _text(told.get(name)) for name in RULES}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []


def _ask(connection: duckdb.DuckDBPyConnection, question: str, seconds: float) -> Answer:
    import duckdb

    try:
        statements = connection.extract_statements(question)
        if len(statements) != 1 or statements[0].type is not duckdb.StatementType.SELECT:
            raise UsageError("a question is one SELECT", 'such as "select client, count(*) from decisions group by 1"')
        timer = threading.Timer(seconds, connection.interrupt)
        timer.start()
        try:
            found = connection.execute(statements[0])
            rows = found.fetchmany(MOST_ROWS + 1)
            names = tuple(str(one[0]) for one in found.description or ())
        finally:
            timer.cancel()
    except duckdb.InterruptException:
        raise UsageError(f"the question took longer than {seconds:g} s", "ask for less") from None
    except duckdb.Error as problem:
        raise UsageError(f"the question cannot be answered: {str(problem).splitlines()[0]}") from None
    return Answer(names, tuple(rows[:MOST_ROWS]), len(rows) > MOST_ROWS)
