"""The formats of journal records: one function each and one row here. Which is meant by `auto` is the terminal's."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from policyhooks.report.journal.text import Record, render_table
from policyhooks.report.screen.style import PLAIN, Style


def render(records: Sequence[Record], form: str, style: Style = PLAIN) -> str:
    """The records in one of FORMATS; only the table has a style."""
    return FORMATS[form](records, style)


def render_lines(records: Sequence[Record], _style: Style = PLAIN) -> str:
    """A JSON object a line."""
    return "".join(json.dumps(record, ensure_ascii=True, separators=(",", ":")) + "\n" for record in records)


FORMATS: Mapping[str, Callable[[Sequence[Record], Style], str]] = {"table": render_table, "jsonl": render_lines}
