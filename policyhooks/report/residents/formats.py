"""Residents of installations in every format of `resident status`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import PLAIN, Style

Row = Mapping[str, object]


def render(rows: Sequence[Row], form: str, style: Style = PLAIN) -> str:
    """One document or screen of all installations, in one of FORMATS. A row has `state`, `wanted` and `process`."""
    return FORMATS[form](rows, style)


def _text(rows: Sequence[Row], style: Style) -> str:
    return "\n".join(line for row in rows for line in hang("", _sentence(row), style))


def _sentence(row: Row) -> str:
    if not row["wanted"]:
        return f"{row['state']}: none is wanted; the ordinary hook answers"
    if row["process"]:
        return f"{row['state']}: a resident answers, process {row['process']}"
    return f"{row['state']}: wanted, not running; the next call starts it"


def _json(rows: Sequence[Row], style: Style) -> str:
    return json.dumps(list(rows), indent=2)


FORMATS: Mapping[str, Callable[[Sequence[Row], Style], str]] = {"text": _text, "json": _json}
