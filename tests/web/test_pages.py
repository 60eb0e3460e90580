"""The pages on a real installation: what the command line says of the same records; changes are written down."""

import contextlib
import csv
import html
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra `serve` is not installed: make serve")

from policyhooks.cli.main import build_parser, run
from policyhooks.cli.verbs.serve import open_doors
from policyhooks.inspect.false_alarms import read_marks
from policyhooks.inspect.journal import read_records
from policyhooks.runtime.ports.journal import FILE, FOLDER, append
from policyhooks.web.audit import FILE as CHANGES
from policyhooks.web.journal_view import JournalView
from policyhooks.web.pages.health import KEPT
from tests.web.demo import fill, install, records
from tests.web.serving import LIMIT_S, Page, page_on

RECORDS = 240


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path]]:
    scratch = tmp_path_factory.mktemp("scratch")
    before = os.environ.get("XDG_STATE_HOME")
    os.environ["XDG_STATE_HOME"] = str(scratch / "state")
    project, state = install(scratch, ("git-history", "remote-code", "common"))
    fill(state, records(project, state), RECORDS, 3)
    yield project, state
    os.environ.pop("XDG_STATE_HOME")
    if before is not None:
        os.environ["XDG_STATE_HOME"] = before


@pytest.fixture(scope="module")
def page(installed: tuple[Path, Path]) -> Iterator[Page]:
    words = ["serve", "--client", "claude-code", "--scope", "project", "--root", str(installed[0])]
    with page_on(open_doors(build_parser("serve").read(words))) as running:
        yield running


def said(*words: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        run(list(words))
    return out.getvalue()


def named(installed: tuple[Path, Path]) -> list[str]:
    return ["--client", "claude-code", "--scope", "project", "--root", str(installed[0])]


def denied(installed: tuple[Path, Path], rule: str) -> dict[str, object]:
    return dict(next(one for one in read_records(installed[1]) if rule in list(one.get("by", []))))  # type: ignore[call-overload]


def test_decisions_are_those_of_log(page: Page, installed: tuple[Path, Path]) -> None:
    _, text = page.look("/decisions")
    every = list(read_records(installed[1]))
    newest = sorted(every, key=lambda one: str(one["time"]))[::-1][:50]
    assert f"{len(every)} of {len(every)} records" in text
    assert [text.index(str(one["chain"])) for one in newest] == sorted(text.index(str(one["chain"])) for one in newest)
    assert str(sorted(every, key=lambda one: str(one["time"]))[0]["chain"]) not in text


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("verdict=deny", lambda one: one["verdict"] == "deny"),
        (
            "rule=packs.git-history/*",
            lambda one: any(str(rule["id"]).startswith("packs.git-history/") for rule in one.get("rules", [])),
        ),
        ("q=FORCE", lambda one: "--force" in json.dumps(one.get("input"))),
        ("client=cursor", lambda one: False),
        ("since=24h&verdict=ask", lambda one: one["verdict"] == "ask" and time.time() - 86400 < _seconds(one["time"])),
        ("verdict=nonsense&since=nonsense&page=-3", lambda one: True),
    ],
)
def test_filters(page: Page, installed: tuple[Path, Path], query: str, wanted: object) -> None:
    count = sum(bool(wanted(one)) for one in read_records(installed[1]))  # type: ignore[operator]
    assert f"{count} of " in page.look(f"/decisions?{query}")[1]


def _seconds(text: object) -> float:
    from datetime import datetime

    return datetime.fromisoformat(str(text)).timestamp()


def test_a_record_is_explained_as_on_the_command_line(page: Page, installed: tuple[Path, Path]) -> None:
    record = denied(installed, "packs.git-history/force-push-protected")
    status, text = page.look(f"/decisions/{record['chain']}")
    assert status == 200
    for form in ("test", "exception"):
        yaml = said("log", "show", str(record["chain"])[:12], "--as", form, *named(installed))
        assert html.escape(yaml.strip().splitlines()[-1], quote=False) in html.unescape(
            text
        ) or yaml.strip() in html.unescape(text)
        assert yaml.strip() in html.unescape(text)
    assert "near misses" in text.lower()
    assert "permissionDecision" in html.unescape(text)
    known = json.loads(
        said(
            "explain",
            "--log",
            str(record["chain"])[:12],
            "--client",
            "claude-code",
            "--cwd",
            str(installed[0]),
            "--format",
            "json",
        )
    )
    assert known["answers"][0]["stdout"].strip() in html.unescape(text)
    assert known["messages"]["user"] in html.unescape(text)


