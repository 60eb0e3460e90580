"""`policyhooks log` on journals that the hook's own writer made."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.cli.options.states import recorded_in
from policyhooks.cli.verbs.log import read_time
from policyhooks.errors import UsageError
from policyhooks.runtime.ports.journal import append
from tests.support.counts import scaled

RECORDS = [
    {"v": 1, "time": "2026-11-16T09:00:00.000Z", "kind": "decision", "client": "cursor", "verdict": "deny",
     "by": ["acme.a/x"], "rules": [{"id": "acme.a/x", "outcome": "fired", "effect": "deny", "would": "deny"}],
     "ms": {"total": 12.0}, "input": {"command": "rm -rf /"}},
    {"v": 1, "time": "2026-11-16T10:00:00.000Z", "kind": "decision", "client": "claude-code", "verdict": "pass",
     "ms": {"total": 9.0}, "input": {"tool_name": "Read", "tool_input": {"file_path": "/w/a"}}},
    {"v": 1, "time": "2026-11-16T11:00:00.000Z", "kind": "decision", "client": "claude-code", "verdict": "ask",
     "by": ["acme.b/y"], "rules": [{"id": "acme.b/y", "outcome": "fired", "effect": "ask", "would": "ask"}],
     "ms": {"total": 30.0}, "input": {"tool_name": "Bash"}},
]  # fmt: skip


@pytest.fixture
def state(tmp_path: Path) -> Path:
    (tmp_path / "journal").mkdir()
    for record in RECORDS:
        append(str(tmp_path), dict(record))
    return tmp_path


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ([], [1, 2, 3]),
        (["--verdict", "deny"], [1]),
        (["--verdict", "deny", "--verdict", "ask"], [1, 3]),
        (["--rule", "acme.*/y"], [3]),
        (["--rule", "acme.a/x"], [1]),
        (["--sender", "claude-code"], [2, 3]),
        (["--since", "2026-11-16T10:00"], [2, 3]),
        (["--until", "2026-11-16T10:00"], [1]),
        (["--since", "2026-11-16T09:30", "--until", "2026-11-16T10:30:00+00:00"], [2]),
        (["--limit", "1"], [3]),
        (["--since", "1s"], []),
    ],
)
def test_filters(options: list[str], numbers: list[int], state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["log", "--state", str(state), *options]) == 0
    assert [record["seq"] for record in lines(capsys)] == numbers


def test_a_table_can_be_asked_for(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["log", "--state", str(state), "--format", "table"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].split() == ["id", "time", "client", "event", "verdict", "rule", "what", "took"]
    assert "rm -rf /" in out


def test_show(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["log", "show", "1", "--state", str(state)]) == 0
    assert capsys.readouterr().out.startswith("deny  rm -rf /")


@pytest.mark.parametrize("words", [["show", "9"], ["show"], ["stats", "3"]])
def test_usage(words: list[str], state: Path) -> None:
    assert run(["log", *words, "--state", str(state)]) == 2


def test_stats_for_machines(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both ways to ask for it, and the numbers of the screen."""
    assert run(["log", "stats", "--json", "--state", str(state)]) == 0
    told = capsys.readouterr().out
    assert run(["log", "stats", "--format", "jsonl", "--state", str(state)]) == 0
    assert capsys.readouterr().out == told
    found = json.loads(told)
    assert found["decisions"] == sum(found["verdicts"].values()) > 0
    assert set(found["latency_ms"]) == {"median", "p90", "p99", "max"}
    assert found["first"] <= found["last"]
    assert all(counts["fired"] >= counts["denied"] for counts in found["rules"].values())
    assert str(state) not in told
    assert run(["log", "stats", "--json", "--since", "2099-01-01", "--state", str(state)]) == 0
    assert json.loads(capsys.readouterr().out)["decisions"] == 0


def test_stats(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["log", "stats", "--state", str(state)]) == 0
    assert capsys.readouterr().out.startswith("3 decisions  2026-11-16 09:00:00 to 2026-11-16 11:00:00 UTC")


def test_no_installation_is_a_clear_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["log", "--state", str(tmp_path / "none")]) == 1
    assert "there is no installation at" in capsys.readouterr().err


def test_verify_holds(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["log", "verify", "--state", str(state)]) == 0
    assert capsys.readouterr().out.startswith("holds  3 records")


def test_verify_goes_past_torn_lines(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = state / "journal" / "journal.jsonl"
    with journal.open("ab") as stream:
        stream.write(b'{"v":1,"time":"2026-11-16T12')  # a writer that was killed
    append(str(state), dict(RECORDS[0]))
    assert run(["log", "verify", "--state", str(state)]) == 0
    assert "4 records, 1 torn" in capsys.readouterr().out


def test_verify_goes_across_rotated_files(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for record in RECORDS:
        append(str(state), dict(record), rotate_at=600)
    assert len(list((state / "journal").iterdir())) > 1
    assert run(["log", "verify", "--state", str(state)]) == 0
    assert capsys.readouterr().out.startswith("holds  6 records")


def test_every_changed_byte_breaks_the_chain(state: Path) -> None:
    journal = state / "journal" / "journal.jsonl"
    whole = journal.read_bytes()
    step = max(1, len(whole) // scaled(1000))
    for at in range(0, len(whole), step):
        if whole[at : at + 1] == b"\n":
            continue
        journal.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        # A line that is no record any more counts as torn; then the next one does not fit.
        last = at > whole.rstrip(b"\n").rfind(b"\n")
        assert run(["log", "verify", "--state", str(state)]) == 7 or last, at


@pytest.mark.parametrize("gone", [0, 1])
def test_every_missing_record_breaks_the_chain(gone: int, state: Path) -> None:
    journal = state / "journal" / "journal.jsonl"
    kept = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(kept[:gone] + kept[gone + 1 :]))
    assert run(["log", "verify", "--state", str(state)]) == 7


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("2h", "2026-11-16T10:00:00.000Z"),
        ("1d", "2026-11-15T12:00:00.000Z"),
        ("2026-11-16", "2026-11-16T00:00:00.000Z"),
        ("2026-11-16T10:00+02:00", "2026-11-16T08:00:00.000Z"),
    ],
)
def test_times(text: str, want: str) -> None:
    assert read_time(text, datetime(2026, 11, 16, 12, tzinfo=UTC)) == want


@pytest.mark.parametrize("text", ["yesterday", "2x", "h"])
def test_times_that_are_none(text: str) -> None:
    with pytest.raises(UsageError):
        read_time(text)


def test_a_shared_state_has_a_journal_for_every_user(tmp_path: Path) -> None:
    mine = os.getuid()
    for user in (f"{mine}", f"{mine}.7f", f"{mine + 1}", "journal"):
        (tmp_path / "users" / user).mkdir(parents=True)
    # A folder that is named after somebody else holds what its maker wants them to have said.
    assert [folder.name for folder in recorded_in(tmp_path)] == [f"{mine}", f"{mine}.7f"]
    assert recorded_in(tmp_path / "users" / f"{mine}") == [tmp_path / "users" / f"{mine}"]
