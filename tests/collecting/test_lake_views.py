"""The lake as whoever reads it sees it: the columns that the page promises, nothing else of the machine, states."""

import re
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

if not find_spec("pyarrow") or not find_spec("duckdb"):
    pytest.skip("a package of the extra `collect` is not here (make collect)", allow_module_level=True)

import duckdb

from policyhooks.collecting import lake_catalog as known
from policyhooks.collecting.collector import Collector
from policyhooks.collecting.lake_files import DRAFT, write_rows
from policyhooks.collecting.lake_schema import FINDINGS, KINDS, RECORDS, TABLES
from policyhooks.collecting.lake_views import open_lake
from policyhooks.collecting.merging import LINGER_S, clear, merge, purge
from policyhooks.errors import EnvironmentBroken
from tests.support.counts import SOAK
from tests.support.lakes import NOW, TROUBLE, make_lake, name_of

PAGE = (Path(__file__).parents[2] / "docs/reference/lake.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_lake(tmp_path_factory.mktemp("made") / "lake", 6, 60)


@pytest.fixture
def lake(made: Path, tmp_path: Path) -> Path:
    """A copy of its own."""
    return Path(shutil.copytree(made, tmp_path / "lake"))


def ask(lake: Path, query: str, **window: Any) -> list[tuple[Any, ...]]:
    return open_lake(lake, now=NOW, **window).execute(query).fetchall()


@pytest.mark.parametrize("table", TABLES)
def test_the_page_names_every_column(table: str) -> None:
    section = PAGE.partition(f"### {table}\n")[2].partition("\n###")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    named = [name for line in rows for name in re.findall(r"`([a-z_]+)`", line.split("|")[1])]
    assert named[: len(TABLES[table])] == list(TABLES[table])


def test_the_page_names_every_kind_of_finding() -> None:
    rows = PAGE.rpartition("| kind | meaning |")[2]
    assert dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", rows, re.M)) == {
        kind: what.replace("`", "`") for kind, what in KINDS.items()
    }


@pytest.mark.parametrize("records", [60, 0])
def test_views_have_the_columns_of_the_page(tmp_path: Path, records: int) -> None:
    lake = make_lake(tmp_path / "lake", 2 if records else 0, records)
    views = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| (.*) \|$", PAGE.partition("## Tables")[0], re.M))
    for view in ("rules", "tags", "installations"):
        found = [row[0] for row in ask(lake, f"DESCRIBE {view}")]
        told = re.sub(r"\([^)]*\)", "", views[view])
        assert found == re.findall(r"`(\w+)`", told), view
    fleet = [row[0] for row in ask(lake, "DESCRIBE fleet")]
    own = [row[0] for row in ask(lake, "DESCRIBE installations")]
    assert fleet == [*own, *re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", views["fleet"].partition(";")[2]))]


def test_states_of_a_fleet(lake: Path) -> None:
    named = {"fork": "forked"}
    found = dict(ask(lake, "SELECT installation, status FROM fleet"))
    assert [found[name_of(at + 1)] for at in range(5)] == [named.get(kind, kind) for kind in TROUBLE]
    assert found[name_of(6)] == "ok"
    assert dict(ask(lake, "SELECT installation, status FROM fleet"))[name_of(4)] == "silent"


def test_a_window_of_days_opens_no_other_files(lake: Path) -> None:
    days = [day for (day,) in ask(lake, "SELECT DISTINCT strftime(time, '%Y-%m-%d') FROM records ORDER BY 1")]
    inside = ask(
        lake, "SELECT DISTINCT strftime(time, '%Y-%m-%d') FROM records ORDER BY 1", since=days[2], until=days[3]
    )
    assert inside == [(days[2],), (days[3],)]
    for path in (lake / RECORDS / f"day={days[0]}").rglob("*.parquet"):
        path.write_bytes(b"torn")
    assert ask(lake, "SELECT count(*) FROM records", since=days[1])[0][0] > 0


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM read_text('{lake}/secret')",
        "SELECT * FROM read_blob('{lake}/catalog.sqlite')",
        "COPY (SELECT 1) TO '{lake}/../out.csv'",
        "ATTACH '{lake}/../other.db'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        "SET allowed_directories = ['/']",
        "SELECT * FROM 'https://example.com/x.parquet'",
    ],
)
def test_nothing_else_can_be_reached(lake: Path, query: str) -> None:
    (lake / "secret").write_bytes(b"x" * 32)
    with pytest.raises(duckdb.Error):
        open_lake(lake, now=NOW).execute(query.format(lake=lake)).fetchall()