def test_a_mark_is_written_down_before_it_is_made(page: Page, installed: tuple[Path, Path]) -> None:
    record = denied(installed, "packs.remote-code/download-to-interpreter")
    where = f"/decisions/{record['chain']}/mark"
    assert page.send(where, f"proof={page.proof}&reason=our+own+host", **{"X-Proof": page.proof})[0] == 303
    assert read_marks(installed[1])[str(record["chain"])].reason == "our own host"
    assert "marked as a false alarm" in page.look(f"/decisions/{record['chain']}")[1]
    assert page.send(where, "undo=yes")[0] == 303
    assert str(record["chain"]) not in read_marks(installed[1])
    changes = [json.loads(line) for line in (installed[1] / FOLDER / CHANGES).read_text().splitlines()]
    assert [(one["what"], one["about"] == record["chain"]) for one in changes][-2:] == [
        ("mark", True),
        ("unmark", True),
    ]
    assert changes[-1]["who"] == "browser"
    assert page.session not in json.dumps(changes)


def test_a_change_that_cannot_be_written_down_is_not_made(page: Page, installed: tuple[Path, Path]) -> None:
    record = denied(installed, "packs.remote-code/download-to-interpreter")
    path = installed[1] / FOLDER / CHANGES
    kept = path.read_bytes() if path.exists() else b""
    path.unlink(missing_ok=True)
    path.symlink_to("/dev/full")
    try:
        status, text = page.send(f"/decisions/{record['chain']}/mark", "reason=x")
        assert status == 503
        assert "nothing was changed" in text
        assert str(record["chain"]) not in read_marks(installed[1])
    finally:
        path.unlink()
        path.write_bytes(kept)


def test_rules_with_what_they_did_and_their_tests(page: Page, installed: tuple[Path, Path]) -> None:
    end = time.monotonic() + 240
    while "being read" in (text := page.look("/rules")[1]) and time.monotonic() < end:
        time.sleep(0.1)
    counts = json.loads(said("log", "stats", "--json", *named(installed)))["rules"]
    mine = counts["packs.git-history/force-push-protected"]
    row = text.partition("force-push-protected")[2].partition("</tr>")[0]
    assert f'data-name="fired">{mine["fired"]}<' in row
    assert f'data-name="denied">{mine["denied"]}<' in row
    assert "quiet" in row
    assert "rules never fired here" in text


def test_the_map_has_every_id_with_its_rules_and_its_gaps(page: Page) -> None:
    from policyhooks.shipped.frameworks import FRAMEWORKS

    known = page.desk.doors.maps(page.desk.doors.states[0])
    for one in FRAMEWORKS:
        _, text = page.look(f"/map?framework={one.name}")
        for name, title in one.titles.items():
            row = text.partition(f'id="{name}">')[2].partition("</tr>")[0]
            assert title in html.unescape(row), name
            mine = [rule for rule, maps in known.items() if name in maps.get(one.key, ())]
            assert [f'href="/rules/{rule}"' in row for rule in mine] == [True] * len(mine), name
            assert ("no rule" in row) == (not mine), name
        alone = page.look(f"/map?framework={one.name}&show=gaps")[1]
        assert alone.count("no rule") == text.count("no rule") > 0
        assert "<code>packs.git-history/" not in alone.partition("Policies against")[0]


def test_the_map_counts_decisions_and_policies(page: Page, installed: tuple[Path, Path]) -> None:
    counts = json.loads(said("log", "stats", "--json", *named(installed)))["maps"]["owasp"]
    _, text = page.look("/map?framework=owasp")
    for name, count in counts.items():
        row = text.partition(f'id="{name}">')[2].partition("</tr>")[0]
        assert f'<td class="number">{count}</td>' in row, name
    alone = page.look("/map?framework=owasp&policy=packs.git-history")[1].partition("Policies against")[0]
    assert "/rules/packs.git-history/force-push-protected" in alone
    assert "/rules/packs.remote-code/" not in alone
    assert page.look("/map?framework=nonsense&policy=nonsense&show=nonsense")[0] == 200


def test_a_rule_with_its_tags_and_records(page: Page, installed: tuple[Path, Path]) -> None:
    rule = "packs.git-history/force-push-protected"
    status, text = page.look(f"/rules/{rule}")
    assert status == 200
    known = page.desk.doors.maps(page.desk.doors.states[0])[rule]
    assert known
    for key, ids in known.items():
        for name in ids:
            assert f"<code>{name}</code>" in text, key
    record = denied(installed, rule)
    assert str(record["chain"]) in text
    count = json.loads(said("log", "stats", "--json", *named(installed)))["rules"][rule]["fired"]
    assert f"<dt>fired</dt><dd>{count}</dd>" in text
    assert page.look("/rules/nobody/knows-it")[0] == 400
    tagged = page.look(f"/decisions/{record['chain']}")[1].partition("What its rules are about")[2]
    assert all(name in tagged for ids in known.values() for name in ids)


