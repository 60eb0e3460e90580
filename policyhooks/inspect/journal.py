"""Reads a journal back. The format is that of runtime/ports/journal.py; whether it holds is verification.py's question.

Torn lines of killed writers are kept as such: they are no records, and the chain goes past them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from policyhooks.runtime.ports.journal import FILE, FOLDER

Record = Mapping[str, object]


@dataclass(frozen=True)
class Line:
    """One line of a journal file; `record` is None where it is torn."""

    path: Path
    number: int
    data: bytes
    record: Record | None


def journal_files(state: Path) -> list[Path]:
    """The files of a journal, oldest first."""
    folder = state / FOLDER
    if not folder.is_dir():
        return []
    current = folder / FILE
    return [*sorted(folder.glob(f"{current.stem}-*.jsonl")), *([current] if current.exists() else [])]


def read_lines(state: Path) -> Iterator[Line]:
    """Every line of every file, oldest first."""
    for path in journal_files(state):
        yield from split_lines(path, path.read_bytes())


def split_lines(path: Path, content: bytes) -> Iterator[Line]:
    """Every line of one file that was read already."""
    for number, data in enumerate(content.split(b"\n"), start=1):
        if data:
            yield Line(path, number, data, read_record(data))


def read_records(state: Path) -> Iterator[Record]:
    """The whole records, oldest first."""
    for line in read_lines(state):
        if line.record is not None:
            yield line.record


def read_record(data: bytes) -> Record | None:
    """The record of a line; None where it is torn or is none."""
    try:
        found = json.loads(data)
    except ValueError:
        return None
    whole = isinstance(found, dict) and isinstance(found.get("seq"), int) and isinstance(found.get("chain"), str)
    return found if whole else None
