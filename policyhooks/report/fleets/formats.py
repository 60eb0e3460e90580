"""A fleet in every format of `collect status`. What it shows was looked up elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from policyhooks.report.screen.chart import count
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import PLAIN, Style

Row = Mapping[str, object]
Fleet = Mapping[str, Sequence[Row]]  # `installations`, `findings` and `tokens`
NOTHING = "nobody is enrolled yet: policyhooks collect token --lake DIR --tenant NAME"


def render(fleet: Fleet, form: str, style: Style = PLAIN) -> str:
    """One document or screen, in one of FORMATS."""
    return FORMATS[form](fleet, style)


def _text(fleet: Fleet, style: Style) -> str:
    lines = [line for row in fleet["installations"] for line in _installation(row, style)] or [NOTHING]
    if fleet["findings"]:
        lines += ["", "open findings, to be settled by their name:"]
        for row in fleet["findings"]:
            label = f"  {row['id']}  {row['kind']}: "
            lines += hang(
                label, f"{row['what']} ({str(row['installation'])[:8] or 'the stream'}, {row['time']})", style
            )
    return "".join(f"{line}\n" for line in lines)


def _installation(row: Row, style: Style) -> list[str]:
    bundle = f"{row['bundle']} {row['bundle_version']}" if row["bundle"] else "no bundle"
    said = [count(int(str(row["records"])), "record"), f"last heard {row['last_seen'] or 'never'}"]
    if row["client"]:
        said += [f"{row['client']} {row['scope'] or ''}".strip(), f"policyhooks {row['policyhooks']}", bundle]
        said.append(f"its journal: {row['journal'] or 'not checked'}")
    if row["uncovered"]:
        said.append(f"{count(int(str(row['uncovered'])), 'call')} of its last day without a decision")
    head = f"{row['installation']}  {row['tenant']}  {row['status']}"
    return [head, *hang("    ", "; ".join(said), style)]


def _json(fleet: Fleet, style: Style) -> str:
    return json.dumps({name: list(rows) for name, rows in fleet.items()}, indent=2) + "\n"


FORMATS: Mapping[str, Callable[[Fleet, Style], str]] = {"text": _text, "json": _json}
