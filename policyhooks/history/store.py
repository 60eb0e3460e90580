"""The event store: finds files of past events and reads each as PastEvents. It decides nothing and writes nothing.

A file's kind is told by what it holds, not by its name. Reading never fails: what cannot be read is counted, with the
reason, in the `skipped` that every function is given.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from policyhooks.clients.past_calls import PastCall, histories, history_of
from policyhooks.clients.registry import CLIENTS
from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.history.journal_place import segment_of
from policyhooks.history.kept_bodies import Kept, kept_of, read_versions
from policyhooks.history.parquet_reader import ENDING, MOST_ROWS, read_unit, units_of
from policyhooks.history.past_events import FIXTURES, PARQUET, TRANSCRIPT, PastEvent, Segment
from policyhooks.history.recorded_answers import judged_in
from policyhooks.history.safe_files import (
    LINK,
    NOT_JSON,
    UNREADABLE,
    Refused,
    Skipped,
    open_regular,
    read_records,
    read_small,
    walk,
)
from policyhooks.inspect.restoring import Restored, restore
from policyhooks.runtime.ports.journal import FOLDER as JOURNALS

FOREIGN = "a file of no known format"
NO_PAYLOAD = "a record without its payload"
UNKNOWN_CLIENT = "a record of a client that is not known here"
NOT_A_DECISION = "a record of what ran after an answer"
TOO_MANY_CALLS = "calls beyond {} in one file"
MOST_CALLS = 200_000
LARGEST_FIXTURES = 64 << 20
LOOKED_AT = 20  # records that are looked at to tell a file's kind
DEEPEST = 8
# What a journal's record says besides: for questions about it, wherever it is read from.
BESIDE = ("v", "seq", "chain", "kind", "event", "cwd", "error", "ms", "rules")


def find_transcripts(home: Path, skipped: Skipped, since: float = 0.0) -> list[Segment]:
    """The transcripts that the clients keep below a home folder, changed at or after `since` (seconds)."""
    found: list[Segment] = []
    for client, history in histories().items():
        folder = home / history.FOLDER
        if folder.is_dir():
            paths = walk(folder, history.DEPTH, history.is_transcript, skipped)
            found += [Segment(TRANSCRIPT, str(path), client) for path in paths if _changed(path) >= since]
    return found


def find_segments(paths: Sequence[Path], skipped: Skipped, since: float = 0.0) -> list[Segment]:
    """The files of events that paths name: files, state folders, folders of transcripts or of anything of these."""
    found: list[Segment] = []
    partitions: list[Path] = []
    for path, folder in _files_of(paths, skipped):
        if path.suffix == ENDING:
            partitions.append(path.absolute())
        elif (folder is None or _changed(path) >= since) and (one := recognize(path, skipped, folder)):
            found.append(one)
    day = time.strftime("%Y-%m-%d", time.gmtime(since)) if since else ""
    return found + units_of(partitions, day)


def _files_of(paths: Sequence[Path], skipped: Skipped) -> Iterator[tuple[Path, Path | None]]:
    """The files that are named, and those in folders that are named, with that folder."""
    for path in paths:
        if path.is_dir():
            yield from ((file, path) for file in walk(path, DEEPEST, _is_of_events, skipped))
        elif path.is_symlink():
            skipped[LINK] += 1
        else:
            yield path, None


def _is_of_events(name: str) -> bool:
    """By its relative name. What begins with a point in a folder of Parquet is not written yet."""
    return name.endswith((".jsonl", ".json")) or (name.endswith(ENDING) and not os.path.basename(name).startswith("."))


def recognize(path: Path, skipped: Skipped, below: Path | None = None) -> Segment | None:
    """What a file holds, by its first records; None, counted, where that is nothing that is known."""
    if path.suffix == ".json":
        if below is not None and not _is_list(path):
            return None  # among transcripts and states lie many other JSON files
        return Segment(FIXTURES, str(path))
    if path.parent.name == JOURNALS:
        return segment_of(path)
    known = histories()
    for at, (_, record) in enumerate(read_records(path, Skipped())):
        if isinstance(record.get("seq"), int) and isinstance(record.get("chain"), str):
            return segment_of(path)
        client = next((name for name, history in known.items() if history.recognizes(record)), "")
        if client:
            return Segment(TRANSCRIPT, str(path), client)
        if at >= LOOKED_AT:
            break
    skipped[_why_not(path)] += 1
    return None


def _why_not(path: Path) -> str:
    try:
        open_regular(path).close()
    except Refused as why:
        return str(why)
    return FOREIGN


def _is_list(path: Path) -> bool:
    try:
        with open_regular(path, LARGEST_FIXTURES) as stream:
            start = stream.read(4096).lstrip()
            return start.startswith(b"[") and b'"client"' in start
    except (Refused, OSError):
        return False


def _changed(path: Path) -> float:
    try:
        return path.lstat().st_mtime
    except OSError:
        return 0.0


def read_segment(segment: Segment, skipped: Skipped, *, bodies: bool = True) -> Iterator[PastEvent]:
    """The events of a file in its order; without `bodies` a journal's records tell what they hold themselves."""
    readers = {TRANSCRIPT: _read_transcript, FIXTURES: _read_fixtures, PARQUET: read_unit}
    reader = readers.get(segment.kind)
    found = reader(segment, skipped) if reader is not None else _read_journal(segment, skipped, bodies=bodies)
    most = MOST_ROWS if segment.kind == PARQUET else MOST_CALLS
    for count, event in enumerate(found):
        if count >= most:
            skipped[TOO_MANY_CALLS.format(most)] += 1
            continue
        yield event


