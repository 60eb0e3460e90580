"""How far shipping has come, in every format of `ship status`. What it shows was looked up elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from policyhooks.report.screen.chart import count
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import PLAIN, Style

Row = Mapping[str, object]  # `state`, `to`, `seq`, `last`, `behind`, `refused`, `at`, `problem` and `since`
NOTHING = "nothing was shipped from here yet: policyhooks ship --to ADDRESS"


def render(rows: Sequence[Row], form: str, style: Style = PLAIN) -> str:
    """One document or screen of all journals and destinations, in one of FORMATS."""
    return FORMATS[form](rows, style)


def sentence(row: Row) -> str:
    """One destination in words."""
    parts = [_lag(row)]
    if row["at"]:
        parts.append(f"last delivery {row['at']}")
    if row["refused"]:
        parts.append(f"{count(int(str(row['refused'])), 'record')} refused by the receiver")
    if row["problem"]:
        parts.append(f"{row['problem']}, since {row['since']}")
    return "; ".join(parts)


def _lag(row: Row) -> str:
    if row["behind"] is None:
        return f"delivered up to record {row['seq']}; the journal has begun anew, or cannot be read"
    if row["behind"]:
        return f"{count(int(str(row['behind'])), 'record')} behind, delivered up to record {row['seq']}"
    return f"all is delivered, up to record {row['seq']}"


def _text(rows: Sequence[Row], style: Style) -> str:
    if not rows:
        return NOTHING + "\n"
    lines: list[str] = []
    for at, row in enumerate(rows):
        if not at or row["state"] != rows[at - 1]["state"]:
            lines.append(str(row["state"]))
        lines += [f"  {row['to']}", *hang("    ", sentence(row), style)]
    return "".join(f"{line}\n" for line in lines)


def _json(rows: Sequence[Row], style: Style) -> str:
    return json.dumps(list(rows), indent=2) + "\n"


FORMATS: Mapping[str, Callable[[Sequence[Row], Style], str]] = {"text": _text, "json": _json}
