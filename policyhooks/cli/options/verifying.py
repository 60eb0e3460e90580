"""`policyhooks log verify`: whether journals hold, and what is wrong where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from policyhooks.cli.options.said import say
from policyhooks.report.screen.chart import count

BROKEN = 7


def show_verification(states: Sequence[Path]) -> int:
    """Whether each chain holds, and what is wrong where it does not."""
    from policyhooks.inspect.journal_verification import verify

    results = {state: verify(state) for state in states}
    for state, result in results.items():
        word, colours = ("broken", ("bold", "red")) if result.problems else ("holds", ("green",))
        torn = f", {result.torn} torn by killed writers" if result.torn else ""
        say(f"{count(result.records, 'record')}{torn}  {state}", f"{word}  ", *colours)
        for said in (*result.problems[:20], *result.notes):
            say(said, "  ")
        if result.records and not result.problems:
            say(f"ends with record {result.last}, chain {result.end}", "  ")
    return BROKEN if any(result.problems for result in results.values()) else 0
