"""`policyhooks log verify`: whether journals hold, and what is wrong where they do not."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from policyhooks.report.screen.style import style_of

BROKEN = 7


def show_verification(states: Sequence[Path]) -> int:
    """Whether each chain holds, and what is wrong where it does not."""
    from policyhooks.inspect.journal_verification import verify

    style = style_of(sys.stdout)
    results = {state: verify(state) for state in states}
    for state, result in results.items():
        word = style.paint("broken", "bold", "red") if result.problems else style.paint("holds", "green")
        torn = f", {result.torn} torn by killed writers" if result.torn else ""
        print(f"{word}  {result.records} records{torn}  {state}")
        for said in (*result.problems[:20], *result.notes):
            print(f"  {said}")
        if result.records and not result.problems:
            print(f"  ends with record {result.last}, chain {result.end}")
    return BROKEN if any(result.problems for result in results.values()) else 0
