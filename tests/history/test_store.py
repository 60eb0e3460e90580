"""Past events come out as the clients wrote them; what cannot be read is counted, and nothing crashes."""

import json
import os
import random
import shutil
from collections import Counter
from pathlib import Path

import pytest

from policyhooks.clients.past_calls import FAILED, OPEN, RAN, REFUSED, histories
from policyhooks.history import safe_files
from policyhooks.history.past_events import FIXTURES, JOURNAL, TRANSCRIPT, PastEvent, Segment
from policyhooks.history.safe_files import CUT_OFF, LINK, NOT_JSON, NOT_OBJECT, NOT_REGULAR, TOO_LONG, Skipped
from policyhooks.history.store import (
    FOREIGN,
    NO_PAYLOAD,
    NOT_A_DECISION,
    UNKNOWN_CLIENT,
    find_segments,
    find_transcripts,
    read_segment,
    recognize,
)

HOME = Path(__file__).parents[1] / "data/history/home"
SOAK = bool(os.environ.get("POLICYHOOKS_SOAK"))
CLAUDE = ".claude/projects/-w-project/main.jsonl"

# What the scripted sessions did, on each real client: tool, its state, what it was given, whether by a sub-agent.
WANT = {
    "claude-code": [
        ("Bash", RAN, "echo one", False),
        ("Bash", REFUSED, "touch marker", False),
        ("Read", RAN, "/w/project/notes.txt", False),
        ("Write", RAN, "/w/project/new.txt", False),
        ("Agent", RAN, "help", False),
        ("Bash", FAILED, "cat /nonexistent-file", False),
        ("Bash", RAN, "echo from sub", True),
    ],
    "codex": [
        ("Bash", RAN, "echo one", False),
        ("Bash", REFUSED, "touch marker", False),
        ("apply_patch", REFUSED, "*** Begin Patch\n*** Add File: new.txt\n+x\n*** End Patch\n", False),
        ("Bash", RAN, "cat /nonexistent-file", False),
    ],
    "gemini-cli": [
        ("run_shell_command", RAN, "echo one", False),
        ("run_shell_command", REFUSED, "touch marker", False),
        ("read_file", RAN, "/w/project/notes.txt", False),
        ("write_file", RAN, "/w/project/new.txt", False),
        ("run_shell_command", RAN, "cat /nonexistent-file", False),
    ],
    "copilot-cli": [
        ("bash", RAN, "echo one", False),
        ("bash", REFUSED, "touch marker", False),
        ("view", RAN, "/w/project/notes.txt", False),
        ("create", RAN, "/w/project/new.txt", False),
        ("bash", RAN, "cat /nonexistent-file", False),
    ],
}


def read_all(segments: list[Segment], skipped: Counter[str]) -> list[PastEvent]:
    return [event for segment in segments for event in read_segment(segment, skipped)]


def given(event: PastEvent) -> str:
    values = event.payload.get("tool_input") or event.payload.get("toolArgs")
    assert isinstance(values, dict)
    return str(next(iter(values.values())))


@pytest.mark.parametrize("client", WANT)
def test_each_call_of_a_real_session(client: str) -> None:
    skipped = Skipped()
    events = [one for one in read_all(find_transcripts(HOME, skipped), skipped) if one.client == client]
    found = [(one.tool, one.state, given(one), bool(one.agent)) for one in events]
    assert sorted(found) == sorted(WANT[client])
    assert not skipped
    assert all(one.use_id and one.session and one.at and one.payload["cwd"] == "/w/project" for one in events)
    assert all(bool(one.after) == (one.state in (RAN, FAILED)) for one in events)


def test_every_client_with_transcripts_has_a_session_here() -> None:
    assert set(histories()) == set(WANT)


def test_files_are_known_by_what_they_hold(tmp_path: Path) -> None:
    for number, path in enumerate(sorted(HOME.rglob("*.jsonl"))):
        shutil.copy(path, tmp_path / f"{number}.jsonl")
    skipped = Skipped()
    found = find_segments([tmp_path], skipped)
    assert sorted(one.client for one in found) == sorted([*WANT, "claude-code"])
    assert {one.kind for one in found} == {TRANSCRIPT}
    assert len(read_all(found, skipped)) == sum(map(len, WANT.values()))


def test_a_call_without_a_result_is_open(tmp_path: Path) -> None:
    lines = (HOME / CLAUDE).read_text().splitlines(keepends=True)
    (tmp_path / "a.jsonl").write_text("".join(line for line in lines if '"tool_result"' not in line))
    events = read_all([Segment(TRANSCRIPT, str(tmp_path / "a.jsonl"), "claude-code")], Skipped())
    assert {one.state for one in events} == {OPEN}
    assert len(events) == len(WANT["claude-code"]) - 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"a": 1, "a": 2}\n', NOT_JSON),
        (b"\xff\xfe\n", NOT_JSON),
        (b"[" * 5000 + b"]" * 5000 + b"\n", NOT_JSON),
        (b'{"a": NaN}\n', NOT_JSON),
        (b"[1]\n", NOT_OBJECT),
        (b'{"type": "assistant", "mess', CUT_OFF),
    ],
)
def test_lines_that_are_skipped(tmp_path: Path, line: bytes, why: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes((HOME / CLAUDE).read_bytes() + line)
    skipped = Skipped()
    events = read_all([Segment(TRANSCRIPT, str(path), "claude-code")], skipped)
    assert len(events) == len(WANT["claude-code"]) - 1
    assert skipped == {why: 1}


def test_a_long_line_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_files, "LONGEST_LINE", 20_000)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"x": "' + b"a" * 3_000_000 + b'"}\n' + (HOME / CLAUDE).read_bytes())
    skipped = Skipped()
    events = read_all([Segment(TRANSCRIPT, str(path), "claude-code")], skipped)
    assert len(events) == len(WANT["claude-code"]) - 1
    assert skipped == {TOO_LONG: 1}


