"""Activates two bundles by turns in children that are killed at random moments, and looks at what is left each time.

    killed_activation.py STATE COUNT FIRST SECOND WORDS...

Prints how many children were killed and how many had ended before. A process of its own, so that it may fork.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path


def activate(file: str, words: list[str]) -> int:
    from policyhooks.cli.main import run

    return run(["bundle", "activate", file, *words])


def start(file: str, words: list[str]) -> int:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            quiet = os.open("/dev/null", os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            code = activate(file, words)
        finally:
            os._exit(code)
    return child


def check(state: Path) -> str:
    """Which of the two programs decides; anything but exactly one of them ends the test."""
    floor = state / "floor.json"
    if floor.exists():
        json.loads(floor.read_text())
        floor.unlink()
    answers = []
    for command in ("npm install", "yarn add x"):
        payload = {
            "session_id": "s",
            "cwd": "/",
            "hook_event_name": "PreToolUse",
            "tool_use_id": "t",
            "tool_name": "Bash",
        }
        data = json.dumps({**payload, "tool_input": {"command": command}}).encode()
        line = [f"{state}/bin/hook", "2", "-", "claude-code", "PreToolUse", "20"]
        done = subprocess.run(line, input=data, capture_output=True, check=False)
        answers.append({64: "pass", 2: "deny"}[done.returncode])
        assert b"policyhooks blocks" not in done.stderr, done.stderr
        assert b"could not decide" not in done.stderr, done.stderr
    return {("deny", "pass"): "first", ("pass", "deny"): "second"}[tuple(answers)]  # type: ignore[index]


def time_one(state: Path, file: str, words: list[str]) -> float:
    """How long an activation takes that nobody disturbs."""
    check(state)
    started = time.monotonic()
    assert os.waitpid(start(file, words), 0)[1] == 0
    return time.monotonic() - started


def main() -> int:
    state, count, files, words = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:5], sys.argv[5:]
    generator = random.Random(10)
    check(state)
    assert activate(files[0], words) == 0  # everything is loaded now
    longest = min(time_one(state, file, words) for file in (files[1], files[0], files[1]))
    killed = finished = 0
    before = check(state)
    for turn in range(count):
        wanted = ("first", "second")[turn % 2]
        child = start(files[turn % 2], words)
        time.sleep(generator.uniform(0, longest))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        now = check(state)
        if os.WIFSIGNALED(status):
            killed += 1
            assert now in (before, wanted), (before, wanted, now)
        else:
            finished += 1
            assert os.WEXITSTATUS(status) == 0, status
            assert now == wanted
        before = now
    assert activate(files[0], words) == 0
    assert check(state) == "first"
    print(killed, finished)
    return 0


if __name__ == "__main__":
    sys.exit(main())
