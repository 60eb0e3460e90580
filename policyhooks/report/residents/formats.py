"""Residents of installations in every format of `resident status`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

Row = Mapping[str, object]


def render(rows: Sequence[Row], form: str) -> str:
    """One document or screen of all installations, in one of FORMATS. A row has `state`, `wanted` and `process`."""
    return FORMATS[form](rows)


def _text(rows: Sequence[Row]) -> str:
    return "\n".join(map(_sentence, rows))


def _sentence(row: Row) -> str:
    if not row["wanted"]:
        return f"{row['state']}: none is wanted; the ordinary hook answers"
    if row["process"]:
        return f"{row['state']}: a resident answers, process {row['process']}"
    return f"{row['state']}: wanted, not running; the next call starts it"


def _json(rows: Sequence[Row]) -> str:
    return json.dumps(list(rows), indent=2)


FORMATS: Mapping[str, Callable[[Sequence[Row]], str]] = {"text": _text, "json": _json}
