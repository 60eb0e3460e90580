"""`policyhooks log query SQL`: one SELECT over the journals that the command line means."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from policyhooks.cli.options.said import say
from policyhooks.errors import EnvironmentBroken
from policyhooks.inspect.journal_ids import read_entries
from policyhooks.report.screen.style import style_of
from policyhooks.report.screen.table import draw

LEAST = 12  # columns of the terminal that a cell keeps


def answer_question(states: Sequence[Path], question: str, form: str) -> int:
    """Ask the journals of these states."""
    records = ({**one.record, "id": one.id, "installation": str(one.state)} for one in read_entries(states))
    return print_answer(records, question, form)


def print_answer(records: Iterable[Mapping[str, object]], question: str, form: str) -> int:
    """Print the answer: a table for people, JSON lines for pipes."""
    if importlib.util.find_spec("duckdb") is None:
        raise EnvironmentBroken(
            "questions are answered by DuckDB, which is not here", "pip install 'policyhooks[history]'"
        )
    from policyhooks.history.journal_sql import MOST_ROWS, ask

    found = ask(records, question)
    if form == "table" or (form == "auto" and sys.stdout.isatty()):
        rows = [["" if value is None else str(value) for value in row] for row in found.rows]
        least = dict.fromkeys(range(len(found.columns)), LEAST)
        print("\n".join(draw(found.columns, rows, style=style_of(sys.stdout), least=least)))
    else:
        for row in found.rows:
            print(json.dumps(dict(zip(found.columns, row, strict=True)), default=str))
    if found.cut:
        say(f"only the first {MOST_ROWS} rows")
    return 0
