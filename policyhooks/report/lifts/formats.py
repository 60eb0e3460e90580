"""Tickets and lifts, in every format of `approvals list`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from policyhooks.report.lifts.whole_call import escape
from policyhooks.report.screen.by_state import Found, Row, write_json
from policyhooks.report.screen.chart import moment
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import PLAIN, Style


def render(found: Found, form: str, style: Style = PLAIN) -> str:
    """One document or screen, in one of FORMATS. A row is a ticket, as whole_call.py knows it."""
    return FORMATS[form](found, style)


def _text(found: Found, style: Style) -> str:
    lines = []
    for state, rows in found.items():
        lines += hang("", f"{state}: {len(rows) or 'no'} ticket{'' if len(rows) == 1 else 's'}", style)
        for row in rows:
            lines += hang(f"  {row['ticket']}  ", state_of(row), style, label_colours=("bold",))
            lines += hang("    ", f"{', '.join(row['rules'])}: {subject_of(row)}", style)
    return "\n".join(lines)


def state_of(row: Row) -> str:
    """What may become of it."""
    lift = row["lift"]
    if lift is None:
        waits = ", waits for a signature" if row["holds"] and row["by"] == "signer" else ""
        return f"asked {moment(row['at'])}, {'open' if row['holds'] else 'over'}{waits}"
    until = moment(lift["at"] + lift["for_s"])
    word = "lifted" if row["holds"] else "over"
    return f"{word} by {lift['who']} until {until}, used {row['used']} of {lift['uses']}: {escape(lift['reason'])}"


def subject_of(row: Row) -> str:
    """The first line of what the agent wants; the whole of it is shown by `approve`."""
    fields = row["fields"]
    if "input" not in fields:
        return "every call that it denies in this session"
    parts = json.loads(fields.get("commands", "{}")).get("programs", ())
    text = json.loads(fields["input"])["command"] or ", ".join(one["program"] for one in parts) or fields["tool"]
    first, more, _ = text.partition("\n")
    return escape(first) + (" ..." if more else "")


FORMATS: Mapping[str, Callable[[Found, Style], str]] = {
    "text": _text,
    "json": lambda found, _: write_json(found),
}