def test_links_pipes_and_devices_are_not_read(tmp_path: Path) -> None:
    folder = tmp_path / ".claude/projects/p"
    folder.mkdir(parents=True)
    (folder / "link.jsonl").symlink_to(HOME / CLAUDE)
    (folder / "dir").symlink_to(HOME / ".claude/projects/-w-project")
    os.mkfifo(folder / "pipe.jsonl")
    skipped = Skipped()
    assert read_all(find_transcripts(tmp_path, skipped), skipped) == []
    assert skipped == {LINK: 1, NOT_REGULAR: 1}
    skipped = Skipped()
    assert recognize(Path("/dev/zero"), skipped) is None
    assert skipped == {NOT_REGULAR: 1}


@pytest.mark.skipif(os.geteuid() != 0, reason="needs to give a file away")
def test_a_file_of_another_user_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    shutil.copy(HOME / CLAUDE, path)
    os.chown(path, 65534, 65534)
    skipped = Skipped()
    assert find_segments([path], skipped) == []
    assert skipped == {safe_files.NOT_OURS: 1}


def test_a_foreign_file_is_counted(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"hello": "world"}\n' * 3)
    skipped = Skipped()
    assert find_segments([tmp_path], skipped) == []
    assert skipped == {FOREIGN: 1}


PAYLOAD = {"session_id": "s", "tool_use_id": "t1", "tool_name": "Bash", "tool_input": {"command": "ls"}}
RECORD = {
    "time": "2026-11-18T10:00:00.000Z",
    "kind": "decision",
    "client": "claude-code",
    "native": "PreToolUse",
    "session": "s",
    "tool": "Bash",
    "verdict": "deny",
    "by": ["p/r"],
    "input": {**PAYLOAD, "prompt": {"length": 3, "hash": "00"}},
    "seq": 1,
    "chain": "0" * 64,
}


def test_a_journal(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    (tmp_path / "machine").write_text("m1\n")
    records = [
        RECORD,
        {**RECORD, "kind": "later"},
        {**RECORD, "input": None, "error": "x"},
        {**RECORD, "client": "nobody"},
    ]
    text = "".join(json.dumps(one) + "\n" for one in records)
    (tmp_path / "journal/journal.jsonl").write_text(text)
    skipped = Skipped()
    (segment,) = find_segments([tmp_path], skipped)
    assert (segment.kind, segment.machine, segment.person) == (JOURNAL, "m1", str(os.getuid()))
    (event,) = read_segment(segment, skipped)
    assert (event.verdict, event.by, event.use_id, event.session) == ("deny", ("p/r",), "t1", "s")
    assert event.unknown[0].startswith("prompt was not kept")
    assert skipped == {NOT_A_DECISION: 1, NO_PAYLOAD: 1, UNKNOWN_CLIENT: 1}


def test_fixtures_of_record(tmp_path: Path) -> None:
    one = {"client": "claude-code", "native": "PreToolUse", "version": "1", "payload": PAYLOAD}
    (tmp_path / "f.json").write_text(json.dumps([one, {"client": "claude-code"}, 3]))
    skipped = Skipped()
    (segment,) = find_segments([tmp_path / "f.json"], skipped)
    assert segment.kind == FIXTURES
    (event,) = read_segment(segment, skipped)
    assert event.payload == PAYLOAD
    assert skipped == {NO_PAYLOAD: 2}


def mutate(chance: random.Random, data: bytes) -> bytes:
    """A transcript as a torn disk, an editor or somebody hostile would leave it."""
    at, other = sorted(chance.randrange(len(data)) for _ in range(2))
    junk = chance.choice([b"\x00", b'"', b"{", b"]", b"\n", b"null", b"1e999", b"\xed\xa0\x80", b'{"id":' * 50, b"[]"])
    ways = (data[:at], data[:at] + data[other:], data[:at] + junk + data[at:], data[:at] + junk + data[other:])
    lines = data.split(b"\n")
    chance.shuffle(lines)
    swapped = data.replace(chance.choice([b'"id"', b'"type"', b'"name"', b'"input"', b'"args"']), b'"content"', 3)
    typed = data.replace(chance.choice([b'"Bash"', b'"default"', b'"toolu_1"', b'{"command"']), b"[17]", 2)
    return chance.choice([*ways, b"\n".join(lines), swapped, typed])


@pytest.mark.parametrize("client", WANT)
def test_mutated_transcripts_never_crash(client: str, tmp_path: Path) -> None:
    chance = random.Random(f"history {client}")
    sources = [Path(one.path) for one in find_transcripts(HOME, Skipped()) if one.client == client]
    path = tmp_path / "a.jsonl"
    reasons: Counter[str] = Counter()
    for _ in range(2500 if SOAK else 120):
        path.write_bytes(mutate(chance, chance.choice(sources).read_bytes()))
        skipped = Skipped()
        find_segments([path], skipped)
        events = read_all([Segment(TRANSCRIPT, str(path), client)], skipped)
        assert all(isinstance(one.payload, dict) and one.tool for one in events)
        reasons += skipped
    assert {NOT_JSON, CUT_OFF} <= reasons.keys(), "the changes do harm"
