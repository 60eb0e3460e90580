"""Audit judges and commands: after the answer, in a process that nobody waits for, with a record of their own."""

import json
import subprocess
import time
from pathlib import Path

from policyhooks.runtime.ports.counters import count
from tests.support.hooks import argv, install, payload, records, source

BUCKET = """\
from policyhooks.core.program import Rule
RULES = {{
    0: Rule(number=0, id="test/audit", kind="command", effect="deny", mode="audit",
            command={{"run": ("/bin/sh", "-c", {script!r}), "timeout_ms": 10000}}),
}}
"""


def test_the_answer_does_not_wait_and_a_second_record_follows(tmp_path: Path) -> None:
    script = "sleep 1; echo too late; exit 2"
    active = install(tmp_path, source(bucket=BUCKET.format(script=script), count=1))
    begun = time.monotonic()
    done = subprocess.run(argv(active), input=json.dumps(payload()).encode(), capture_output=True, check=False)
    # The pipes are at their end: nothing that still runs holds them.
    assert time.monotonic() - begun < 1
    assert (done.returncode, done.stdout, done.stderr) == (64, b"", b"")
    for _ in range(100):
        if len(records(active)) == 2:
            break
        time.sleep(0.1)
    first, second = records(active)
    assert (first["kind"], first["verdict"], second["kind"], second["of"]) == (
        "decision",
        "pass",
        "later",
        first["seq"],
    )
    assert second["rules"] == [
        {"id": "test/audit", "outcome": "fired", "effect": "", "would": "deny", "why": "mode audit", "mode": "audit"}
    ]


def test_counters_count_per_session_and_rule(tmp_path: Path) -> None:
    state = str(tmp_path)
    assert [count(state, "s1", "r1") for _ in range(3)] == [1, 2, 3]
    assert count(state, "s1", "r2") == 1
    assert count(state, "s2", "r1") == 1
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "counters").iterdir())
