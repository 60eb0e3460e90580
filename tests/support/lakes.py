"""Lakes to test with: N installations with M records each, written by the product's own writers, without a server."""

import random
import time
from pathlib import Path

from policyhooks.collecting import lake_catalog as known
from policyhooks.collecting.lake_files import make_lake_folder, partition, write_rows, write_table
from policyhooks.collecting.lake_rows import Finding, Row, day_of, finding_row, health_row, record_row
from policyhooks.collecting.lake_schema import FINDINGS, HEALTH, RECORDS, arrow_schema
from policyhooks.shipping.journal_times import stamp
from tests.support.journals import DENIED, record

NOW = 1_790_000_000.0
DAY_S = 86_400
MAPS = {"owasp": ["ASI02"], "attack": ["T1059"]}
# The findings that a lake can be made with: of the first installations, one each.
TROUBLE = ("cut", "fork", "gap", "silent", "downgraded")


def name_of(number: int) -> str:
    """The name of an installation."""
    return f"{number:032x}"


def make_lake(
    folder: Path, installations: int = 5, records: int = 200, days: int = 7, now: float = NOW, trouble: bool = True
) -> Path:
    """A lake of so many installations with so many records each over the last days before `now`.

    With `trouble` the first five installations have a finding each, of the kinds in TROUBLE, in that order; the
    silent one was heard of last ten days before `now`. Every tenth record is a deny with tags.
    """
    make_lake_folder(folder)
    catalog = known.open_catalog(folder, make=True)
    for at in range(installations):
        _add_installation(folder, catalog, at, records, days, now)
    if trouble:
        _add_trouble(folder, catalog, min(installations, len(TROUBLE)), now)
    catalog.close()
    return folder


def _add_installation(folder: Path, catalog: object, at: int, records: int, days: int, now: float) -> None:
    import sqlite3

    assert isinstance(catalog, sqlite3.Connection)
    name, received = name_of(at + 1), int(now * 1000)
    by_day: dict[str, list[Row]] = {}
    for row in _rows(name, at, records, days, now):
        by_day.setdefault(day_of(row, received), []).append(row)
    health = health_row(f"{name}:1:health:1", name, received - 60_000, _health(at, now))
    with known.transaction(catalog):
        for day, rows in by_day.items():
            path, size = write_rows(folder, RECORDS, partition(RECORDS, day, name), "1-1", rows)
            numbers = [int(str(row["seq"])) for row in rows]
            known.add_file(catalog, path, len(rows), size, (min(numbers), max(numbers)))
        day = day_of(health, received)
        path, size = write_rows(folder, HEALTH, partition(HEALTH, day, name), f"{at}-1", [health])
        known.add_file(catalog, path, 1, size)
        key, first = f"{at:064x}", received - days * DAY_S * 1000
        tenant = "acme" if at % 2 else "zeta"
        catalog.execute("INSERT INTO keys VALUES (?, ?, 'made', ?, NULL)", (key, tenant, first))
        catalog.execute(
            "INSERT INTO installations VALUES (?, ?, ?, ?, ?, '', '{}')", (name, key, first, received, records)
        )
        catalog.execute("INSERT INTO epochs VALUES (?, 1, ?, ?)", (name, records, f"{records:064x}"))


def _rows(name: str, at: int, records: int, days: int, now: float) -> list[Row]:
    """A few hundred rows are made of records, the others are these with another number and time."""
    chance = random.Random(at)
    made = []
    for number in range(1, min(records, 210) + 1):
        shape = "read" if number % 7 == 3 else "mcp" if number % 7 == 5 else "shell"
        found = record(number, shape, ms={"total": 4.2, "decide": 1.5}, **(_denied() if number % 10 == 0 else {}))
        found |= {"seq": number, "chain": f"{number:064x}"}
        made.append(record_row(f"{name}:1:{number}", name, 1, int(now * 1000), found))
    step = days * DAY_S / max(records, 1)
    rows = []
    for number in range(1, records + 1):
        moment = int((now - days * DAY_S + number * step - chance.random()) * 1000)
        told = made[(number - 1) % len(made)]
        chain = f"{number:064x}"
        rows.append({**told, "id": f"{name}:1:{number}", "seq": number, "chain": chain, "time": moment})
    return rows


def _denied() -> dict[str, object]:
    rules = DENIED["rules"]
    assert isinstance(rules, list)
    return {**DENIED, "rules": [{**rules[0], "maps": MAPS}]}


def _health(at: int, now: float) -> dict[str, object]:
    return {
        "time": stamp(now - 60),
        "policyhooks": "0.1.0",
        "system": "Linux 6.1 x86_64",
        "client": "claude-code",
        "scope": "user",
        "bundle": "acme",
        "bundle_version": f"1.{4 - at % 2}.0",
        "bundle_serial": 14 - at % 2,
        "generation": 3,
        "programs": ["e48f1101619ebbf12dbbf32e6d5060f9e03d8a8b1283ed6b40fc1c5847044831"],
        "journal": "holds",
        "uncovered": at % 3,
        "behind": 0,
    }


def _add_trouble(folder: Path, catalog: object, number: int, now: float) -> None:
    import sqlite3

    assert isinstance(catalog, sqlite3.Connection)
    rows = [
        finding_row(
            int(now * 1000) - 1000, Finding(TROUBLE[at], name_of(at + 1), "made", 1, 7, 9, id=f"finding-{at + 1}")
        )
        for at in range(number)
    ]
    with known.transaction(catalog):
        day = stamp(now)[:10]
        path, size = write_rows(folder, FINDINGS, partition(FINDINGS, day, ""), "1-1", rows)
        known.add_file(catalog, path, len(rows), size)
        catalog.execute(
            "UPDATE installations SET last_seen = ? WHERE installation = ?",
            (int((now - 10 * DAY_S) * 1000), name_of(TROUBLE.index("silent") + 1)),
        )


def measure(lake: Path, query: str, **window: str) -> float:
    """Seconds that a query takes, with opening the lake."""
    from policyhooks.collecting.lake_views import open_lake

    before = time.perf_counter()
    open_lake(lake, now=NOW, **window).execute(query).fetchall()
    return time.perf_counter() - before


__all__ = ["NOW", "TROUBLE", "arrow_schema", "make_lake", "measure", "name_of", "write_table"]
