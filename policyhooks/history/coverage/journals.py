"""The decisions that journals hold, and how far back each goes. What cannot be read is counted; it compares nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from policyhooks.history.coverage.flights import Kept, kept_of
from policyhooks.history.safe_files import UNREADABLE, Skipped, read_records
from policyhooks.inspect.journal import journal_files

MOST_KEPT = 5_000_000
TOO_MANY = f"journal records beyond {MOST_KEPT}"


@dataclass(frozen=True)
class Journal:
    """`first` is the time of its oldest record where older ones are gone; empty where it begins with its first one."""

    kept: list[Kept]
    first: str = ""


def read_journals(states: Iterable[str], since: str, skipped: Skipped) -> dict[str, Journal]:
    """The journal of each state folder; an empty one where there is none."""
    return {state: _read(state, since, skipped) for state in dict.fromkeys(states)}


def _read(state: str, since: str, skipped: Skipped) -> Journal:
    kept: list[Kept] = []
    first, oldest = "", 0
    try:
        files = journal_files(Path(state))
    except OSError:
        skipped[UNREADABLE] += 1
        files = []
    for path in files:
        for _, record in read_records(path, skipped):
            number, at = record.get("seq"), str(record.get("time", ""))
            if isinstance(number, int) and not oldest:
                oldest, first = number, at
            if record.get("kind", "decision") != "decision" or at < since[:10]:
                continue
            if len(kept) >= MOST_KEPT:
                skipped[TOO_MANY] += 1
                continue
            payload = record.get("input")
            kept.append(kept_of(record, payload if isinstance(payload, Mapping) else {}))
    return Journal(kept, first if oldest > 1 else "")
