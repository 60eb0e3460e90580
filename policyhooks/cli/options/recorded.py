"""`explain --log ID`: a journal record decided again, by the program that decided it, and held against what it says."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.rulebooks import Source, of_record
from policyhooks.cli.options.states import find_states
from policyhooks.clients.errors import MalformedPayload
from policyhooks.errors import UsageError
from policyhooks.inspect.explaining import assemble
from policyhooks.inspect.journal_ids import Entry, find_entry, read_entries
from policyhooks.inspect.restoring import restore
from policyhooks.inspect.session import Deciding
from policyhooks.report.journal.text import rule_ids
from policyhooks.runtime.ports.recording import told

if TYPE_CHECKING:
    from policyhooks.inspect.explanation import Explanation

REASONS = "files, the clock, judges, what was remembered or was not kept can make the difference"


def find_recorded(arguments: argparse.Namespace) -> Entry:
    """The record that the options name; one of what ran after an answer stands for the answer itself."""
    wanted = argparse.Namespace(client=arguments.client, scope=None, root=arguments.cwd or None, state=None)
    entries = read_entries(recorded_folders(wanted))
    entry = find_entry(entries, arguments.log)
    if entry.record.get("kind") != "later":
        return entry
    answered = [one for one in entries if one.state == entry.state and one.record.get("seq") == entry.record.get("of")]
    if not answered:
        raise UsageError(f"record {entry.id} is of what ran after an answer, and the answer is not kept any more")
    return answered[0]


def recorded_folders(wanted: argparse.Namespace) -> list[Path]:
    """The folders that hold the journals of what is installed here."""
    from policyhooks.runtime.launch.shared_state import own_folder

    return [Path(own_folder(str(state), os.getuid()) or state) for state in find_states(wanted)]


def explain_record(entry: Entry, outside: str, home: str) -> Explanation:
    """The record explained. Raises UsageError where its payload was not kept at all."""
    restored = restore(entry.record)
    if restored.payload is None:
        raise UsageError(
            f"record {entry.id} cannot be explained: {restored.unknown[0]}", f"policyhooks log show {entry.id}"
        )
    source, said = of_record(entry)
    deciding = Deciding(source.rulebook, outside=outside, home=home, one_action=True)
    started = time.perf_counter()
    client, native = str(entry.record.get("client", "")), str(entry.record.get("native", ""))
    try:
        decided = deciding.decide(client, native, restored.payload)
    except (MalformedPayload, KeyError):
        hint = f"policyhooks log show {entry.id}"
        raise UsageError(f"record {entry.id} cannot be explained: its payload cannot be read back", hint) from None
    spent = (time.perf_counter() - started) * 1000
    now = (told(decided[0], decided[1]), list(decided[1].rules))
    notes = [*describe(entry, source, said), *restored.unknown, *compare(entry.record, now)]
    about = {
        **source.about,
        "record": entry.id,
        "verdict": entry.record.get("verdict", ""),
        "by": entry.record.get("by", []),
    }
    return assemble(deciding, [decided], spent, about, notes)


def describe(entry: Entry, source: Source, said: str) -> Iterator[str]:
    """What the record says, and what explains it."""
    by = ", ".join(rule_ids(entry.record))
    when = str(entry.record.get("time", ""))
    yield f"record {entry.id} of {when}: {entry.record.get('verdict', '')}" + (f" by {by}" if by else "")
    yield said or f"explained by {source.title}, which decided it"


def compare(record: Mapping[str, object], now: tuple[str, list[str]]) -> Iterator[str]:
    """What comes out differently today."""
    by = record.get("by")
    before = (str(record.get("verdict", "")), list(map(str, by)) if isinstance(by, list) else [])
    if before[0] != now[0]:
        yield f"today it is {now[0]}, then it was {before[0]}: {REASONS}"
    elif sorted(before[1]) != sorted(now[1]):
        yield f"today it is by {', '.join(now[1]) or 'no rule'}, then by {', '.join(before[1]) or 'no rule'}: {REASONS}"
