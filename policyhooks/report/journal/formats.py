"""The formats of journal records, and of what they come to: one function each and one row here.

Which is meant by `auto` is the terminal's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from policyhooks.report.journal.figures import figures_of
from policyhooks.report.journal.text import Record, render_stats, render_table
from policyhooks.report.screen.style import PLAIN, Style


def render(records: Sequence[Record], form: str, style: Style = PLAIN, *, summed: bool = False) -> str:
    """The records in one of FORMATS, or their figures; only the table has a style."""
    return FORMATS[form](records, style, summed)


def render_screen(records: Sequence[Record], style: Style, summed: bool) -> str:
    """A table, or charts."""
    return render_stats(records, style) if summed else render_table(records, style)


def render_lines(records: Sequence[Record], _style: Style, summed: bool) -> str:
    """A JSON object a line; of figures one alone."""
    found = [figures_of(records)] if summed else records
    return "".join(json.dumps(record, ensure_ascii=True, separators=(",", ":")) + "\n" for record in found)


FORMATS: Mapping[str, Callable[[Sequence[Record], Style, bool], str]] = {"table": render_screen, "jsonl": render_lines}
