"""The fleet page: which machines there are, what they run, when they were heard of, and what does not fit together."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from policyhooks.core.effects import VERDICTS
from policyhooks.errors import UsageError
from policyhooks.report.journal.text import subject_of
from policyhooks.report.lifts.whole_call import escape
from policyhooks.web.charts import share
from policyhooks.web.desk import Desk
from policyhooks.web.lake_questions import LakeView, Row, look

# What an installation can be, the gravest first; each has a sign of its own, so that no colour is needed.
SIGNS = {
    "forked": "✕",
    "cut": "✕",
    "changed": "✕",
    "gap": "!",
    "downgraded": "!",
    "silent": "…",
    "unheard": "…",
    "revoked": "–",
    "ok": "✓",
}
DAYS = {"1d": 1, "7d": 7, "30d": 30}
USUAL = "7d"
ROWS = 100
LONGEST = 300
HINT = "policyhooks serve --lake DIR, the folder that `policyhooks collect` fills"


def show(request: Request, desk: Desk) -> Response:
    """The page of all installations."""
    span = span_of(request)
    lake = lake_of(desk, DAYS[span])
    every = sorted(map(machine, lake.ask("fleet")), key=lambda row: (row["order"], str(row["installation"])))
    counts = Counter(str(row["status"]) for row in every)
    status = request.query_params.get("status", "")
    status = status if status in SIGNS else ""
    chosen = [row for row in every if not status or row["status"] == status]
    rules = lake.ask("rules")
    most = max((number(row["spoke"]) for row in rules), default=0)
    values = {
        "rows": chosen[:ROWS],
        "left_out": max(0, len(chosen) - ROWS),
        "every": len(every),
        "totals": {name: number(value) for name, value in lake.ask("totals")[0].items()},
        "statuses": [(one, SIGNS[one], counts[one], address(span, one)) for one in SIGNS if counts[one]],
        "status": status,
        "all": address(span),
        "spans": [(one, address(one, status)) for one in DAYS],
        "span": span,
        "rules": [{**texts(row), "bar": share(number(row["spoke"]), most)} for row in rules],
        "findings": [texts(row) for row in lake.ask("findings")],
        "versions": versions(every),
    }
    return desk.show(request, "fleet", values)


def show_one(request: Request, desk: Desk) -> Response:
    """One installation: its health, its findings, its newest decisions. Raises UsageError where it is not known."""
    span = span_of(request)
    name = str(request.path_params["installation"])[:64]
    lake = lake_of(desk, DAYS[span], [name])
    found = next((row for row in lake.ask("fleet") if row["installation"] == name), None)
    if found is None:
        raise UsageError("the lake knows no such installation", "the fleet page has those that are enrolled")
    values = {
        "row": machine(found),
        "fields": {key.replace("_", " "): text(value) for key, value in found.items() if value not in (None, "", [])},
        "findings": [texts(row) for row in lake.ask("findings of one", name)],
        "decisions": [decision(row) for row in lake.ask("decisions of one", name)],
        "spans": [(one, f"/fleet/{name}?span={one}") for one in DAYS],
        "span": span,
    }
    return desk.show(request, "machine", values)


def lake_of(desk: Desk, days: int, installations: Sequence[str] = ()) -> LakeView:
    """The lake that was named. Raises UsageError where none was."""
    if desk.doors.lake is None:
        raise UsageError("this page shows one machine: no lake was named", HINT)
    return look(desk.doors.lake, days, installations)


def span_of(request: Request) -> str:
    """How far back the address asks for."""
    given = request.query_params.get("span", "")
    return given if given in DAYS else USUAL


def machine(found: Row) -> Row:
    """An installation as a line."""
    status = str(found["status"])
    return {
        **texts(found),
        "order": list(SIGNS).index(status) if status in SIGNS else 0,
        "status": status if status in SIGNS else "changed",
        "sign": SIGNS.get(status, "!"),
        "kinds": [escape(str(kind)) for kind in kinds] if isinstance(kinds := found["kinds"], list) else [],
        "heard": ago(found["last_seen"]),
        "uncovered": number(found["uncovered"]),
        "behind": number(found["behind"]),
    }


def decision(found: Row) -> Row:
    """A record of the lake as a line of the records table; its document is what the machine has sent."""
    try:
        record = json.loads(str(found["document"]))
    except ValueError:
        record = {}
    by = found["decided_by"]
    rules = [escape(str(rule)) for rule in by] if isinstance(by, list) else []
    verdict = str(found["verdict"])
    return {
        "chain": "",
        "id": text(found["id"]),
        "time": text(found["time"]),
        "client": text(found["client"]),
        "event": text(found["event"]),
        "verdict": verdict if verdict in VERDICTS else "unreadable",
        "rule": rules[0] if rules else "",
        "more": len(rules) - 1,
        "subject": subject_of(record)[:LONGEST] if isinstance(record, dict) else "",
        "ms": round(float(str(found["ms"] or 0)), 1),
    }


def versions(rows: Sequence[Row]) -> list[tuple[str, int, float]]:
    """Which bundles the machines run that are not revoked, the most frequent first."""
    counts = Counter(
        f"{row['bundle'] or 'no bundle'} {row['bundle_version']}".strip() for row in rows if row["status"] != "revoked"
    )
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    most = max(counts.values(), default=0)
    return [(name, count, share(count, most)) for name, count in ranked[:12]]


def texts(row: Row) -> Row:
    """A row with each value as a page shows it."""
    return {name: value if isinstance(value, int) else text(value) for name, value in row.items()}


def text(value: object) -> str:
    """A value on one line, with what is not plain text as its code point."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    if isinstance(value, list):
        return ", ".join(map(text, value))
    return "".join(one if one.isprintable() else f"<U+{ord(one):04X}>" for one in str(value))


def ago(value: object) -> str:
    """How long it is since a moment."""
    if not isinstance(value, datetime):
        return "never"
    spent = max(0, int((datetime.now(UTC).replace(tzinfo=None) - value).total_seconds()))
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if spent >= size:
            return f"{spent // size} {word}{'' if spent // size == 1 else 's'} ago"
    return "just now"


def number(value: object) -> int:
    """A count; nothing where it is none."""
    return int(value) if isinstance(value, int | float) else 0


def address(span: str, status: str = "") -> str:
    """Where a part of the page is."""
    query = {"span": span if span != USUAL else "", "status": status}
    return "/fleet?" + urlencode({name: value for name, value in query.items() if value})
