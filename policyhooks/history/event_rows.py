"""An event of the past as a row of a table, and back. Rows may come from anybody: what is none is counted.

It knows no file format; the columns are those that docs/reference/parquet.md tells.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from policyhooks.clients.registry import CLIENTS
from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.history.past_events import FIXTURES, JOURNAL, TRANSCRIPT, PastEvent, Segment
from policyhooks.history.safe_files import LONGEST_LINE, Skipped

TEXT, TEXTS, NUMBER, JSON = "text", "list of text", "number", "JSON"
# Their order is that of the files. `source` and `line` say where the event had been kept.
COLUMNS = {
    "kind": TEXT,
    "source": TEXT,
    "line": NUMBER,
    "person": TEXT,
    "client": TEXT,
    "native": TEXT,
    "version": TEXT,
    "at": TEXT,
    "session": TEXT,
    "use_id": TEXT,
    "tool": TEXT,
    "agent": TEXT,
    "mode": TEXT,
    "state": TEXT,
    "done_at": TEXT,
    "payload": JSON,
    "after_native": TEXT,
    "after": JSON,
    "unknown": TEXTS,
    "verdict": TEXT,
    "by": TEXTS,
    "programs": TEXTS,
    "judged": JSON,
    "seen": JSON,
    "remembered": JSON,
    "record": JSON,
}
OF_SEGMENT = ("kind", "source", "person")
KINDS = (TRANSCRIPT, JOURNAL, FIXTURES)

NO_EVENT = "a row that is no event"
NO_JSON = "a row whose JSON cannot be read"
TOO_LONG = f"a row with a text longer than {LONGEST_LINE >> 20} MiB"
NO_CLIENT = "a row of a client that is not known here"

Row = dict[str, object]


class Wrong(NamedTuple):
    """Why a row is not taken."""

    why: str


def row_of(past: PastEvent) -> Row:
    """The event as a row."""
    segment = {"kind": past.segment.kind, "source": past.segment.path, "person": past.segment.person}
    row: Row = {}
    for name, kind in COLUMNS.items():
        value = segment[name] if name in segment else getattr(past, name)
        if kind == JSON:
            value = json.dumps(value, separators=(",", ":"))
        elif kind == TEXT:
            value = _plain(value)
        elif kind == TEXTS:
            value = [_plain(one) for one in value]
        row[name] = value
    return row


def _plain(text: str) -> str:
    """A table has no halves of characters."""
    return text.encode("utf-8", "replace").decode()


def event_of(row: Mapping[str, object], machine: str, skipped: Skipped) -> PastEvent | None:
    """The event of a row; None, counted, where it is none."""
    read = _read(row)
    if isinstance(read, Wrong):
        skipped[read.why] += 1
        return None
    kind, source, person = (str(read.pop(name)) for name in OF_SEGMENT)
    of_machine = machine if kind == JOURNAL else ""
    segment = Segment(kind, source, str(read["client"]) if kind == TRANSCRIPT else "", person, of_machine)
    return PastEvent(segment=segment, **read)  # type: ignore[arg-type]


def _read(row: Mapping[str, object]) -> Row | Wrong:
    values: Row = {}
    for name, kind in COLUMNS.items():
        found = _value(row.get(name), kind)
        if isinstance(found, Wrong):
            return found
        values[name] = found
    if values["kind"] not in KINDS:
        return Wrong(NO_EVENT)
    return values if values["client"] in CLIENTS else Wrong(NO_CLIENT)


def _value(value: object, kind: str) -> object:
    if kind == NUMBER:
        return value if isinstance(value, int) else Wrong(NO_EVENT)
    if kind == TEXTS:
        known = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return tuple(value) if known else Wrong(NO_EVENT)  # type: ignore[arg-type]
    if not isinstance(value, str):
        return Wrong(NO_EVENT)
    if len(value) > LONGEST_LINE:
        return Wrong(TOO_LONG)
    return value if kind == TEXT else _object(value)


def _object(text: str) -> object:
    if text == "{}":
        return {}
    try:
        found = parse(text.encode())
    except (RejectedJson, RecursionError, MemoryError, UnicodeEncodeError):
        return Wrong(NO_JSON)
    return found if isinstance(found, dict) else Wrong(NO_JSON)
