"""A second sink gets every record, after the answer; one that fails or hangs changes nothing."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.support.copies import copy_of_package

POLICY = """
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.test, title: Test, owner: dana@acme.example, version: 1.0.0}
match: {events: [shell.before], commands: [rm]}
rules:
  - {id: no-rm, effect: deny, message: {user: No deletions., agent: Move it instead.}}
"""
BROKEN = """
def store(state, number, record):
    raise ValueError("no")
"""
SINK = """
import posix


def store(state, number, record):
    file = posix.open(state + "/second", posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND, 0o600)
    posix.write(file, ("%d %s %s\\n" % (number, record.get("verdict"), bool(record.get("error")))).encode())
"""
HANGING = """
def store(state, number, record):
    while True:
        pass
"""
EVENT = {
    "session_id": "s", "transcript_path": "/t", "cwd": "/w", "hook_event_name": "PreToolUse", "tool_use_id": "u",
    "permission_mode": "default", "tool_name": "Bash", "tool_input": {"command": "rm -rf x"},
}  # fmt: skip


def test_sinks_get_what_the_journal_has(tmp_path: Path) -> None:
    copy = copy_of_package(tmp_path)
    ports = copy / "runtime/ports"
    for name, source in {"broken_sink": BROKEN, "second_sink": SINK, "hanging_sink": HANGING}.items():
        (ports / f"{name}.py").write_text(source)
    names = tuple(f"policyhooks.runtime.ports.{name}" for name in ("broken_sink", "second_sink", "hanging_sink"))
    journal = (ports / "journal.py").read_text()
    empty = "SINKS: tuple[str, ...] = ()\n"
    assert empty in journal
    # A hanging one ends by its own deadline, which is shorter here.
    (ports / "journal.py").write_text(journal.replace(empty, f"SINKS: tuple[str, ...] = {names!r}\n"))
    later = (ports / "after_answer.py").read_text()
    assert "LONGEST_S = 60.0" in later
    (ports / "after_answer.py").write_text(later.replace("LONGEST_S = 60.0", "LONGEST_S = 2.0"))
    (tmp_path / "policy.yaml").write_text(POLICY)
    (tmp_path / "home").mkdir()
    state = tmp_path / "state"
    environ = {**os.environ, "PYTHONPATH": str(tmp_path), "HOME": str(tmp_path / "home")}
    place = ["--client", "claude-code", "--scope", "user", "--root", str(tmp_path / "home"), "--state", str(state)]
    subprocess.run(
        [sys.executable, "-m", "policyhooks", "install", *place, "--policies", str(tmp_path / "policy.yaml")],
        check=True, capture_output=True, cwd=tmp_path, env=environ,
    )  # fmt: skip
    hooks = json.loads((tmp_path / "home/.claude/settings.json").read_text())["hooks"]
    command = hooks["PreToolUse"][0]["hooks"][0]["command"]
    for event in (json.dumps(EVENT), "{"):
        done = subprocess.run(
            ["/bin/sh", "-c", command], input=event, capture_output=True, text=True, check=False, env=environ
        )
        assert done.returncode == 2, done.stderr
        assert "deny" in done.stdout
    second = state / "second"
    for _ in range(600):
        if second.exists() and len(second.read_text().splitlines()) == 2:
            break
        time.sleep(0.1)
    assert sorted(second.read_text().splitlines()) == ["1 deny False", "2 deny True"]
    records = [json.loads(line) for line in (state / "journal/journal.jsonl").read_text().splitlines()]
    assert [record["seq"] for record in records] == [1, 2]
