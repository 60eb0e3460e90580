"""Journal records as they come: a line each, in columns that do not depend on what comes next."""

from __future__ import annotations

from collections.abc import Sequence

from policyhooks.report.journal.text import Record, first_of, rule_words, short_time, subject_of
from policyhooks.report.screen.style import PLAIN, Style, columns, one_line, shorten

ID, CLIENT, VERDICT, RULE = 8, 11, 7, 24


def render_stream(records: Sequence[Record], style: Style = PLAIN, *, heading: bool = False) -> str:
    """The lines of these records, newest last."""
    head = f"{'id':<{ID}}  {'time':<8}  {'client':<{CLIENT}}  {'verdict':<{VERDICT}}  {'rule':<{RULE}}  what"
    lines = [style.paint(head, "bold")] if heading else []
    return "".join(f"{line}\n" for line in [*lines, *(_line(record, style) for record in records)])


def _line(record: Record, style: Style) -> str:
    later = record.get("kind") == "later"
    verdict = "(later)" if later else one_line(str(record.get("verdict", "")))
    cells = [
        _cell(str(record.get("id") or record.get("seq", "")), ID),
        _cell(short_time(record)[11:], 8),
        _cell(str(record.get("client", "")), CLIENT),
        style.verdict(verdict, VERDICT),
        _cell(first_of(rule_words(record)), RULE),
    ]
    used = ID + 8 + CLIENT + VERDICT + RULE + 2 * len(cells)
    room = max(style.width - used, 12) if style.width else 0
    return "  ".join([*cells, shorten(one_line(subject_of(record)), room)]).rstrip()


def _cell(text: str, width: int) -> str:
    cut = shorten(one_line(text), width)
    return cut + " " * max(0, width - columns(cut))
