"""`policyhooks demo`: keeps its promises, touches nothing else, and says when a promise is broken."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.cli.verbs.demo_answers import describe, verdict_of
from policyhooks.cli.verbs.demo_events import scenes

ROOT = Path(__file__).resolve().parents[2]


def demo(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environ = {"HOME": str(home), "PATH": os.environ["PATH"], "TMPDIR": str(home / "tmp")}
    (home / "tmp").mkdir()
    return subprocess.run(
        [sys.executable, "-m", "policyhooks", "demo", *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environ,
        check=False,
        timeout=300,
    )


def test_every_promise_is_kept_and_nothing_is_left_behind(tmp_path: Path) -> None:
    done = demo(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    count = len(scenes(Path("/p"), Path("/h")))
    assert f"{count} events, every answer as promised" in done.stdout
    assert "scratch project for cursor" in done.stderr
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_broken_promise_is_exit_1(tmp_path: Path) -> None:
    done = demo(tmp_path, "--policies", "tests/data/suite/commands.yaml")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "promises broken" in done.stdout


def test_invalid_policies_are_shown(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("kind: Policy\n")
    done = demo(tmp_path, "--policies", str(tmp_path / "bad.yaml"))
    assert done.returncode == 3
    assert "error[" in done.stderr


@pytest.mark.parametrize(
    ("code", "stdout", "verdict"),
    [
        (2, b"", "deny"),
        (2, b'{"permission":"allow"}', "deny"),
        (0, b"", "pass"),
        (0, b'{"permission":"allow"}\n', "pass"),
        (0, b'{"permission":"ask"}', "ask"),
        (0, b'{"continue":true}', "pass"),
        (0, b'{"continue":false}', "deny"),
        (0, b'{"decision":"block","reason":"x"}', "deny"),
        (0, b'{"hookSpecificOutput":{"permissionDecision":"allow"}}', "allow"),
        (0, b'{"hookSpecificOutput":{"permissionDecision":"ask"}}', "ask"),
        (1, b"", "exit 1"),
        (127, b"", "exit 127"),
    ],
)
def test_what_a_client_makes_of_an_answer(code: int, stdout: bytes, verdict: str) -> None:
    assert verdict_of(code, stdout) == verdict


@pytest.mark.parametrize(
    ("stdout", "stderr", "shown"),
    [
        (b"", b"", "exit 0, nothing"),
        (b"", b"why\n", "exit 0, why"),
        (b'{"permission":"allow"}', b"", 'exit 0, {"permission":"allow"}'),
        (b'{"permission":"deny","agent_message":"do\\u001b this"}', b"", "exit 0, do\\x1b this"),
    ],
)
def test_an_answer_in_a_few_words(stdout: bytes, stderr: bytes, shown: str) -> None:
    assert describe(0, stdout, stderr) == shown
