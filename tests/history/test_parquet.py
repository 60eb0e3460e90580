"""Events go to Parquet and come back the same; whatever else a file holds is counted, and nothing crashes."""

import json
import os
import random
import shutil
import stat
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed (make .venv/history)")

import pyarrow as pa
from pyarrow import parquet

from policyhooks.cli.main import run
from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.history import event_rows
from policyhooks.history.event_rows import COLUMNS, NO_CLIENT, NO_EVENT, NO_JSON, TOO_LONG, row_of
from policyhooks.history.parquet_reader import OTHER_SCHEMA, TORN, arrow_schema
from policyhooks.history.parquet_writer import TOLD, export
from policyhooks.history.past_events import FIXTURES, JOURNAL, PARQUET, PastEvent, Segment
from policyhooks.history.replaying import replay
from policyhooks.history.safe_files import LINK, Skipped
from policyhooks.history.scanning import scan
from policyhooks.history.store import find_segments, find_transcripts, read_segment
from tests.history.test_replaying import HEAD, HOME, bench, journal, rule
from tests.support.counts import scaled

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def read_all(segments: list[Segment], skipped: Counter[str] | None = None) -> list[PastEvent]:
    counted = Skipped() if skipped is None else skipped
    return [event for segment in segments for event in read_segment(segment, counted)]


def everything(folder: Path) -> list[Segment]:
    """Transcripts of every client, a journal of two days and a fixture."""
    rules = [{"id": "acme.past/x", "outcome": "fired", "judge": {"outcome": "ok", "model": "fast"}}]
    found = journal(folder / "state", {"command": "touch marker"}, {"command": f"curl -H {TOKEN}"}, rules=rules)
    (folder / "state/machine").write_text("m1\n")
    one = {"client": "cursor", "native": "preToolUse", "payload": {"tool_name": "Shell", "odd": ["\u00e9", 1.5, None]}}
    (folder / "f.json").write_text(json.dumps([one]))
    found += find_segments([folder / "f.json"], Skipped())
    return [replace(one, machine="m1") if one.kind == JOURNAL else one for one in found] + find_transcripts(
        HOME, Skipped()
    )