def _read_transcript(segment: Segment, skipped: Skipped) -> Iterator[PastEvent]:
    history = history_of(segment.client)
    if history is None:
        skipped[UNKNOWN_CLIENT] += 1
        return
    folder = os.path.dirname(segment.path)
    reader = history.open_reader(segment.path, lambda name: read_small(os.path.normpath(f"{folder}/{name}")))
    for number, record in read_records(segment.path, skipped):
        for call in reader.read(number, record):
            yield _of_call(segment, call)
    for call in reader.finish():
        yield _of_call(segment, call)


def _of_call(segment: Segment, call: PastCall) -> PastEvent:
    return PastEvent(
        segment=segment,
        line=call.line,
        client=call.client,
        native=call.native,
        payload=call.payload,
        at=call.at,
        session=call.session,
        use_id=call.use_id,
        tool=call.tool,
        version=call.version,
        agent=call.agent,
        mode=call.mode,
        state=call.state,
        done_at=call.done_at,
        after_native=call.after_native,
        after=call.after,
    )


def _read_journal(segment: Segment, skipped: Skipped, *, bodies: bool) -> Iterator[PastEvent]:
    for number, record in read_records(segment.path, skipped):
        if record.get("kind", "decision") != "decision":
            skipped[NOT_A_DECISION] += 1
            continue
        kept = kept_of(segment.path, record) if bodies or "body" not in record else Kept()
        if kept.why:
            skipped[kept.why] += 1
        restored = restore(record) if kept.payload is None else Restored(kept.payload, ())
        if restored.payload is None:
            skipped[NO_PAYLOAD] += 1
        elif record.get("client") not in CLIENTS:
            skipped[UNKNOWN_CLIENT] += 1
        else:
            past = _of_record(segment, number, record, restored.payload, restored.unknown)
            yield replace(past, seen=kept.seen, remembered=read_versions(record)) if kept.seen else past


def _of_record(
    segment: Segment,
    number: int,
    record: Mapping[str, object],
    payload: Mapping[str, object],
    unknown: tuple[str, ...],
) -> PastEvent:
    by, programs = record.get("by"), record.get("programs")
    return PastEvent(
        segment=segment,
        line=number,
        client=str(record["client"]),
        native=str(record.get("native", "")),
        payload=payload,
        at=str(record.get("time", "")),
        session=str(record.get("session", "")),
        use_id=str(payload.get("tool_use_id") or ""),
        tool=str(record.get("tool", "")),
        version=str(record.get("version", "")),
        agent=str(payload.get("agent_id") or ""),
        mode=str(payload.get("permission_mode") or ""),
        unknown=unknown,
        verdict=str(record.get("verdict", "")),
        by=tuple(map(str, by)) if isinstance(by, list) else (),
        programs=tuple(map(str, programs)) if isinstance(programs, list) else (),
        judged=judged_in(record),
        record={name: record[name] for name in BESIDE if name in record},
    )


def _read_fixtures(segment: Segment, skipped: Skipped) -> Iterator[PastEvent]:
    try:
        with open_regular(segment.path, LARGEST_FIXTURES) as stream:
            found = parse(stream.read())
    except Refused as why:
        skipped[str(why)] += 1
        return
    except (OSError, RejectedJson, RecursionError, MemoryError) as problem:
        skipped[UNREADABLE if isinstance(problem, OSError) else NOT_JSON] += 1
        return
    for number, one in enumerate(found if isinstance(found, list) else [found], start=1):
        restored = restore({"input": one.get("payload")}) if isinstance(one, dict) else None
        if not isinstance(one, dict) or restored is None or restored.payload is None:
            skipped[NO_PAYLOAD] += 1
        elif one.get("client") not in CLIENTS:
            skipped[UNKNOWN_CLIENT] += 1
        else:
            record = {**one, "session": restored.payload.get("session_id", "")}
            yield _of_record(segment, number, record, restored.payload, restored.unknown)
