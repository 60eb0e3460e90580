"""One record: why it was decided so, what it could become in policies, and the mark that calls it a false alarm."""

from __future__ import annotations

import json
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from policyhooks.errors import PolicyHooksError, UsageError
from policyhooks.inspect.false_alarms import flags_of, mark, read_marks, unmark
from policyhooks.inspect.journal_ids import Entry, chain_of
from policyhooks.report.journal.text import Record, rules_of
from policyhooks.web.audit import note_change
from policyhooks.web.desk import Desk
from policyhooks.web.pages.decisions import row_of
from policyhooks.web.pages.framework_map import address
from policyhooks.web.rule_tags import Maps, fired_of, maps_here, tell_tags
from policyhooks.web.telling import tell_explanation

LEFT_OUT = ("rules", "input", "time", "client", "event", "verdict", "id", "by")
FORMS = ("test", "exception")


def show(request: Request, desk: Desk) -> Response:
    """The page of one record."""
    entry = find(request, desk)
    record = entry.record
    marks = read_marks(entry.state)
    found = marks.get(chain_of(record))
    values = {
        "row": row_of(entry),
        "by": [str(rule) for rule in by] if isinstance(by := record.get("by"), list) else [],
        **explained(entry, desk),
        "proposals": {form: proposed(entry, form, desk) for form in FORMS},
        "can_mark": bool(flags_of(record)[0]),
        "mark": None if found is None else {"reason": found.reason},
        "rules": [{str(name): flat(value) for name, value in rule.items()} for rule in rules_of(record)],
        "tags": tags_of(record, maps_here(desk)),
        "fields": {str(name): flat(value) for name, value in record.items() if name not in LEFT_OUT},
        "input": json.dumps(record.get("input", {}), indent=2, ensure_ascii=False),
    }
    return desk.show(request, "record", values)


def tags_of(record: Record, maps: Maps) -> list[dict[str, str]]:
    """What the rules that fired are about, each id once."""
    rows = [row for rule in fired_of(record) for row in tell_tags(maps.get(rule, {}))]
    once = {(row["name"], row["id"]): row for row in rows}
    return [{**row, "link": address(row["name"]) if row["framework"] else ""} for row in once.values()]


def change_mark(request: Request, desk: Desk) -> Response:
    """Call the record a false alarm, or take that back."""
    entry = find(request, desk)
    state = request.scope["state"]
    reason = str(state["form"].get("reason", "")).strip()
    undo = state["form"].get("undo") == "yes"
    with desk.changing:
        note_change(entry.state, state["who"], "unmark" if undo else "mark", chain_of(entry.record), reason[:300])
        if undo:
            unmark(entry)
        else:
            mark(entry, reason)
    return RedirectResponse(f"/decisions/{chain_of(entry.record)}", 303)


def find(request: Request, desk: Desk) -> Entry:
    """The record that the address names. Raises UsageError."""
    entry = desk.journal.find(str(request.path_params["chain"]))
    if entry is None:
        raise UsageError("there is no such record here", "the journal may have been purged")
    return entry


def explained(entry: Entry, desk: Desk) -> dict[str, object]:
    """The explanation as `explain --log` gives it, or why there is none."""
    try:
        with desk.deciding:
            return {"told": tell_explanation(desk.doors.explain(entry)), "untold": ""}
    except PolicyHooksError as problem:
        return {"told": None, "untold": problem.message}


def proposed(entry: Entry, form: str, desk: Desk) -> dict[str, str]:
    """The YAML as `log show ID --as` prints it, or why there is none."""
    try:
        with desk.deciding:
            return {"text": desk.doors.propose(entry, form), "problem": ""}
    except PolicyHooksError as problem:
        return {"text": "", "problem": problem.message}


def flat(value: object) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {flat(inner)}" for key, inner in value.items())
    return ", ".join(map(flat, value)) if isinstance(value, list) else str(value)
