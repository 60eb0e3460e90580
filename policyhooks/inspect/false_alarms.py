"""Which records of a journal their reader calls false alarms: lines in a file beside the journal, the last word counts.

A mark names its record by the chain, so rotation does not touch it; it keeps who answered what, never what was asked
for. It knows no screen, and decides nothing.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.inspect.journal import Record
from policyhooks.inspect.journal_ids import Entry, chain_of
from policyhooks.runtime import platform
from policyhooks.runtime.ports.journal import FOLDER
from policyhooks.secrets.masking import mask

FILE = "false-alarms.jsonl"
VERSION = 1
FLAGGED = ("deny", "ask")
LONGEST_REASON = 300


@dataclass(frozen=True)
class Mark:
    """What was marked: the record's chain, what it had said, by which rules, and why that was wrong."""

    chain: str
    recorded: str
    verdict: str
    rules: tuple[str, ...]
    reason: str


def flags_of(record: Record) -> tuple[str, tuple[str, ...]]:
    """What a record stopped or would have stopped, `(deny)` without its mode or exception, and by which rules."""
    verdict, by = str(record.get("verdict", "")), record.get("by")
    if record.get("kind", "decision") != "decision":
        return "", ()
    if verdict in FLAGGED:
        return verdict, tuple(map(str, by)) if isinstance(by, list) else ()
    rules = record.get("rules")
    found = [rule for rule in rules if isinstance(rule, Mapping)] if isinstance(rules, list) else []
    for effect in FLAGGED:
        would = [str(rule.get("id")) for rule in found if rule.get("would") == effect]
        if would:
            return f"({effect})", tuple(dict.fromkeys(would))
    return "", ()


def mark(entry: Entry, reason: str) -> None:
    """Call a record a false alarm. Raises UsageError for one that stopped nothing."""
    verdict, rules = flags_of(entry.record)
    if not verdict:
        raise UsageError(
            f"record {entry.id} stopped nothing and asked nothing", "only denials and questions are marked"
        )
    if len(reason) > LONGEST_REASON or not reason.isprintable():
        raise UsageError(f"a reason is one line of at most {LONGEST_REASON} characters")
    told = {"recorded": str(entry.record.get("time", "")), "verdict": verdict, "rules": list(rules)}
    _append(entry, {**told, "reason": mask(reason)})


def unmark(entry: Entry) -> None:
    """Take it back. Raises UsageError where it is not marked."""
    if chain_of(entry.record) not in read_marks(entry.state):
        raise UsageError(f"record {entry.id} is not marked", "policyhooks log accuracy lists what is")
    _append(entry, {"undo": True})


def read_marks(state: Path) -> dict[str, Mark]:
    """What is marked, by chain, in the order of marking. Torn and foreign lines are no marks."""
    try:
        text = (state / FOLDER / FILE).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return {}
    except OSError as problem:
        raise EnvironmentBroken(f"the marks of {state} cannot be read: {problem.strerror}") from None
    marks: dict[str, Mark] = {}
    for line in text.split("\n"):
        found = _read_line(line)
        chain = found.get("chain")
        if isinstance(chain, str):
            marks.pop(chain, None)
            if not found.get("undo"):
                marks[chain] = _mark_of(chain, found)
    return marks


def _mark_of(chain: str, found: Mapping[str, object]) -> Mark:
    rules = found.get("rules")
    names = tuple(map(str, rules)) if isinstance(rules, list) else ()
    recorded, verdict, reason = (str(found.get(name, "")) for name in ("recorded", "verdict", "reason"))
    return Mark(chain, recorded, verdict, names, reason)


def _read_line(line: str) -> Mapping[str, object]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _append(entry: Entry, told: Mapping[str, object]) -> None:
    """One line in one write, under the file's lock; a torn tail before it is fenced off."""
    line = json.dumps({"v": VERSION, "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), **told})
    whole = f'{line[:-1]}, "chain": "{chain_of(entry.record)}"}}\n'.encode()
    path = entry.state / FOLDER / FILE
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            platform.lock(descriptor)
            size = os.fstat(descriptor).st_size
            fence = b"\n" if size and os.pread(descriptor, 1, size - 1) != b"\n" else b""
            if os.write(descriptor, fence + whole) != len(fence + whole):
                os.ftruncate(descriptor, size)
                raise OSError(28, "No space left on device")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as problem:
        hint = "the user who decided there can mark it"
        raise EnvironmentBroken(f"the mark cannot be stored in {path}: {problem.strerror}", hint) from None
