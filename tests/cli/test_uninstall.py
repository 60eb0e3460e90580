"""`uninstall --all`: whole trees and processes before and after; the journal goes only where somebody says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.image import resident_process
from policyhooks.image.front import find_front
from policyhooks.judge import place as judge_place
from policyhooks.judge.control import tell
from tests.support.bundles import POLICY
from tests.support.homes import move_home
from tests.support.residents import await_that

INSTALLED = (("claude-code", "project"), ("claude-code", "local"), ("claude-code", "user"))


def tree(*roots: Path) -> Mapping[str, object]:
    """Every file with its bytes and mode, every folder, every link."""
    found: dict[str, object] = {}
    for root in roots:
        for path in sorted(root.rglob("*")):
            mode = path.lstat().st_mode
            found[str(path)] = (
                path.readlink() if path.is_symlink() else path.read_bytes() if path.is_file() else "folder",
                mode,
            )
    return found


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A home and a project with files of their own."""
    home, project = move_home(monkeypatch, tmp_path / "home"), tmp_path / "project"
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    (home / ".claude").mkdir()
    (home / ".claude/settings.json").write_text('{"model": "x",  "hooks": {}}\n')
    (project / "policies").mkdir(parents=True)
    (project / "policies/small.yaml").write_text(POLICY)
    monkeypatch.chdir(project)
    return home, project


def install(client: str, scope: str) -> None:
    assert run(["install", "--client", client, "--scope", scope, "--policies", "policies"]) == 0


def decide(settings: Path) -> None:
    """One real decision, so that there is a journal."""
    line = json.loads(settings.read_text())["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    payload = {
        "session_id": "s",
        "cwd": "/",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_use_id": "t",
        "tool_input": {"command": "ls"},
    }
    done = subprocess.run(["/bin/sh", "-c", line], input=json.dumps(payload).encode(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def start_worker(state: Path) -> subprocess.Popen[bytes]:
    folder = state / "judge"
    command = [sys.executable, "-I", "-m", "policyhooks.judge.worker", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while tell(folder, "status") is None and time.monotonic() < end:
        time.sleep(0.05)
    assert (folder / judge_place.SOCKET).exists()
    return process


def test_nothing_is_left_behind(stage: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    home, project = stage
    before = tree(home, project)
    for client, scope in INSTALLED:
        install(client, scope)
    decide(home / ".claude/settings.json")
    worker = start_worker(home / ".local/state/policyhooks/claude-code")
    try:
        assert tree(home, project) != before
        capsys.readouterr()
        assert run(["uninstall", "--all", "--purge"]) == 0
        said = capsys.readouterr().out
        assert "evidence" in said
        assert "the judge's worker was ended" in said
        assert tree(home, project) == before
        assert worker.wait(30) == 0
    finally:
        worker.kill()
        worker.wait()
    assert run(["uninstall", "--all", "--purge"]) == 0
    assert tree(home, project) == before


@pytest.mark.skipif(not find_front().data, reason="no front was built here (make setup)")
@pytest.mark.parametrize("words", [["--all"], ["--all", "--purge"], ["--purge"], []])
def test_a_resident_ends(words: list[str], stage: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    home, _ = stage
    state = home / ".local/state/policyhooks/claude-code"
    install("claude-code", "user")
    number = resident_process.start(state, "claude-code")
    try:
        place = [] if "--all" in words else ["--client", "claude-code", "--scope", "user"]
        assert run(["uninstall", *words, *place]) == 0
        assert "the resident was ended" in capsys.readouterr().out
        await_that(lambda: not _runs(number), "the resident runs on")
        assert not resident_process.is_wanted(state)
    finally:
        resident_process.stop(state)


def _runs(number: int) -> bool:
    """One that has ended is a zombie where this process started it."""
    with suppress(ChildProcessError):
        os.waitpid(number, os.WNOHANG)
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_change_is_shown_on_request(stage: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    home, _ = stage
    install("claude-code", "user")
    place = ["--client", "claude-code", "--scope", "user"]
    for words, shown in (["--dry-run"], False), (["--dry-run", "--diff"], True), (["--diff"], True):
        capsys.readouterr()
        assert run(["uninstall", *place, *words]) == 0
        assert ("+++ " in capsys.readouterr().out) == shown
    assert (home / ".claude/settings.json").read_text() == '{"model": "x",  "hooks": {}}\n'


def test_the_journal_stays_without_purge(stage: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    home, project = stage
    before = tree(home, project)
    install("claude-code", "user")
    decide(home / ".claude/settings.json")
    state = home / ".local/state/policyhooks/claude-code"
    assert run(["uninstall", "--all"]) == 0
    assert "the journal is kept" in capsys.readouterr().out
    assert {path.name for path in state.iterdir()} == {"journal", "journal.head", "key"}
    assert run(["log", "verify", "--client", "claude-code", "--scope", "user"]) == 0
    left = [Path(path) for path in tree(home, project) if path not in before]
    assert all(state in path.parents or path == state or path in state.parents for path in left)
    assert run(["uninstall", "--all", "--purge"]) == 0
    assert tree(home, project) == before


def test_installations_of_other_projects_are_found(stage: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    home, project = stage
    before = tree(home, project)
    install("claude-code", "project")
    install("cursor", "project")
    monkeypatch.chdir(home)
    assert run(["uninstall", "--all", "--purge"]) == 0
    assert tree(home, project) == before


def test_a_dry_run_changes_nothing(stage: tuple[Path, Path]) -> None:
    home, project = stage
    install("claude-code", "user")
    before = tree(home, project)
    assert run(["uninstall", "--all", "--purge", "--dry-run"]) == 0
    assert tree(home, project) == before


def test_one_installation_with_its_evidence(stage: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    home, project = stage
    install("cursor", "user")
    before = tree(home, project)
    install("claude-code", "user")
    decide(home / ".claude/settings.json")
    assert run(["uninstall", "--client", "claude-code", "--scope", "user", "--purge"]) == 0
    assert "evidence" in capsys.readouterr().out
    assert tree(home, project) == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--client", "claude-code", "--scope", "managed", "--purge"], "a managed journal is not deleted"),
        (["--all", "--scope", "managed", "--purge"], "a managed journal is not deleted"),
        (["--all", "--client", "cursor"], "every client"),
        ([], "whose hooks?"),
    ],
)
def test_refusals(
    words: list[str], says: str, stage: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home, project = stage
    root = ["--root", str(tmp_path / "machine")] if "managed" in words else []
    install("claude-code", "user")
    before = tree(home, project, tmp_path)
    assert run(["uninstall", *words, *root]) == 2
    assert says in capsys.readouterr().err
    assert tree(home, project, tmp_path) == before
