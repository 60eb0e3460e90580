"""`policyhooks test` as a command: formats, exit codes, selection, watching."""

import gc
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from policyhooks.cli.main import run
from policyhooks.cli.verbs.test import stamps

DATA = Path(__file__).resolve().parents[1] / "data" / "suite"
BROKEN = (DATA / "commands.yaml").read_text(encoding="utf-8").replace('quiet: ["ls -la"]', 'deny: ["ls -la"]')


def test_green(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", str(DATA / "commands.yaml")]) == 0
    assert "12 cases, 12 passed, 1 to do, 4 rules" in capsys.readouterr().out


def test_a_process_that_goes_on_collects_again(capsys: pytest.CaptureFixture[str]) -> None:
    frozen = gc.get_freeze_count()
    assert run(["test", str(DATA / "commands.yaml")]) == 0
    assert gc.isenabled()
    assert gc.get_freeze_count() == frozen


def test_red(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p.yaml").write_text(BROKEN)
    assert run(["test", str(tmp_path)]) == 4
    out = capsys.readouterr().out
    assert f"FAIL  {tmp_path / 'p.yaml'}:10  sample.commands/not-understood" in out
    assert "expected  deny" in out
    assert "got       quiet" in out


@pytest.mark.parametrize("format", ["text", "json", "junit", "github"])
def test_every_format_has_the_same_exit_code(format: str, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(BROKEN)
    assert run(["test", str(tmp_path), "--format", format]) == 4
    assert run(["test", str(DATA / "commands.yaml"), "--format", format]) == 0


def test_machine_formats_are_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    run(["test", str(DATA), "--format", "json"])
    assert json.loads(capsys.readouterr().out)["totals"]["failed"] == 0
    run(["test", str(DATA), "--format", "junit"])
    assert ET.fromstring(capsys.readouterr().out).get("failures") == "0"


@pytest.mark.parametrize(
    ("select", "count"), [("force-push", "4 cases"), ("FORCE", "4 cases"), ("sudo", "1 case"), ("npm-ci", "2 cases")]
)
def test_selection(select: str, count: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", str(DATA / "commands.yaml"), "-k", select]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith(f"{count}, ")


def test_selection_of_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", str(DATA), "-k", "nothing like this"]) == 4
    assert "no test matches `nothing like this`" in capsys.readouterr().out


@pytest.mark.parametrize("content", ["", "kind: Policy\n", "not yaml: [", "kind: Policy\nrules: 7\n"])
def test_invalid_policies(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p.yaml").write_text(content)
    assert run(["test", str(tmp_path)]) == 3
    assert "error[" in capsys.readouterr().err


@pytest.mark.parametrize("path", ["no/such/folder", "."])
def test_nothing_to_test(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["test", path]) == 3


def test_stamps_see_every_change(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("1")
    before = stamps([str(tmp_path)])
    os.utime(tmp_path / "a.yaml", ns=(1, 1))
    changed = stamps([str(tmp_path)])
    (tmp_path / "b.yaml").write_text("2")
    assert len({tuple(sorted(one.items())) for one in (before, changed, stamps([str(tmp_path)]))}) == 3


def test_watch_runs_again_after_a_change(tmp_path: Path) -> None:
    policy = tmp_path / "p.yaml"
    policy.write_text((DATA / "commands.yaml").read_text())
    words = [sys.executable, "-m", "policyhooks", "test", str(policy), "--watch"]
    # A job that a shell put into the background ignores Ctrl-C, and so would what it starts.
    heard = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
    words = [sys.executable, "-c", heard, *words]
    seen: list[str] = []
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if " cases, " in line:
                seen.append(line)
            elif line.startswith("watching") and len(seen) == 1:
                policy.write_text(BROKEN)
                os.utime(policy, ns=(time.time_ns(), time.time_ns() + 10**9))
            elif line.startswith("watching"):
                process.send_signal(signal.SIGINT)
    assert "12 passed" in seen[0]
    assert "1 failed" in seen[1]
    assert process.returncode == 130


def test_own_does_not_fall_back_to_the_shipped_policies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run(["test", "--own"]) == 2
    assert "there is no policyhooks.yaml" in capsys.readouterr().err
