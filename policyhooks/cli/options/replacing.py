"""The refusal to install what would drop or weaken installed rules, unless the command line says `--replace`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.errors import UsageError

if TYPE_CHECKING:
    from policyhooks.image.activation import ProgramSource

SHOWN = 8


def refuse_weaker(state: Path, program: ProgramSource, *, replace: bool, preview: bool = False) -> None:
    """Raise where installed rules would go or decide less; with `replace`, or in a preview, only say so."""
    from policyhooks.bundle.weakening import weakened

    found = weakened(state, program)
    if not found:
        return
    rules = "1 installed rule" if len(found) == 1 else f"{len(found)} installed rules"
    word = "drops or weakens" if replace or preview else "would drop or weaken"
    for one in found[:SHOWN]:
        print(f"weaker: {one.subject}: {one.text}", file=sys.stderr)
    if len(found) > SHOWN:
        print(f"weaker: and {len(found) - SHOWN} more", file=sys.stderr)
    if replace or preview:
        print(f"note: this {word} {rules}", file=sys.stderr)
        return
    raise UsageError(f"this {word} {rules}, so nothing was written", "if you mean it, add --replace")
