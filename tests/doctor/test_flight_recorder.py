"""`doctor --history` and `scan --coverage`: what a gap means, what to do about it, exit codes, screens."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from policyhooks.cli.main import run
from policyhooks.doctor.flight_recorder import conclude
from policyhooks.doctor.target import Machine, Target
from policyhooks.history.coverage.flights import Watch
from policyhooks.history.coverage.measuring import measure
from policyhooks.history.safe_files import Skipped
from policyhooks.history.store import find_transcripts
from policyhooks.installation.command_line import committed_command
from policyhooks.installation.entries import entries_for, events_to_install
from policyhooks.installation.places import Place, locate
from policyhooks.installation.records import InstallRecord, save_record
from policyhooks.report.recorder.formats import render
from policyhooks.report.screen.style import Style, columns
from tests.history.test_coverage import (
    RECORDED,
    change,
    drop,
    is_call,
    journal,
    of_agent,
    of_id,
    of_tool,
    set_to,
    stage,
)
from tests.support.golden import assert_golden
from tests.support.projects import enter_project

MADE = 1795000000  # 2026-11-18T11:06:40Z, before the recorded session
POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.past, title: Past, owner: appsec@acme.example}
rules:
  - id: no-marker
    match: {events: [shell.before]}
    when: shell.command.contains("touch marker")
    effect: deny
    message: {user: No markers., agent: No markers.}
"""


