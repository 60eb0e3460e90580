"""Labelled rows of corpora at hand, and the event that a client would send for each. Knows nothing of policies.

A corpus is a file of JSON lines with `label` and `note`. What else a row has tells its kind (READERS); rows of a kind
that nobody reads are left out and named.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"
# Rows that need the context named in their note.
CONTEXT_NOTES = ("env:", "cwd-dependent")

Row = Mapping[str, object]


@dataclass(frozen=True)
class Situation:
    """Where a command would run: whose home it is, and in which project."""

    name: str
    home: str
    project: str


SITUATIONS = (Situation("home", "/home/dev", "/home/dev/app"), Situation("root", "/root", "/root/app"))


@dataclass(frozen=True)
class Sample:
    """One labelled row: what is sent, and how its source calls it."""

    corpus: str
    number: int  # of the line, from 0: even rows are for tuning, odd ones are held out
    label: str
    note: str
    text: str  # what a person reads in a list of misses
    row: Row

    def payload(self, situation: Situation) -> dict[str, object]:
        """The event of Claude Code for it."""
        tool, arguments = READERS[kind_of(self.row)](self.row)
        return {
            "session_id": "accuracy",
            "transcript_path": f"{situation.home}/.claude/projects/x.jsonl",
            "cwd": situation.project,
            "permission_mode": "default",
            "hook_event_name": "PreToolUse",
            "tool_name": tool,
            "tool_input": arguments,
            "tool_use_id": "toolu_1",
        }


def shell_call(row: Row) -> tuple[str, dict[str, object]]:
    """A command line as a call of the shell tool."""
    return "Bash", {"command": row["command"], "description": "run"}


# The key that tells a kind of row: how it is sent. Rows of other kinds join by a line here.
READERS: dict[str, Callable[[Row], tuple[str, dict[str, object]]]] = {"command": shell_call}


def kind_of(row: Row) -> str:
    """The key by which a row is read, or nothing."""
    return next((key for key in READERS if isinstance(row.get(key), str)), "")


def read_corpus(path: Path) -> tuple[list[Sample], int]:
    """The rows that stand by themselves, and how many are of a kind that is not read."""
    samples: list[Sample] = []
    others = 0
    for number, row in enumerate(read_rows(path)):
        note = str(row.get("note") or "")
        if not kind_of(row) or not isinstance(row.get("label"), str):
            others += 1
        elif not any(mark in note for mark in CONTEXT_NOTES):
            text = str(row[kind_of(row)])
            samples.append(Sample(path.stem, number, str(row["label"]), note, text, row))
    return samples, others


def read_rows(path: Path) -> Iterator[Row]:
    """The objects of a file of JSON lines; none where it has another form."""
    try:
        values = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except ValueError:
        return
    yield from (value for value in values if isinstance(value, dict))