def write(path: Path, rows: list[dict[str, object]], schema: pa.Schema | None = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    parquet.write_table(pa.Table.from_pylist(rows, schema=schema or arrow_schema()), path)
    return path


def row(**more: object) -> dict[str, object]:
    payload = {"session_id": "s", "tool_name": "Bash", "tool_input": {"command": "touch marker"}, "cwd": "/w"}
    segment = Segment(JOURNAL, "/j", person="1000", machine="m1")
    past = PastEvent(segment, 1, "claude-code", "PreToolUse", payload, at="2026-11-18T10:00:00.000Z", verdict="pass")
    return row_of(past) | more


def test_all_of_it_comes_back(tmp_path: Path) -> None:
    events = read_all(everything(tmp_path))
    export(events, tmp_path / "lake", full=True)
    found = read_all(find_segments([tmp_path / "lake"], Skipped()))
    order = lambda one: (one.segment.path, one.line, one.use_id)  # noqa: E731
    assert sorted(found, key=order) == sorted(events, key=order)
    assert {one.segment.kind for one in found} == {"transcript", JOURNAL, FIXTURES}
    told = json.loads((tmp_path / "lake" / TOLD).read_text())
    assert told == {"v": 1, "events": len(events), "files": len(list((tmp_path / "lake").rglob("*.parquet")))}


def test_a_partition_a_day_and_installation_private(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        export(read_all(everything(tmp_path)), tmp_path / "lake", full=True)
    finally:
        os.umask(old)
    folders = {str(one.parent.relative_to(tmp_path / "lake")) for one in (tmp_path / "lake").rglob("*.parquet")}
    assert "day=2026-11-18/installation=m1" in folders
    assert "day=unknown/installation=cursor" in folders
    assert any(one.endswith("installation=gemini-cli") for one in folders)
    for one in [tmp_path / "lake", *(tmp_path / "lake").rglob("*")]:
        assert stat.S_IMODE(one.stat().st_mode) == (0o700 if one.is_dir() else 0o600), one


def test_a_replay_of_it_says_the_same(tmp_path: Path) -> None:
    segments = everything(tmp_path)
    export(read_all(segments), tmp_path / "lake", full=True)
    old = bench(tmp_path / "old", rule("marker", "touch marker"))
    new = bench(tmp_path / "new", rule("marker", "touch marker", "ask"), rule("echo", "echo one"))
    lake = find_segments([tmp_path / "lake"], Skipped())
    assert {one.kind for one in lake} == {PARQUET}
    for before in (old, None):
        direct, stored = replay(segments, new, before), replay(lake, new, before)
        assert stored.as_json() == direct.as_json()
        assert direct.counts if before else direct.unknown
    direct_scan, stored_scan = scan(segments, new).as_json(), scan(lake, new).as_json()
    assert {**stored_scan, "files": 0} == {**direct_scan, "files": 0}
    assert direct_scan["would_deny"]


REMEMBERS = HEAD.replace(
    "rules:\n",
    "memory:\n  marked: {flag: true, events: [shell.before], when: 'shell.command == \"touch marker\"'}\nrules:\n",
) + rule("after", "echo", "deny").replace('"echo")', '"echo") && memory.marked.set')


def test_sessions_remember_over_midnight_and_each_journal_for_itself(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new/p.yaml").write_text(REMEMBERS)
    from policyhooks.compiler.compile import compile_policies
    from policyhooks.history.verdicts import Bench
    from policyhooks.inspect.rulebook import of_compiled

    new = Bench(of_compiled(compile_policies([str(tmp_path / "new")], None)))
    base = {"session_id": "s", "tool_name": "Bash", "cwd": "/w", "hook_event_name": "PreToolUse"}
    events = []
    for source, words in (("/a", ("touch marker", "echo one")), ("/b", ("echo one", "echo two"))):
        for day, command in enumerate(words, start=18):
            payload = {**base, "tool_input": {"command": command}}
            segment = Segment(JOURNAL, source, machine="m1")
            at = f"2026-11-{day}T10:00:00.000Z"
            events.append(PastEvent(segment, day, "claude-code", "PreToolUse", payload, at=at, verdict="pass"))
    export(events, tmp_path / "lake", full=True)
    found = replay(find_segments([tmp_path / "lake"], Skipped()), new, None)
    assert [(one.source, one.line, one.kind) for one in found.records] == [("/a", 19, "denied")]
    assert found.same == 3


def test_secrets_are_masked_once_more(tmp_path: Path) -> None:
    events = read_all(everything(tmp_path))
    assert TOKEN in str(events[1].payload)
    export(events, tmp_path / "lake", full=False)
    found = read_all(find_segments([tmp_path / "lake"], Skipped()))
    assert len(found) == len(events)
    assert TOKEN not in str(found)
    (masked,) = [one for one in found if "curl" in str(one.payload)]
    assert any("is masked" in why for why in masked.unknown)
    counted = scan(find_segments([tmp_path / "lake"], Skipped()), bench(tmp_path / "new", rule("x", "xyz")))
    assert counted.unknown


def test_an_export_never_adds_to_another(tmp_path: Path) -> None:
    export([], tmp_path / "lake", full=False)
    with pytest.raises(UsageError, match="is not empty"):
        export([], tmp_path / "lake", full=False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from policyhooks.history import parquet_writer

    full = lambda path: Path("/dev/full")  # noqa: E731
    monkeypatch.setattr(parquet_writer, "_draft", full)
    monkeypatch.setattr(parquet_writer.os, "O_EXCL", 0)
    monkeypatch.setattr(parquet_writer.os, "O_CREAT", 0)
    with pytest.raises(EnvironmentBroken, match="no space left"):
        export(read_all(everything(tmp_path)), tmp_path / "lake", full=True)


def test_many_parts_are_written_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from policyhooks.history import parquet_writer

    monkeypatch.setattr(parquet_writer, "MOST_OPEN", 2)
    monkeypatch.setattr(parquet_writer, "ROWS", 3)
    days = [f"2026-11-{day:02d}" for day in (1, 2, 3, 1, 2, 3, 3, 3, 3, 3, 1)]
    events = [PastEvent(Segment(JOURNAL, "/j", machine="m"), at, "codex", "PreToolUse", {}, at=day)
              for at, day in enumerate(days)]  # fmt: skip
    export(events, tmp_path / "lake", full=True)
    (segment,) = find_segments([tmp_path / "lake"], Skipped())
    assert len(segment.files) > 3
    found = [(one.at, one.line) for one in read_segment(segment, Skipped())]
    assert found == sorted((one.at, one.line) for one in events)
    since = find_segments([tmp_path / "lake"], Skipped(), since=1_793_664_000.0)[0]  # 2026-11-03
    assert {one.at for one in read_segment(since, Skipped())} == {"2026-11-03"}


WRONG = [
    ({"kind": "parquet"}, NO_EVENT),
    ({"client": "nobody"}, NO_CLIENT),
    ({"payload": "{"}, NO_JSON),
    ({"payload": "[1]"}, NO_JSON),
    ({"seen": '{"a": NaN}'}, NO_JSON),
    ({"record": "[" * 100_000}, NO_JSON),
]


@pytest.mark.parametrize(("values", "why"), WRONG)
def test_a_row_that_is_none_is_counted(tmp_path: Path, values: dict[str, object], why: str) -> None:
    write(tmp_path / "x.parquet", [row(line=1), row(**values), row(line=3)])
    skipped = Skipped()
    assert [one.line for one in read_all(find_segments([tmp_path], skipped), skipped)] == [1, 3]
    assert skipped == {why: 1}


def test_a_long_text_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_rows, "LONGEST_LINE", 1000)
    write(tmp_path / "x.parquet", [row(), row(tool="x" * 1001)])
    skipped = Skipped()
    assert len(read_all(find_segments([tmp_path], skipped), skipped)) == 1
    assert skipped == {TOO_LONG: 1}


def other(change: str) -> pa.Schema:
    fields = {one.name: one for one in arrow_schema()}
    if change == "missing":
        del fields["payload"]
    elif change == "number":
        fields["tool"] = pa.field("tool", pa.int64())
    elif change == "nested":
        fields["by"] = pa.field("by", pa.list_(pa.list_(pa.string())))
    else:
        fields["kind"] = pa.field("kind", pa.binary())
    return pa.schema(list(fields.values()))


@pytest.mark.parametrize("change", ["missing", "number", "nested", "binary"])
def test_another_schema_is_counted(tmp_path: Path, change: str) -> None:
    write(tmp_path / "x.parquet", [], other(change))
    skipped = Skipped()
    assert read_all(find_segments([tmp_path], skipped), skipped) == []
    assert skipped == {OTHER_SCHEMA: 1}


def test_nulls_are_no_events(tmp_path: Path) -> None:
    schema = pa.schema([one.with_nullable(True) for one in arrow_schema()])
    write(tmp_path / "x.parquet", [row(tool=None), row(by=[None]), row(line=None), row(line=7)], schema)
    skipped = Skipped()
    assert [one.line for one in read_all(find_segments([tmp_path], skipped), skipped)] == [7]
    assert skipped == {NO_EVENT: 3}


def test_links_drafts_and_other_files_are_no_partitions(tmp_path: Path) -> None:
    made = write(tmp_path / "store/x.parquet", [row()])
    shutil.copy(made, tmp_path / "store/.draft.parquet")
    (tmp_path / "store/link.parquet").symlink_to(made)
    (tmp_path / "store/text.parquet").write_text("hello")
    (tmp_path / "store/empty.parquet").write_text("")
    skipped = Skipped()
    assert len(read_all(find_segments([tmp_path / "store"], skipped), skipped)) == 1
    assert skipped == {LINK: 1, TORN: 2}


def mutate(chance: random.Random, data: bytes) -> bytes:
    """A file as a torn disk or somebody hostile would leave it; the footer is where it hurts most."""
    at, end = chance.randrange(len(data)), len(data) - chance.randrange(1, 3000)
    way = chance.randrange(5)
    if way == 0:
        return data[:at]
    place = at if way == 1 else max(4, end)
    junk = chance.randbytes(chance.randrange(1, 9)) if way < 4 else b"\xff\xff\xff\xff\x7f"
    return data[:place] + junk + data[place + len(junk) :]


def test_mutated_files_never_crash(tmp_path: Path) -> None:
    chance = random.Random("parquet")
    whole = write(tmp_path / "w.parquet", [row(line=at, tool=f"t{at}") for at in range(300)]).read_bytes()
    path = tmp_path / "x.parquet"
    reasons: Counter[str] = Counter()
    for _ in range(scaled(2000)):
        path.write_bytes(mutate(chance, whole))
        skipped = Skipped()
        events = read_all(find_segments([path], skipped), skipped)
        assert all(isinstance(one.payload, dict) for one in events)
        assert len(events) <= 300
        reasons += skipped
    assert reasons[TORN] > 10, "the changes do harm"


def test_the_verbs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    segments = everything(tmp_path)
    lake, store = str(tmp_path / "lake"), [str(tmp_path / "state"), str(tmp_path / "f.json"), str(HOME)]
    assert run(["log", "export", "--to", lake, "--store", *store]) == 0
    assert f"exported {len(read_all(segments))} events" in capsys.readouterr().out
    question = "select kind, count(*) n from decisions group by 1 order by 1"
    assert run(["log", "query", question, "--store", lake, "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told == [{"kind": "decision", "n": 2}, {"kind": "fixtures", "n": 1}, {"kind": "transcript", "n": 21}]
    assert run(["log", "query", "select count(*) n from rules", "--store", lake, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"n": 2}
    assert run(["log", "export", "--to", lake, "--store", *store]) == 2
    assert "is not empty" in capsys.readouterr().err
    for words in (["log", "export"], ["log", "--to", lake], ["log", "--store", lake], ["log", "stats", "--full"]):
        assert run(words) == 2


def test_every_column_is_told() -> None:
    page = (Path(__file__).parents[2] / "docs/reference/parquet.md").read_text("utf-8")
    assert all(f"`{name}`" in page for name in COLUMNS)


def test_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from policyhooks.history.parquet_results import COUNTS, FILE, REPLAY, SCAN

    page = (Path(__file__).parents[2] / "docs/reference/parquet.md").read_text("utf-8")
    assert all(f"`{name}`" in page for name in {*REPLAY, *SCAN})
    for name, effect in (("old", "deny"), ("new", "ask")):
        bench(tmp_path / name, rule("marker", "touch marker", effect))
    old, new, home = str(tmp_path / "old"), str(tmp_path / "new"), str(HOME)
    words = {
        "replay": ["replay", "--policies", new, "--against", old, "--store", home, "--format", "json"],
        "scan": ["scan", "--policies", old, "--transcripts", home, "--since", "all", "--format", "json"],
    }
    for verb, key in (("replay", "records"), ("scan", "findings")):
        folder = tmp_path / verb
        assert run([*words[verb], "--results", str(folder)]) == 0
        told = json.loads(capsys.readouterr().out)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600
        table = parquet.read_table(folder / FILE)
        assert table.to_pylist() == told.pop(key)
        counts = json.loads(table.schema.metadata[COUNTS.encode()])
        assert {name: told[name] for name in counts} == counts
        assert counts["skipped"] == {}
        assert run([*words[verb], "--results", str(folder)]) == 2
        capsys.readouterr()
