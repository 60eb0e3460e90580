"""Rows as CSV, for programs that take a cell for a formula and for terminals that take it for a command."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

# What begins a formula in one spreadsheet or another; a leading quote makes it text in all of them.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "|", "%")


def render(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The whole sheet."""
    out = io.StringIO()
    sheet = csv.writer(out, quoting=csv.QUOTE_MINIMAL, lineterminator="\r\n")
    sheet.writerow(heading)
    sheet.writerows([harmless(value) for value in row] for row in rows)
    return out.getvalue()


def harmless(value: object) -> str:
    """A cell that is a number as it is, and any other as plain text on one line."""
    if isinstance(value, int | float):
        return str(value)
    told = str(value)
    text = "".join(one if one.isprintable() else " " for one in told)
    return f"'{text}" if told.startswith(FORMULA) or text.lstrip().startswith(FORMULA) else text
