"""The hook that a portable file installed against the hook that the package installed: CPU time, interleaved medians.

Exit 6 when the first costs more than 1.1 times the second.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

GOAL = 1.1
ROUNDS = 60
POLICY = Path(__file__).resolve().parents[1] / "policies"
CALL = {
    "session_id": "s",
    "cwd": "/",
    "hook_event_name": "PreToolUse",
    "tool_name": "Read",
    "tool_use_id": "t",
    "tool_input": {"file_path": "/home/dev/project/README.md"},
}


def main() -> int:
    """Build, install both, measure."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        states = [_install_portable(folder / "a"), _install_package(folder / "b")]
        spent: list[list[float]] = [[], []]
        for _ in range(ROUNDS):
            for state, times in zip(states, spent, strict=True):
                times.append(_cpu(state))
    ratio = statistics.median(spent[0]) / statistics.median(spent[1])
    print(f"hook of a portable file: {ratio:.2f}x of the package's   (goal {GOAL})")
    return 6 if ratio > GOAL else 0


def _place(folder: Path) -> list[str]:
    return ["--client", "claude-code", "--scope", "user", "--root", str(folder), "--state", str(folder / "state")]


def _install_portable(folder: Path) -> Path:
    folder.mkdir()
    pyz = str(folder / "b.pyz")
    words = ["--name", "b", "--version", "1", "--serial", "1", "--layer", "user", "--format", "pyz", "-o", pyz]
    _run([sys.executable, "-m", "policyhooks", "bundle", "build", str(POLICY), *words])
    _run([os.path.realpath(sys.executable), "-I", pyz, "install", *_place(folder)])
    return folder / "state"


def _install_package(folder: Path) -> Path:
    folder.mkdir()
    _run([sys.executable, "-m", "policyhooks", "install", "--policies", str(POLICY), *_place(folder)])
    return folder / "state"


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr.decode())


def _cpu(state: Path) -> float:
    command = [f"{state}/bin/hook", "2", "-", "claude-code", "PreToolUse", "20"]
    before = os.times()
    subprocess.run(command, input=json.dumps(CALL).encode(), capture_output=True, check=False)
    after = os.times()
    return (after.children_user + after.children_system) - (before.children_user + before.children_system)


if __name__ == "__main__":
    sys.exit(main())
