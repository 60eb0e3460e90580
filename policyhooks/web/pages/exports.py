"""What can be taken away as a file: decisions as CSV or JSON lines, and the map, each with the tags of its rules."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response

from policyhooks.inspect.journal_ids import Entry
from policyhooks.report.journal.text import Record, rule_ids, rules_of, short_time, subject_of, total_ms
from policyhooks.shipped.frameworks import FRAMEWORKS, KEYS
from policyhooks.web import spreadsheet
from policyhooks.web.desk import Desk, mask_all
from policyhooks.web.pages.decisions import LONGEST_SUBJECT, read_filters, verdict_of
from policyhooks.web.rule_tags import Maps, count_ids, maps_here, rules_by_id, with_tags

MOST = 20_000  # of records; all of them are for `policyhooks log --json`
COLUMNS = ("id", "time", "client", "event", "verdict", "rules", "what", "ms", *KEYS)


def decisions_csv(request: Request, desk: Desk) -> Response:
    """The records that the filters let through, newest first, a row each."""
    maps = maps_here(desk)
    rows = [row_of(entry, maps) for entry in chosen(request, desk)]
    return sheet("decisions", COLUMNS, rows)


def decisions_lines(request: Request, desk: Desk) -> Response:
    """The same as whole records, an object a line."""
    maps = maps_here(desk)
    lines = [json.dumps(mask_all(with_tags(entry, maps)), separators=(",", ":")) for entry in chosen(request, desk)]
    return attached("".join(f"{line}\n" for line in lines), "application/x-ndjson", "decisions.jsonl")


def map_csv(request: Request, desk: Desk) -> Response:
    """Every id of every framework with each rule that is about it; ids without one have an empty cell."""
    maps = maps_here(desk)
    rules, counts = rules_by_id(maps), count_ids(desk.journal.look(), maps)
    rows = [
        [one.title, one.edition, name, title, rule, counts[name]]
        for one in FRAMEWORKS
        for name, title in one.titles.items()
        for rule in rules.get(name, ("",))
    ]
    return sheet("map", ("framework", "edition", "id", "about", "rule", "decisions with a rule about it"), rows)


def chosen(request: Request, desk: Desk) -> list[Entry]:
    """What the filters of the decisions page let through, newest first."""
    passes = read_filters(request.query_params).passing()
    return [entry for entry in reversed(desk.journal.look()) if passes(entry.record)][:MOST]


def row_of(entry: Entry, maps: Maps) -> list[object]:
    """A record as cells; a tag stands there once, however many rules name it."""
    record = entry.record
    return [
        entry.id,
        short_time(record),
        record.get("client", ""),
        record.get("event", ""),
        verdict_of(record),
        " ".join(rule_ids(record)),
        subject_of(record)[:LONGEST_SUBJECT],
        round(total_ms(record), 1),
        *(" ".join(tags_of(record, maps, key)) for key in KEYS),
    ]


def tags_of(record: Record, maps: Maps, key: str) -> Sequence[str]:
    """What the rules that fired are about, under one key."""
    fired = [str(rule.get("id")) for rule in rules_of(record) if rule.get("outcome") == "fired"]
    return [*dict.fromkeys(name for rule in fired for name in _mapped(maps, rule).get(key, ()))]


def _mapped(maps: Maps, rule: str) -> Mapping[str, tuple[str, ...]]:
    return maps.get(rule, {})


def sheet(name: str, heading: Sequence[str], rows: Sequence[Sequence[object]]) -> Response:
    """A CSV file, masked once more."""
    masked = mask_all(rows)
    assert isinstance(masked, list)
    return attached(spreadsheet.render(heading, masked), "text/csv; charset=utf-8", f"{name}.csv")


def attached(text: str, kind: str, name: str) -> Response:
    """A file to keep: no browser shows it as a page."""
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
