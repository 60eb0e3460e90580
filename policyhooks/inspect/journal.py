"""Reads a journal back and proves its chain. The format is that of runtime/ports/journal.py.

Torn lines of killed writers are kept as such: they are no records, and the chain goes past them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from policyhooks.runtime.ports.journal import FILE, FOLDER, START

Record = Mapping[str, object]
MARK = b',"chain":"'


@dataclass(frozen=True)
class Line:
    """One line of a journal file; `record` is None where it is torn."""

    path: Path
    number: int
    data: bytes
    record: Record | None


@dataclass(frozen=True)
class Verification:
    """What a check of the chain came to. `problems` is empty when it holds."""

    records: int
    torn: int
    first: int
    last: int
    end: str  # the last record's chain: compare it with a copy kept elsewhere
    problems: tuple[str, ...]


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
        for number, data in enumerate(path.read_bytes().split(b"\n"), start=1):
            if data:
                yield Line(path, number, data, _record(data))


def read_records(state: Path) -> Iterator[Record]:
    """The whole records, oldest first."""
    for line in read_lines(state):
        if line.record is not None:
            yield line.record


def _record(data: bytes) -> Record | None:
    try:
        found = json.loads(data)
    except ValueError:
        return None
    whole = isinstance(found, dict) and isinstance(found.get("seq"), int) and isinstance(found.get("chain"), str)
    return found if whole else None


def verify(state: Path) -> Verification:
    """Compute the chain anew. Every change, gap, repetition or missing beginning is a problem."""
    problems: list[str] = []
    chain, expected = START, 1
    records = torn = first = last = 0
    for line in read_lines(state):
        if line.record is None:
            torn += 1
            continue
        records += 1
        seq, written = line.record["seq"], line.record["chain"]
        assert isinstance(seq, int)
        assert isinstance(written, str)
        first = first or seq
        if seq != expected:
            problems.append(f"{line.path.name}:{line.number}: record {seq} stands where {expected} should")
        head = line.data.rpartition(MARK)[0]
        if hashlib.sha256(chain.encode("ascii") + head).hexdigest() != written:
            problems.append(f"{line.path.name}:{line.number}: record {seq} does not fit the one before, or was changed")
        chain, expected, last = written, seq + 1, seq
    return Verification(records, torn, first, last, chain if records else "", tuple(problems))
