"""Commands that developers and pipelines really run, where the labelled corpora are at hand: they are understood."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path

from policyhooks.shell.programs.lookup import is_known
from tests.shell.sightings import view_of
from tests.support.shared import shared


def commands_of(path: Path, label: str) -> list[str]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [row["command"] for row in rows if row["label"] == label]


def accepted_by_bash(text: str) -> bool:
    """bash reads the text as a whole; single lines cut out of a recipe it does not."""
    done = subprocess.run(["/bin/bash", "--norc", "--noprofile", "-n"], input=text.encode(), capture_output=True)
    return done.returncode == 0 and b"syntax error" not in done.stderr


def test_benign_commands_are_understood() -> None:
    commands = commands_of(shared("corpora/benign-ci-dev.jsonl"), "allow")
    unread = [text for text in commands if not view_of(text).understood]
    whole = [text for text in unread if accepted_by_bash(text)]
    assert len(whole) <= len(commands) * 0.01, f"{len(whole)} of {len(commands)}"


def test_most_programs_of_benign_commands_are_in_the_tables() -> None:
    """Programs by how often they run; scripts by path are no programs of a table."""
    counts: Counter[str] = Counter()
    for text in commands_of(shared("corpora/benign-ci-dev.jsonl"), "allow"):
        for item in view_of(text).commands:
            if item.name and not item.program_dynamic and "/" not in item.program:
                counts[item.name] += 1
    known = sum(count for name, count in counts.items() if is_known(name))
    assert known >= sum(counts.values()) * 0.96, [name for name in counts if not is_known(name)]