def set_up(project: Path) -> None:
    """What of an installation the recorder looks at; nothing of it is started."""
    place = locate("claude-code", "project", str(project))
    made = place.state / "generations/1/manifest.json"
    made.parent.mkdir(parents=True)
    made.write_text("{}")
    os.utime(made, (MADE, MADE))
    events = events_to_install("claude-code")
    entries = entries_for("claude-code", events, lambda native, _: committed_command("p-0", "claude-code", native, 30))
    hooks = {entry.native: [entry.value] for entry in entries}
    place.file.parent.mkdir()
    place.file.write_text(json.dumps({"hooks": hooks}))
    save_record(place.state, place.file, InstallRecord(str(place.file), None, ""))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation, with a session that Claude Code wrote and the journal of our hook beside it."""
    project = enter_project(tmp_path, monkeypatch)
    (project / "p.yaml").write_text(POLICY)
    set_up(project)
    (state_of(project) / "journal").mkdir()
    shutil.copy(journal(RECORDED / "claude-code"), state_of(project) / "journal")
    transcripts = tmp_path / "home/.claude/projects"
    shutil.copytree(RECORDED / "claude-code/home/.claude/projects", transcripts)
    for path in transcripts.rglob("*.jsonl"):
        path.write_text(path.read_text().replace("/w/project", str(project)))
    return project


def state_of(project: Path) -> Path:
    (state,) = (project.parent / "home/.local/state/policyhooks/projects").glob("*/claude-code")
    return state


def doctor(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code = run(["doctor", "--history", "--since", "all", "--format", "json", *words])
    return code, json.loads(capsys.readouterr().out)


def test_a_healthy_machine(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = doctor(capsys)
    assert (code, found["healthy"], found["findings"], found["covered"]) == (0, True, [], 8)
    assert "no finding is not" in found["limits"]
    assert run(["doctor", "--history", "--since", "all"]) == 0
    assert "healthy, every call that ran was decided" in capsys.readouterr().out


def test_another_folder_sees_it_too(
    project: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert doctor(capsys)[1]["covered"] == 8


def settings(project: Path) -> Path:
    return project / ".claude/settings.json"


def give_matcher(project: Path) -> None:
    found = json.loads(settings(project).read_text())
    for entry in found["hooks"]["PreToolUse"]:
        entry["matcher"] = "Read|Write"
    settings(project).write_text(json.dumps(found))


def take_entry(project: Path) -> None:
    found = json.loads(settings(project).read_text())
    del found["hooks"]["PreToolUse"]
    settings(project).write_text(json.dumps(found))


def take_entries(project: Path) -> None:
    settings(project).write_text("{}")


def switch_off(project: Path) -> None:
    (project / ".claude/settings.local.json").write_text('{"disableAllHooks": true}')


def leave(project: Path) -> None:
    """The file is as it was."""


INSTALL = "policyhooks install --client claude-code"
ADVICE: list[tuple[str, Any, Callable[[Path], None], str, str]] = [
    ("matcher", drop(of_tool("Bash")), give_matcher, "the matcher `Read|Write` of our entry leaves it out", INSTALL),
    ("entry", drop(is_call), take_entry, "has no entry of ours for PreToolUse", INSTALL),
    ("entries", drop(lambda one: True), take_entries, "has no entry of ours", INSTALL),
    ("off", drop(lambda one: True), switch_off, "`disableAllHooks`", "--repair hooks-off"),
    ("session", drop(lambda one: True), leave, "--setting-sources", "policyhooks doctor --client claude-code"),
    ("event", drop(is_call), leave, "other events of these sessions were decided", "policyhooks doctor"),
    ("tool", drop(of_tool("Read")), leave, "or claude-code starts no hook for Read", "own permissions"),
    ("agents", drop(of_agent), leave, "none of its sub-agents", "update claude-code"),
    ("single", drop(of_id("toolu_1")), leave, "the hook was ended before it wrote", "policyhooks log verify"),
    ("ignored", set_to(of_id("toolu_1"), verdict="deny"), leave, "did not obey", "policyhooks clients --client"),
    ("late", set_to(of_id("toolu_1"), time="2026-11-18T20:30:00.000Z"), leave, "did not wait", "policyhooks doctor"),
]


@pytest.mark.parametrize(
    ("how", "damage", "said", "repair"), [row[1:] for row in ADVICE], ids=[row[0] for row in ADVICE]
)
def test_each_finding_says_what_to_do(
    project: Path,
    how: Any,
    damage: Callable[[Path], None],
    said: str,
    repair: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    change(state_of(project) / "journal/journal.jsonl", how)
    damage(project)
    code, found = doctor(capsys)
    assert (code, found["healthy"]) == (1, False)
    assert all(said in one["message"] and repair in one["repair"] for one in found["findings"]), found["findings"]
    assert found["findings"]


def test_only_the_client_that_is_asked_for(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(state_of(project) / "journal/journal.jsonl", drop(is_call))
    assert doctor(capsys, "--client", "claude-code")[0] == 1
    code, found = doctor(capsys, "--client", "codex")
    assert (code, found["installations"], found["calls"]) == (1, [], 0), "where nothing is installed nothing is healthy"


def test_since_leaves_older_calls_out(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(state_of(project) / "journal/journal.jsonl", drop(is_call))
    assert run(["doctor", "--history", "--since", "2026-11-19", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["calls"] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["doctor", "--history", "--repair", "entries"], "--history repairs nothing"),
        (["doctor", "--since", "3d"], "--since is for --history"),
        (["doctor", "--history", "--since", "soon"], "`soon` is not a time"),
    ],
)
def test_options_that_do_not_go_together(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    assert said in capsys.readouterr().err


def test_scan_with_coverage(project: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["scan", "--since", "all", "--coverage", "--quiet", "--policies", "p.yaml"]
    assert run([*words, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["calls"], found["would_deny"], found["coverage"]["covered"]) == (8, 1, 8)
    change(state_of(project) / "journal/journal.jsonl", drop(of_tool("Bash")))
    page = tmp_path / "page.html"
    assert run([*words, "--html", str(page)]) == 6
    screen = capsys.readouterr().out
    assert "would     deny 1" in screen
    assert "uncovered 4" in screen
    assert "Bash without a decision" in page.read_text()
    assert run([*words, "--format", "sarif"]) == 6
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    gaps = [one for one in results if one["ruleId"] == "policyhooks/coverage-uncovered"]
    assert [one["properties"]["toolUseId"] for one in gaps] == ["toolu_1", "toolu_3", "toolu_7", "toolu_8"]
    assert {one["level"] for one in gaps} == {"error"}


def test_what_it_names_is_not_looked_at(project: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The folder of a session is a text: a pipe of that name would hang whoever opened it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (project.parent / "home/.claude/projects").rglob("*.jsonl"):
        path.write_text(path.read_text().replace(str(project), str(pipe)))
    assert doctor(capsys)[1]["covered"] == 8


def test_names_of_a_transcript_do_not_steer_the_screen(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(state_of(project) / "journal/journal.jsonl", drop(is_call))
    for path in (project.parent / "home/.claude/projects").rglob("*.jsonl"):
        path.write_text(path.read_text().replace('"name":"Bash"', '"name":"' + "\\u001b[2J" + "x" * 100_000 + '"'))
    assert run(["doctor", "--history", "--since", "all"]) == 1
    screen = capsys.readouterr().out
    assert "\x1b" not in screen
    assert len(screen) < 10_000


@pytest.mark.parametrize("width", [80, 120])
def test_screens_golden(width: int, tmp_path: Path) -> None:
    place = stage("claude-code", tmp_path)
    change(journal(place), drop(of_tool("Bash")))
    change(journal(place), set_to(of_id("toolu_4"), verdict="deny"))
    file = Path("/w/project/.claude/settings.json")
    watch = Watch(
        "claude-code", "project", str(file), str(place / "state"), ("/w/project",), "2026-11-18T00:00:00.000Z"
    )
    places = Place("claude-code", "project", Path("/w/project"), file, place / "state")
    targets = [Target(places, Machine(Path("/w/project"), tmp_path, tmp_path))]
    found = conclude(measure(find_transcripts(place / "home", Skipped()), [watch], most=1), targets)
    screen = render(found, "text", Style(False, width))
    assert max(map(columns, screen.splitlines())) <= width
    assert_golden(f"screens/history-{width}.txt", screen)