def test_what_is_no_lake_is_said(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentBroken, match="is no lake"):
        open_lake(tmp_path)


def test_what_a_killed_process_left_does_not_count_and_goes(lake: Path) -> None:
    before = ask(lake, "SELECT count(*) FROM records")
    day = next((lake / RECORDS).iterdir())
    place = f"{RECORDS}/{day.name}/installation={name_of(1)}"
    write_rows(lake, RECORDS, place, "77-99", [{"id": "x", "seq": 1}])
    (lake / place / f"100-120{DRAFT}").write_bytes(b"PAR1")
    assert ask(lake, "SELECT count(*) FROM records") == before
    Collector(lake, known.open_catalog(lake))
    assert not (lake / place / "77-99.parquet").exists()
    assert not list(lake.rglob(f"*{DRAFT}"))
    assert ask(lake, "SELECT count(*) FROM records") == before


def test_merging_changes_no_answer_and_leaves_open_files_alone(tmp_path: Path) -> None:
    lake = make_lake(tmp_path / "lake", 2, 40, days=2)
    catalog = known.open_catalog(lake)
    (day,) = catalog.execute("SELECT min(day) FROM files WHERE part = ?", (RECORDS,)).fetchone()
    place = f"{RECORDS}/day={day}/installation={name_of(1)}"
    for at in range(3):
        row = {"id": f"late{at}", "installation": name_of(1), "epoch": 1, "seq": 1000 + at, "rules": []}
        path, size = write_rows(lake, RECORDS, place, f"late-{at}", [row])
        known.add_file(catalog, path, 1, size, (1000 + at, 1000 + at))
    query = "SELECT id, seq FROM records ORDER BY ALL"
    before, reader = ask(lake, query), open_lake(lake, now=NOW)
    assert merge(lake, catalog, "9999") == 2, "records of one partition, and the health of two machines"
    assert ask(lake, query) == before
    assert reader.execute(query).fetchall() == before, "who read before goes on reading"
    assert len(list((lake / place).iterdir())) == 5
    clear(lake, catalog, NOW * 10)
    assert len(list((lake / place).iterdir())) == 1
    assert ask(lake, query) == before
    assert merge(lake, catalog, "9999") == 0
    assert LINGER_S > 60


def test_days_that_are_too_old_go_and_findings_stay(lake: Path) -> None:
    catalog = known.open_catalog(lake)
    (newest,) = catalog.execute("SELECT max(day) FROM files WHERE part = ?", (RECORDS,)).fetchone()
    found = purge(catalog, newest, NOW)
    assert found is not None
    assert found.kind == "purged"
    assert purge(catalog, newest, NOW) is None
    assert {day for (day,) in ask(lake, "SELECT DISTINCT strftime(time, '%Y-%m-%d') FROM records")} == {newest}
    assert ask(lake, "SELECT count(*) FROM findings") == [(len(TROUBLE),)]
    assert known.live_files(catalog, FINDINGS)


@pytest.mark.skipif(not SOAK, reason="a lake of a million records is made by `make soak` and the benchmark")
def test_a_million_records(tmp_path: Path) -> None:
    lake = make_lake(tmp_path / "lake", 50, 20_000)
    assert ask(lake, "SELECT count(*), count(DISTINCT id) FROM records") == [(1_000_000, 1_000_000)]
