"""Labelled rows of corpora at hand, and the events that a client would send for each. Knows nothing of policies.

A corpus is a file of JSON lines, gzipped or not, with `label` and `note`. What else a row has tells its kind
(READERS); rows of a kind that nobody reads are left out and named.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"
# Rows that need the context named in their note.
CONTEXT_NOTES = ("env:", "cwd-dependent")
FILE_TOOLS = {"read": "Read", "write": "Write", "edit": "Edit"}

Row = Mapping[str, object]
Fields = dict[str, object]


@dataclass(frozen=True)
class Situation:
    """Where a command would run: whose home it is, and in which project."""

    name: str
    home: str
    project: str


SITUATIONS = (Situation("home", "/home/dev", "/home/dev/app"), Situation("root", "/root", "/root/app"))


@dataclass(frozen=True)
class Form:
    """A way in which a row is sent: how the event is called, and what it holds."""

    suffix: str  # what is added to the corpus's name, where a row is sent in several ways
    native: str
    fields: Callable[[Row, Situation], Fields]


@dataclass(frozen=True)
class Sample:
    """One labelled row in one form: what is sent, and how its source calls it."""

    corpus: str
    number: int  # of the line, from 0: even rows are for tuning, odd ones are held out
    label: str
    note: str
    text: str  # what a person reads in a list of misses
    row: Row
    form: Form

    def payload(self, situation: Situation) -> Fields:
        """The event of Claude Code for it."""
        return {
            "session_id": "accuracy",
            "transcript_path": f"{situation.home}/.claude/projects/x.jsonl",
            "cwd": situation.project,
            "permission_mode": "default",
            "hook_event_name": self.form.native,
            **self.form.fields(self.row, situation),
        }


def call(tool: str, arguments: object) -> Fields:
    """A call of a tool that is about to run."""
    return {"tool_name": tool, "tool_input": arguments, "tool_use_id": "toolu_1"}


def shell_call(row: Row, _: Situation) -> Fields:
    """A command line for the shell tool."""
    return call("Bash", {"command": row["command"], "description": "run"})


def mcp_call(row: Row, _: Situation) -> Fields:
    """A call of an MCP server's tool."""
    return call(f"mcp__{row['server']}__{row['tool']}", row["arguments"])


def file_call(row: Row, situation: Situation) -> Fields:
    """A file tool's call, with the home folder of the situation."""
    given = row["input"]
    assert isinstance(given, dict)
    path = str(given.get("path", "")).replace("~", situation.home)
    rest = {name: value for name, value in given.items() if name != "path"}
    return call(FILE_TOOLS[str(row["kind"])], {"file_path": path, **rest})


def prompt(row: Row, _: Situation) -> Fields:
    """A text that the user types."""
    return {"prompt": row["text"]}


def output(row: Row, _: Situation) -> Fields:
    """A text that a command has printed."""
    response = {"stdout": row["text"], "stderr": "", "interrupted": False}
    return {**call("Bash", {"command": "cat x"}), "tool_response": response}


def write(row: Row, situation: Situation) -> Fields:
    """A text that goes into a file of the project."""
    return call("Write", {"file_path": f"{situation.project}/src/settings.py", "content": row["text"]})


# The key that tells a kind of row: the forms in which it is sent. Rows of other kinds join by a line here.
READERS: dict[str, tuple[Form, ...]] = {
    "command": (Form("", "PreToolUse", shell_call),),
    "text": (
        Form("-prompts", "UserPromptSubmit", prompt),
        Form("-outputs", "PostToolUse", output),
        Form("-writes", "PreToolUse", write),
    ),
    "tool": (Form("", "PreToolUse", mcp_call),),
    "kind": (Form("", "PreToolUse", file_call),),
}


def kind_of(row: Row) -> str:
    """The key by which a row is read, or nothing."""
    return next((key for key in READERS if isinstance(row.get(key), str)), "")


def read_corpus(path: Path) -> tuple[list[Sample], int]:
    """The rows that stand by themselves, and how many are of a kind that is not read."""
    samples: list[Sample] = []
    others = 0
    name = path.name.partition(".")[0]
    for number, row in enumerate(read_rows(path)):
        note, kind = str(row.get("note") or ""), kind_of(row)
        if not kind or not isinstance(row.get("label"), str):
            others += 1
        elif not any(mark in note for mark in CONTEXT_NOTES):
            text = str(row.get("arguments") or row.get("input") or row[kind])
            samples += [
                Sample(f"{name}{form.suffix}", number, str(row["label"]), note, text, row, form)
                for form in READERS[kind]
            ]
    return samples, others


def read_rows(path: Path) -> Iterator[Row]:
    """The objects of a file of JSON lines; none where it has another form."""
    data = path.read_bytes()
    try:
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
        values = [json.loads(line) for line in text.split("\n") if line.strip()]
    except (ValueError, OSError, EOFError):
        return
    yield from (value for value in values if isinstance(value, dict))
