"""The fleet page on lakes that the product's own writers have filled: what the views say, and texts that mean harm."""

import html
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra `serve` is not installed: make serve")
pytest.importorskip("duckdb", reason="the extra `collect` is not installed: make collect")
pytest.importorskip("pyarrow", reason="the extra `collect` is not installed: make collect")

from policyhooks.cli.main import build_parser
from policyhooks.cli.verbs.serve import open_lakes
from policyhooks.collecting import lake_catalog as known
from policyhooks.collecting.lake_views import open_lake
from policyhooks.errors import EnvironmentBroken
from policyhooks.runtime.ports.journal import FOLDER
from tests.support.lakes import TROUBLE, make_lake, name_of
from tests.web.serving import Page, doors_of, page_on
from tests.web.test_hostile import MARK, TEXTS, check

INSTALLATIONS, RECORDS = 9, 60
STATUS = {"cut": "cut", "fork": "forked", "gap": "gap", "silent": "silent", "downgraded": "downgraded"}


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_lake(tmp_path_factory.mktemp("lake"), INSTALLATIONS, RECORDS, days=3, now=time.time())


@pytest.fixture(scope="module")
def page(lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    state = tmp_path_factory.mktemp("state")
    (state / FOLDER).mkdir(mode=0o700)
    with page_on(replace(doors_of(state), lake=open_lakes(str(lake)))) as running:
        yield running


def test_every_installation_with_its_state_the_gravest_first(page: Page) -> None:
    _, text = page.look("/fleet")
    rows = text.partition("<tbody>")[2].partition("</tbody>")[0].split("</tr>")[:-1]
    assert len(rows) == INSTALLATIONS
    for at, kind in enumerate(TROUBLE):
        row = next(row for row in rows if f"/fleet/{name_of(at + 1)}" in row)
        assert f"{STATUS[kind]}</b>" in row
        assert kind in row
    assert all("✓ ok" in row for row in rows[len(TROUBLE) :])
    assert "acme 1." in text
    assert f"{INSTALLATIONS} installations" in text
    assert f"{INSTALLATIONS * RECORDS} decisions" in text


def test_a_state_is_chosen(page: Page) -> None:
    for kind, status in STATUS.items():
        _, text = page.look(f"/fleet?status={status}")
        rows = text.partition("<tbody>")[2].partition("</tbody>")[0]
        assert rows.count("</tr>") == 1, kind
        assert name_of(TROUBLE.index(kind) + 1) in rows
    assert page.look("/fleet?status=nonsense&span=nonsense")[0] == 200


def test_rules_and_findings_are_those_of_the_views(page: Page, lake: Path) -> None:
    _, text = page.look("/fleet?span=30d")
    views = open_lake(lake)
    for rule, count in views.execute("SELECT rule, count(*) FILTER (effect = 'deny') FROM rules GROUP BY 1").fetchall():
        row = text.partition(f'href="/rules/{rule}"')[2].partition("</tr>")[0]
        assert f'<td class="number">{count or ""}</td>' in row
    findings = text.partition("What does not fit together")[2]
    assert [kind for kind in TROUBLE if f"<b>{kind}</b>" not in findings] == []


def test_one_installation(page: Page, lake: Path) -> None:
    _, text = page.look(f"/fleet/{name_of(2)}")
    assert "forked" in text
    assert "records 7 to 9 of epoch 1" in text
    views = open_lake(lake, installations=[name_of(2)])
    newest = views.execute("SELECT strftime(time, '%Y-%m-%d %H:%M:%S') FROM decisions ORDER BY seq DESC").fetchall()
    assert text.count("</tr>") == min(50, len(newest)) + 1
    assert str(newest[0][0]) in text
    assert name_of(3) not in text
    assert page.look("/fleet/' OR 1=1 --".replace(" ", "%20"))[0] == 400
    assert page.look(f"/fleet/{name_of(77)}")[0] == 400


def test_without_a_lake_there_is_no_page(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir(mode=0o700)
    with page_on(doors_of(tmp_path)) as running:
        assert 'href="/fleet"' not in running.look("/decisions")[1]
        status, text = running.look("/fleet")
        assert (status, "--lake DIR" in text) == (400, True)
    with pytest.raises(EnvironmentBroken, match="is no lake"):
        open_lakes(str(tmp_path))
    assert build_parser("serve").read(["serve", "--lake", "x"]).lake == "x"


def test_texts_of_hostile_machines_are_only_text(tmp_path: Path) -> None:
    from policyhooks.collecting.lake_files import partition, write_rows
    from policyhooks.collecting.lake_rows import Finding, finding_row, health_row, record_row
    from policyhooks.collecting.lake_schema import FINDINGS, HEALTH
    from policyhooks.collecting.lake_schema import RECORDS as TABLE

    folder = make_lake(tmp_path / "lake", len(TEXTS), 3, days=1, now=time.time(), trouble=False)
    catalog, now = known.open_catalog(folder), int(time.time() * 1000)
    day = time.strftime("%Y-%m-%d", time.gmtime())
    for at, text in enumerate(TEXTS):
        name = name_of(at + 1)
        names = ("client", "version", "native", "event", "session", "tool", "cwd", "error", "verdict")
        rule = dict.fromkeys(("id", "outcome", "effect", "would", "why", "mode"), text)
        record = {
            "seq": 90,
            "chain": "ab" * 32,
            "kind": "decision",
            "time": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime()),
        }
        record |= {**dict.fromkeys(names, text), "by": [text], "rules": [rule], "input": {"command": text}}
        health = dict.fromkeys(
            ("policyhooks", "system", "client", "scope", "bundle", "bundle_version", "journal"), text
        )
        rows = {
            TABLE: (record_row(f"{name}:1:90", name, 1, now, record), name),
            HEALTH: (health_row(f"{name}:1:health:9", name, now, {"time": record["time"], **health}), name),
            FINDINGS: (finding_row(now, Finding("gap", name, text, 1, 7, 9, id=f"harm-{at}")), ""),
        }
        with known.transaction(catalog):
            for table, (row, of) in rows.items():
                path, size = write_rows(folder, table, partition(table, day, of), f"9{at}-9{at}", [row])
                known.add_file(catalog, path, 1, size)
    catalog.close()
    (tmp_path / FOLDER).mkdir(mode=0o700)
    with page_on(replace(doors_of(tmp_path), lake=open_lakes(str(folder)))) as running:
        shown = ""
        for path in ("/fleet", "/fleet?span=1d", *(f"/fleet/{name_of(at + 1)}" for at in range(len(TEXTS)))):
            answer = running.ask("GET", path, running.signed_in)
            check(*answer)
            assert answer[0] == 200, answer[2]
            shown += answer[2]
    assert MARK in html.unescape(shown)
