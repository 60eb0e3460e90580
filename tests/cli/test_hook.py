"""`policyhooks hook`: the installed hook, started by hand."""

import json
import subprocess
import sys
from pathlib import Path

from tests.support.hooks import install, payload, verdict


def policyhooks(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "policyhooks", *words], input=stdin, capture_output=True, check=False)


def test_it_answers_as_the_hook_does(tmp_path: Path) -> None:
    active = install(tmp_path)
    words = ("hook", "--state", str(active.state), "claude-code", "PreToolUse")
    assert verdict(policyhooks(*words, stdin=json.dumps(payload("deny")).encode())) == "deny"
    assert verdict(policyhooks(*words, stdin=json.dumps(payload()).encode())) == "pass"


def test_it_prints_the_command_line(tmp_path: Path) -> None:
    active = install(tmp_path)
    done = policyhooks("hook", "--state", str(active.state), "claude-code", "Stop", "--print")
    assert done.returncode == 0
    assert done.stdout.decode().startswith(
        f"{{ c=0; {active.state}/bin/hook 2 - claude-code Stop 10 || c=$?; case $c in "
    )


def test_a_folder_without_an_installation_is_named(tmp_path: Path) -> None:
    done = policyhooks("hook", "--state", str(tmp_path), "claude-code", "Stop")
    assert done.returncode == 1
    assert b"holds no installation" in done.stderr
