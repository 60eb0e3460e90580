"""A person reads a call to its end, says why, and types a part of its digest: what `approve` and signing share."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from typing import Any

from policyhooks.cli.options.said import say
from policyhooks.errors import UsageError
from policyhooks.report.lifts.whole_call import TYPED, render_ticket

LONGEST = 200
ASIDE = 2  # lines of a terminal that a page leaves free
DECLINED = 1


def confirm(row: Mapping[str, Any], reason: str | None, deed: str) -> str:
    """The reason, once a person has read the whole of it and typed its digest; empty where they did not."""
    size = shutil.get_terminal_size((80, 24))
    if not turn_pages(render_ticket(row, max(size.columns, 40)), max(size.lines - ASIDE, 5)):
        return decline()
    told = (reason or ask("Why, for the journal: ")).strip()
    if not told or len(told) > LONGEST or not told.isprintable():
        raise UsageError("a lift needs a reason of one line", f"at most {LONGEST} characters; nothing was lifted")
    typed = ask(f"To {deed} it, type the last {TYPED} characters of the digest: ").strip().lower()
    return told if typed == row["digest"][-TYPED:] else decline()


def turn_pages(lines: list[str], height: int) -> bool:
    """Every line on the terminal, a page at a time; whether the person went to the end."""
    for start in range(0, len(lines), height):
        print(*lines[start : start + height], sep="\n")
        if start + height < len(lines) and ask("-- Enter for more, q to stop -- ").strip():
            return False
    return True


def ask(question: str) -> str:
    """What the person answers; nothing at the end of input."""
    sys.stdout.write(question)
    sys.stdout.flush()
    return sys.stdin.readline()


def decline() -> str:
    say("nothing was lifted")
    return ""