def test_decisions_leave_with_their_tags(page: Page, installed: tuple[Path, Path]) -> None:
    rule = "packs.git-history/force-push-protected"
    known = page.desk.doors.maps(page.desk.doors.states[0])[rule]
    lines = [json.loads(line) for line in page.look("/decisions.jsonl?verdict=deny")[1].splitlines()]
    told = [
        json.loads(line)
        for line in said("log", "--json", "--limit", "0", "--verdict", "deny", *named(installed)).splitlines()
    ]
    assert lines == sorted(told, key=lambda one: str(one["time"]))[::-1]
    rows = list(csv.DictReader(io.StringIO(page.look(f"/decisions.csv?rule={rule}")[1])))
    assert len(rows) == json.loads(said("log", "stats", "--json", *named(installed)))["rules"][rule]["fired"]
    assert {key: tuple(rows[0][key].split()) for key in known} == dict(known)
    sheet = list(csv.DictReader(io.StringIO(page.look("/map.csv")[1])))
    assert {row["rule"] for row in sheet if row["id"] == known["owasp"][0]} >= {rule}
    assert [row["rule"] for row in sheet if row["id"] == "ASI08"] == [""]


def test_judges(page: Page) -> None:
    _, text = page.look("/judge")
    assert "acme.review/outgoing" in text
    for cause in ("timeout", "no-key", "unparsed"):
        assert cause in text


def test_health_is_what_doctor_finds(page: Page, installed: tuple[Path, Path]) -> None:
    assert "Not examined yet" in page.look("/health")[1]
    assert page.send("/health", "")[0] == 303
    end = time.monotonic() + 240
    while KEPT not in page.desk.kept and time.monotonic() < end:
        time.sleep(0.2)
    _, text = page.look("/health")
    assert "claude-code" in text
    assert "fails-closed" in text


def test_a_record_goes_into_the_playground_masked(page: Page, installed: tuple[Path, Path]) -> None:
    record = denied(installed, "packs.git-history/force-push-protected")
    _, text = page.look(f"/playground?record={record['chain']}")
    event = html.unescape(text.partition('<textarea id="event"')[2].partition(">")[2].partition("</textarea>")[0])
    assert json.loads(event)["tool_input"]["command"] == "git push --force origin main"
    assert str(installed[0]) not in event


def test_a_journal_is_followed_and_begun_anew_where_it_was_cut(installed: tuple[Path, Path], tmp_path: Path) -> None:
    made = [dict(one) for one in list(read_records(installed[1]))[:6]]
    (tmp_path / FOLDER).mkdir(mode=0o700)
    view = JournalView([tmp_path])
    assert view.look() == []
    for number, record in enumerate(made, start=1):
        append(
            str(tmp_path),
            {name: value for name, value in record.items() if name not in ("seq", "chain")},
            rotate_at=3000,
        )
        assert len(view.look()) == number
    assert len(list((tmp_path / FOLDER).glob("*.jsonl"))) > 1
    current = tmp_path / FOLDER / FILE
    whole = current.read_bytes()
    current.write_bytes(whole + b'{"seq": 99, "chain": "torn')
    assert len(view.look()) == len(made)
    for path in (tmp_path / FOLDER).glob("journal-*.jsonl"):
        path.unlink()
    assert len(view.look()) == len(whole.splitlines())


def test_the_command(installed: tuple[Path, Path], tmp_path: Path) -> None:
    """The verb itself: the link is printed and works once, root must be told, Ctrl-C ends it."""
    words = [sys.executable, "-m", "policyhooks", "serve", *named(installed)]
    root = ["--as-root"] if os.geteuid() == 0 else []
    if root:
        refused = subprocess.run(words, capture_output=True, text=True, check=False, timeout=LIMIT_S)
        assert refused.returncode == 2
        assert "--as-root" in refused.stderr
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        [*words, *root],
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        text=True,
    ) as served:
        try:
            assert served.stdout is not None
            link = served.stdout.readline().strip()
            address, _, token = link.partition("/enter#")
            assert address.startswith("http://127.0.0.1:")
            listening = Path(f"/proc/{served.pid}/cmdline").read_bytes() if Path("/proc").is_dir() else b""
            assert token.encode() not in listening
            import http.client

            connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=LIMIT_S)
            headers = {"Origin": address, "Content-Type": "application/json"}
            connection.request("POST", "/enter", json.dumps({"token": token}), headers)
            answer = connection.getresponse()
            assert answer.status == 200
            assert answer.read()
            cookie = str(answer.getheader("set-cookie")).partition(";")[0]
            connection.request("GET", "/decisions", headers={"Cookie": cookie})
            assert connection.getresponse().status == 200
            connection.close()
        finally:
            served.send_signal(signal.SIGINT)
            assert served.wait(LIMIT_S) in (0, 130, -signal.SIGINT)
